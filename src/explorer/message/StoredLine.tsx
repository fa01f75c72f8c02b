import type { JSX } from 'react'
import { Link } from 'wouter'
import type { Action } from '../actions/action.ts'
import { Words } from '../compare/Words.tsx'
import { LongText } from '../conversation/blocks/Prose.tsx'
import { useIsReadOnly } from '../data/rights.ts'
import { ErasedLine } from '../parts/ErasedLine.tsx'
import { minuteOf, wholeDate } from '../parts/text.ts'
import { paths } from '../urls/urls.ts'
import type { Message, StoredOne } from './Fields.tsx'
import type { TimeLine } from './stored.ts'

interface Props {
  readonly line: TimeLine<StoredOne>
  readonly message: Message
  readonly onAction: (action: Action) => void
}

/** Words can stand for nothing else: a turn with calls, results or files is no text. */
const isOfWords = ({ deleted, text, content }: Message): boolean =>
  !deleted && text != null && (content ?? []).every(({ __typename }) => __typename === 'TextBlock')

/** Returns one storing of a message: what it was, by whom and when, and what it changed. */
export function StoredLine({ line: { stored, number, what, before }, message, onAction }: Props): JSX.Element {
  const { kind, text, observedAt, senderId, conversation } = stored
  const isReadOnly = useIsReadOnly()
  const canUse = !isReadOnly && isOfWords(message) && text != null && text !== message.text
  return (
    <li className="ob">
      <span className="obn" aria-hidden="true">
        {number}
      </span>
      <div>
        <div className="obh">
          <b>{what}</b>
          {senderId != null && <span dir="auto">{senderId}</span>}
          <span className="grow" />
          <time dateTime={observedAt} title={wholeDate(observedAt)}>
            {minuteOf(observedAt)}
          </time>
        </div>
        {stored.erased && <ErasedLine erasure={stored.erasure} />}
        {text != null && kind !== 'DELETION' && kind !== 'RESTORATION' && (
          <>
            {before === null || before.length + text.length > 16_000 ? (
              <LongText text={text} />
            ) : (
              <div className="twowords">
                <Words base={before} target={text} side="base" />
                <Words base={before} target={text} side="target" />
              </div>
            )}
          </>
        )}
        <div className="rowx">
          {kind === 'TURN' && (
            <Link className="btn sm" href={paths.conversation(conversation?.id ?? message.conversation.id, stored.id)}>
              Show it there
            </Link>
          )}
          {canUse && (
            <button
              type="button"
              className="btn sm"
              onClick={() => onAction({ kind: 'correct', messageId: message.id, text, before: message.text ?? '' })}
            >
              Use this text again
            </button>
          )}
        </div>
      </div>
    </li>
  )
}
