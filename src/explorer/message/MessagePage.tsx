import { useState, type JSX } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import type { Act } from '../act/act.ts'
import { useAct } from '../act/useAct.ts'
import { useAfterActs } from '../act/useAfterActs.ts'
import { MessageHistory, type MessageHistoryQuery } from '../documents/generated.ts'
import { Notice } from '../Notice.tsx'
import { paths } from '../place.ts'
import { shown } from '../text.ts'
import { CorrectForm } from './CorrectForm.tsx'
import { Relationships } from './Relationships.tsx'
import { LongText } from '../talk/blocks/Prose.tsx'

type Message = NonNullable<MessageHistoryQuery['message']>

/** Returns all that was ever stored of a message, and where each of its present fields comes from. */
export default function MessagePage({ id }: { readonly id: string }): JSX.Element {
  const [at, setAt] = useState('')
  const [ingestedAt, setIngestedAt] = useState('')
  const act = useAct()
  const variables = { id, at: timeOf(at), ingestedAt: timeOf(ingestedAt) }
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: MessageHistory,
    variables,
    requestPolicy: 'cache-and-network',
  })
  useAfterActs(() => readAgain({ requestPolicy: 'network-only' }))
  const message = data?.message
  if (!message)
    return <Notice title="Message">{error?.message ?? (fetching ? 'Loading …' : 'There is no such message.')}</Notice>
  const perform = (wanted: Act): void => void act(wanted)
  return (
    <main className="pane screen">
      <h1>
        Message {message.turnId}, {message.role}
      </h1>
      <p className="facts">
        of{' '}
        <Link href={paths.talk(message.conversation.id)}>{message.conversation.title || message.conversation.id}</Link>
        {message.supersedes && (
          <>
            {' · '}
            <Link href={paths.message(message.supersedes.id)}>stands for an inherited one</Link>
          </>
        )}{' '}
        <button type="button" onClick={() => perform({ kind: message.deleted ? 'restore' : 'delete', messageId: id })}>
          {message.deleted ? 'Restore' : 'Delete'}
        </button>
      </p>
      <h2>Its value</h2>
      <p className="facts">
        <label>
          as of what happened by{' '}
          <input value={at} placeholder="2026-01-31T09:30:00Z" onChange={(e) => setAt(e.target.value)} />
        </label>{' '}
        <label>
          and was stored by{' '}
          <input
            value={ingestedAt}
            placeholder="2026-01-31T09:30:00Z"
            onChange={(e) => setIngestedAt(e.target.value)}
          />
        </label>
      </p>
      <Snapshot message={message} />
      {isOfWords(message) && (
        <CorrectForm
          key={message.text}
          text={message.text ?? ''}
          onSave={(text) => perform({ kind: 'correct', messageId: id, text, before: message.text ?? '' })}
        />
      )}
      <h2>What it is related to</h2>
      <Relationships message={message} />
      <h2>What was stored</h2>
      <Observations message={message} />
    </main>
  )
}

/** Words can stand for nothing else: a turn with calls, results or files is no text. */
const isOfWords = ({ deleted, text, content }: Message): boolean =>
  !deleted && text != null && (content ?? []).every(({ __typename }) => __typename === 'TextBlock')

/** A time that is not written to its end is none; one that is shown on this page is taken to the nanosecond. */
function timeOf(text: string): string | null {
  if (Number.isNaN(Date.parse(text))) return null
  return /T[\d:.]+Z$/.test(text) ? text : new Date(text).toISOString()
}

function Snapshot({ message: { snapshot } }: { readonly message: Message }): JSX.Element {
  if (!snapshot) return <p className="hint">There is none: it was deleted by then, or not stored yet.</p>
  const provenance = snapshot.provenance as Readonly<Record<string, unknown>>
  return (
    <div className="wide" tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th>field</th>
            <th>value</th>
            <th>from observation</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(snapshot.fields as Readonly<Record<string, unknown>>).map(([name, value]) => (
            <tr key={name}>
              <td>{name}</td>
              <td>
                <LongText text={shown(value)} />
              </td>
              <td>{shown(provenance[name])}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Observations({ message: { observations, conversation } }: { readonly message: Message }): JSX.Element {
  return (
    <ol className="hits">
      {observations.nodes.map((each) => (
        <li key={each.id}>
          <b>{each.kind}</b>{' '}
          <small className="soft">
            happened {each.observedAt} · stored {each.ingestedAt} · priority {each.priority}
          </small>{' '}
          {each.kind === 'TURN' && (
            <Link href={paths.talk(each.conversation?.id ?? conversation.id, each.id)}>show there</Link>
          )}
          <LongText text={each.text ?? shown(each.fields)} />
        </li>
      ))}
      {observations.pageInfo.hasNextPage && <li>Earlier ones are not shown.</li>}
    </ol>
  )
}
