import { ChevronRight, Clock, Undo2, Trash2 } from 'lucide-react'
import { useState, type JSX } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import type { Action } from '../actions/action.ts'
import { useAction } from '../actions/useAction.ts'
import { useAfterActions } from '../actions/useAfterActions.ts'
import { useIsReadOnly } from '../data/rights.ts'
import { MessageHistory } from '../documents/generated.ts'
import { NotFound } from '../parts/NotFound.tsx'
import { Notice } from '../parts/Notice.tsx'
import { usePageTitle } from '../parts/usePageTitle.ts'
import { paths } from '../urls/urls.ts'
import { Fields, type Message } from './Fields.tsx'
import { Relationships } from './Relationships.tsx'
import { timeLine } from './stored.ts'
import { WhereUsed } from './WhereUsed.tsx'
import { StoredLine } from './StoredLine.tsx'

/** Returns all that was ever stored of a message, newest first, and where each of its present fields comes from. */
export default function MessagePage({ id }: { readonly id: string }): JSX.Element {
  const [at, setAt] = useState('')
  const [ingestedAt, setIngestedAt] = useState('')
  const action = useAction()
  const isReadOnly = useIsReadOnly()
  const variables = { id, at: timeOf(at), ingestedAt: timeOf(ingestedAt) }
  const [{ data, error, fetching }, readAgain] = useQuery({
    query: MessageHistory,
    variables,
    requestPolicy: 'cache-and-network',
  })
  useAfterActions(() => readAgain({ requestPolicy: 'network-only' }))
  const message = data?.message
  usePageTitle(message ? `History: ${message.conversation.title || 'Untitled'}` : 'History')
  if (!message) {
    if (!error && !fetching) return <NotFound>There is no message of that id here</NotFound>
    return <Notice title="History">{error?.message ?? 'Loading …'}</Notice>
  }
  const perform = (wanted: Action): void => void action(wanted)
  const { observations, conversation, deleted, erased } = message
  const lines = timeLine(observations.nodes, observations.nodes.length)
  const newest = observations.nodes.find((each) => each.turn != null)
  const turn = newest?.turn
  return (
    <main className="pane" aria-labelledby="message-title">
      <header className="head">
        <div className="crumb grow">
          <Link className="from cut" href={paths.conversation(conversation.id)} dir="auto">
            {conversation.title || 'Untitled'}
          </Link>
          <ChevronRight className="i s" />
          <h1 id="message-title" className="cut">
            History of {turn == null ? 'a turn' : `turn ${turn}`}
          </h1>
        </div>
        <label className="asof-head">
          <Clock className="i s" />
          As of
          <input
            className="field"
            value={at}
            placeholder="now"
            title="A date, or a date and a time: 2026-01-31 09:30"
            onChange={({ target }) => setAt(target.value)}
          />
        </label>
        {!erased && !isReadOnly && (
          <button
            type="button"
            className={deleted ? 'btn' : 'btn danger'}
            onClick={() => perform({ kind: deleted ? 'restore' : 'delete', messageId: id })}
          >
            {deleted ? <Undo2 className="i" /> : <Trash2 className="i" />}
            {deleted ? 'Restore' : 'Delete'}
          </button>
        )}
      </header>
      <div className="hist">
        <section className="obs" aria-labelledby="stored-title">
          <h2 id="stored-title">
            What was stored <span className="soft n">{lines.length}</span>
          </h2>
          <ol>
            {lines.map((line) => (
              <StoredLine key={line.stored.id} line={line} message={message} onAction={perform} />
            ))}
          </ol>
          {observations.pageInfo.hasNextPage && <p className="soft">Older ones are not shown.</p>}
        </section>
        <section className="facts-pane" aria-labelledby="reads-title">
          <h2 id="reads-title">{at === '' && ingestedAt === '' ? 'As it reads now' : 'As it read then'}</h2>
          <Fields message={message} lines={lines} />
          {message.supersedes && (
            <p>
              <Link className="link" href={paths.message(message.supersedes.id)}>
                Stands for an inherited one
              </Link>
            </p>
          )}
          {newest && <WhereUsed id={newest.id} />}
          <h2>Related</h2>
          <Relationships message={message} />
          <Details {...{ message, ingestedAt }} onIngestedAt={setIngestedAt} />
        </section>
      </div>
    </main>
  )
}

/** A time that is not written to its end is none; one that is shown on this page is taken to the nanosecond. */
function timeOf(text: string): string | null {
  if (Number.isNaN(Date.parse(text))) return null
  return /T[\d:.]+Z$/.test(text) ? text : new Date(text).toISOString()
}

interface DetailsProps {
  readonly message: Message
  readonly ingestedAt: string
  readonly onIngestedAt: (time: string) => void
}

/** What programs know of it: ids, ranks, and the second clock. */
function Details({ message, ingestedAt, onIngestedAt }: DetailsProps): JSX.Element {
  const provenance = message.snapshot?.provenance as Readonly<Record<string, unknown>> | undefined
  return (
    <details className="think">
      <summary>Details</summary>
      <label className="asof-field">
        By when it was stored here
        <input
          className="field"
          value={ingestedAt}
          placeholder="2026-01-31 09:30"
          onChange={({ target }) => onIngestedAt(target.value)}
        />
      </label>
      <div className="scrollx" tabIndex={0}>
        <table className="tbl">
          <thead>
            <tr>
              <th scope="col">Stored here</th>
              <th scope="col">Happened</th>
              <th scope="col">Rank</th>
              <th scope="col">Id</th>
            </tr>
          </thead>
          <tbody>
            {message.observations.nodes.map((each) => (
              <tr key={each.id}>
                <td>{each.ingestedAt}</td>
                <td>{each.observedAt}</td>
                <td>{each.priority}</td>
                <td className="mono">{each.id}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="mono">{message.id}</p>
      {provenance && (
        <ul className="mono">
          {Object.entries(provenance).map(([name, from]) => (
            <li key={name}>
              {name}: {String(from)}
            </li>
          ))}
        </ul>
      )}
    </details>
  )
}
