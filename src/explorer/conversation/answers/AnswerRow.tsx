import { CircleAlert, Sparkles } from 'lucide-react'
import { useEffect, useRef, useState, type JSX } from 'react'
import { useSubscription } from 'urql'
import type { Action } from '../../actions/action.ts'
import { AnswerChanged } from '../../documents/generated.ts'
import { NoteLine } from '../../parts/Notice.tsx'
import { duration } from '../../parts/text.ts'
import { Prose } from '../blocks/Prose.tsx'
import { dropAnswer, isUnderWay, noteAnswer, withPiece, type AnswerFacts } from './answers.ts'

/** Words that come are drawn at most so often. */
const pause = 80

interface Props {
  readonly conversationId: string
  readonly answer: AnswerFacts
  readonly onAction: (action: Action) => void
  /** Undefined until it is known. */
  readonly headId: string | null | undefined
}

/** Returns the answers below a path that are no turns yet; null where there are none. */
export function answerRows(answers: readonly AnswerFacts[], around: Omit<Props, 'answer'>): JSX.Element | null {
  if (answers.length === 0) return null
  return (
    <>
      {answers.map((answer) => (
        <AnswerRow key={answer.id} {...around} answer={answer} />
      ))}
    </>
  )
}

/** Returns an answer while it is made, word by word; where none came, why, and what can be done. */
function AnswerRow(props: Props): JSX.Element {
  return isUnderWay(props.answer) ? <Coming {...props} /> : <Failed {...props} />
}

function Coming({ conversationId, answer }: Props): JSX.Element {
  const text = useRef(answer.text)
  const [displayText, setShown] = useState(answer.text)
  const [now, setNow] = useState(Date.now)
  const place = useRef<HTMLElement>(null)
  // It begins behind the text on the page, so that a late or second subscription misses nothing.
  const [from] = useState(answer.text.length)
  if (answer.text.length > text.current.length) text.current = answer.text
  const [{ error }, follow] = useSubscription(
    { query: AnswerChanged, variables: { id: answer.id, from } },
    (_, data) => {
      const { kind, offset, text: piece, answer: notified } = data.answerChanged
      if (kind === 'TEXT') text.current = withPiece(text.current, offset, piece ?? '')
      else if (kind === 'STATE') noteAnswer(conversationId, { ...notified, text: notified.text || text.current })
      return data
    },
  )
  useEffect(() => {
    if (!error) return undefined
    const timer = setTimeout(follow, 1_000)
    return () => clearTimeout(timer)
  }, [error, follow])
  useEffect(() => {
    const drawn = setInterval(() => setShown(text.current), pause)
    const clock = setInterval(() => setNow(Date.now()), 1_000)
    return () => {
      clearInterval(drawn)
      clearInterval(clock)
    }
  }, [])
  useEffect(() => {
    // Who reads the end goes on reading it.
    const box = place.current?.closest('.scroll')
    if (box && box.scrollHeight - box.scrollTop - box.clientHeight < 160) box.scrollTop = box.scrollHeight
  }, [displayText])
  const seconds = Math.max(now - Date.parse(answer.startedAt), 0)
  const turn = answer.prompt?.turn
  return (
    <article
      ref={place}
      className="turn assistant coming"
      aria-label={turn == null ? 'The answer, ASSISTANT' : `Turn ${turn + 1}, ASSISTANT`}
      aria-busy="true"
      tabIndex={0}
    >
      <span className="who beat" aria-hidden="true">
        <Sparkles className="i s" />
      </span>
      <div className="meta">
        <b>Assistant</b>
        <span dir="auto">
          {answer.model} is answering · {duration(Math.floor(seconds / 1_000) * 1_000)}
        </span>
      </div>
      <div className="say">
        {displayText === '' ? <p className="soft">Waiting for the first words …</p> : <Prose text={displayText} />}
        <span className="caret" aria-hidden="true" />
      </div>
    </article>
  )
}

function Failed({ conversationId, answer, onAction, headId }: Props): JSX.Element {
  const at = answer.prompt?.id
  const drop = (): void => dropAnswer(conversationId, answer.id)
  return (
    <div className="turn tight">
      <NoteLine isWarning icon={<CircleAlert className="i" />}>
        <span className="grow">The model did not answer: {answer.error?.message ?? 'no reason is known.'}</span>
        {at !== undefined && (
          <button
            type="button"
            className="btn sm"
            onClick={() => {
              drop()
              onAction({ kind: 'answerAgain', conversationId, at, head: headId ?? null })
            }}
          >
            Try again
          </button>
        )}
        <button
          type="button"
          className="btn sm"
          onClick={() => {
            drop()
            document.querySelector<HTMLElement>('form[aria-label="Next turn"] textarea')?.focus()
          }}
        >
          Write it yourself
        </button>
      </NoteLine>
    </div>
  )
}
