import { Copy, WrapText } from 'lucide-react'
import { useMemo, useState, type JSX, type ReactNode } from 'react'
import { copyText } from '../../actions/copyLink.ts'
import { IconButton } from '../../parts/IconButton.tsx'
import { counted } from '../../parts/text.ts'
import { tokensOf, type Token } from './highlight.ts'

/** More lines than these are folded at first, which is about 400 px. */
const firstLines = 20

interface Props {
  readonly text: string
  readonly language: string | null
}

/** Returns code with its words in colours, as elements; above it what it is written in, and what can be done with it. */
export function Code({ text, language }: Props): JSX.Element {
  const tokens = useMemo(() => tokensOf(text, language), [text, language])
  const [isWrapped, setWrapped] = useState(false)
  const count = useMemo(() => text.split('\n').length, [text])
  const [isOpen, setOpen] = useState(count <= firstLines + 4)
  return (
    <div className="code">
      <header>
        <span className="grow cut">{language ?? 'text'}</span>
        <IconButton
          isSmall
          icon={WrapText}
          name="Wrap lines"
          aria-pressed={isWrapped}
          onClick={() => setWrapped(!isWrapped)}
        />
        <IconButton isSmall icon={Copy} name="Copy the code" onClick={() => void copyText(text, 'Copied.')} />
      </header>
      <pre className={`${isWrapped ? 'wrapped' : ''} ${isOpen ? '' : 'folded'}`} tabIndex={0} dir="ltr">
        <code>{tokens.map(element)}</code>
      </pre>
      {count > firstLines + 4 && (
        <button type="button" className="link codemore" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show less' : `Show all ${counted(count, 'line')}`}
        </button>
      )}
    </div>
  )
}

function element(token: Token, at: number): ReactNode {
  if (typeof token === 'string') return token
  return (
    <span key={at} className={`hl-${token.scope}`}>
      {token.children.map(element)}
    </span>
  )
}
