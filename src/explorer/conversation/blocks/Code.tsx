import { useMemo, type JSX, type ReactNode } from 'react'
import { tokensOf, type Token } from './highlight.ts'

/** Returns code with its words in colours, as elements. */
export function Code({ text, language }: { readonly text: string; readonly language: string | null }): JSX.Element {
  const tokens = useMemo(() => tokensOf(text, language), [text, language])
  return (
    <pre className="code" tabIndex={0} dir="ltr">
      <code>{tokens.map(element)}</code>
    </pre>
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
