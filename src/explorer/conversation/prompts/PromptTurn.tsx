import { useState, type JSX } from 'react'
import { useQuery } from 'urql'
import { MessageText } from '../../documents/generated.ts'
import { ErasedLine } from '../../parts/ErasedLine.tsx'
import { Time } from '../../parts/Time.tsx'
import { counted, grouped } from '../../parts/text.ts'
import { Attachment } from '../blocks/Attachment.tsx'
import { LongText, Prose } from '../blocks/Prose.tsx'
import { factsOfPrompt } from '../turns/turnFacts.ts'
import { TurnFrame, type Around } from '../turns/TurnFrame.tsx'
import type { Prompt } from './usePrompts.ts'

/** As long as the API lets a prompt's words be. */
const longest = 2_000
/** So much of a long prompt is shown at first. */
const firstLines = 12
const firstSigns = 900

interface Props {
  readonly around: Around
  readonly prompt: Prompt
  /** How many prompts there are; null: it does not say so. */
  readonly of: number | null
  readonly isFirst: boolean
  readonly isLast: boolean
}

/** Returns what a person asked, in a well of its own. */
export function PromptTurn({ around, prompt, of, isFirst, isLast }: Props): JSX.Element | null {
  const facts = factsOfPrompt(prompt)
  const { observation, versions, number, command, text } = prompt
  if (!facts || !observation) return null
  const files = (observation.content ?? []).filter((block) => block.__typename === 'AttachmentBlock')
  return (
    <TurnFrame
      around={around}
      name={facts.turn === null ? `Prompt ${number}, USER` : `Turn ${facts.turn}, USER`}
      facts={facts}
      who={observation.senderId ?? 'You'}
      versions={versions}
      isLast={isLast}
      className={isFirst ? 'first' : ''}
      meta={
        <>
          {of !== null && (
            <span className="n">
              prompt {grouped(number)} of {grouped(of)}
            </span>
          )}
          {around.isDated && <Time at={observation.observedAt} isClock />}
          {command != null && text !== '' && <span className="chip mono">{command}</span>}
          {prompt.kind === 'CONTINUED' && <span className="chip">continued</span>}
        </>
      }
    >
      <div className="say">
        {facts.isErased ? (
          <ErasedLine erasure={observation.erasure} />
        ) : facts.isDeleted ? (
          <p className="soft">This turn is deleted.</p>
        ) : (
          <>
            {text === '' ? <NoWords command={command ?? null} /> : <Words text={text} messageId={facts.messageId} />}
            {files.length > 0 && (
              <div className="atts">
                {files.map((block, at) => (
                  <Attachment key={at} block={block} />
                ))}
              </div>
            )}
          </>
        )}
      </div>
    </TurnFrame>
  )
}

/** A command that was given without words. */
function NoWords({ command }: { readonly command: string | null }): JSX.Element | null {
  return command === null ? null : <p className="mono">{command}</p>
}

/** Of a long prompt the beginning; the whole, with what programs put around it, where that is asked for. */
function Words({ text, messageId }: { readonly text: string; readonly messageId: string | null }): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  const lines = text.split('\n')
  const isCut = text.length >= longest && messageId !== null
  const isLong = isCut || lines.length > firstLines + 4 || text.length > firstSigns * 1.5
  const [{ data }] = useQuery({ query: MessageText, variables: { id: messageId ?? '' }, pause: !isOpen || !isCut })
  if (!isLong) return <Prose text={text} />
  if (isOpen) {
    const whole = isCut ? (data?.message?.text ?? text) : text
    return (
      <>
        {whole.length > 50_000 ? <LongText text={whole} /> : <Prose text={whole} />}
        <button type="button" className="link" aria-expanded="true" onClick={() => setOpen(false)}>
          Show less
        </button>
      </>
    )
  }
  return (
    <>
      <Prose text={`${lines.slice(0, firstLines).join('\n').slice(0, firstSigns)} …`} />
      <button type="button" className="link" aria-expanded="false" onClick={() => setOpen(true)}>
        {isCut ? 'Show the whole prompt' : `Show the whole prompt · ${counted(lines.length, 'line')}`}
      </button>
    </>
  )
}
