import { useState, type JSX } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import type { Act } from '../act/act.ts'
import { Ledger, type LedgerQuery } from '../documents/generated.ts'
import { paths } from '../place.ts'
import { useChanges } from '../talk/useChanges.ts'
import { inverseOfLine } from './inverse.ts'

interface Props {
  readonly id: string
  /** Undefined until it is known. */
  readonly headId: string | null | undefined
  readonly onAct: (act: Act) => void
}
type Event = NonNullable<LedgerQuery['conversation']>['events']['nodes'][number]

/** As many as the API gives at once. */
const most = 100

/** Returns what was done to a conversation, the newest first: each line leads there, and back. */
export default function Lines({ id, headId, onAct }: Props): JSX.Element {
  const [kind, setKind] = useState('')
  const [{ data }, readAgain] = useQuery({
    query: Ledger,
    variables: { id, first: most },
    requestPolicy: 'cache-and-network',
  })
  useChanges(id, () => readAgain({ requestPolicy: 'network-only' }))
  const events = data?.conversation?.events
  const kinds = [...new Set(events?.nodes.map((event) => event.kind))].sort()
  return (
    <>
      <label>
        Kind{' '}
        <select value={kind} onChange={({ target }) => setKind(target.value)}>
          <option value="">everything</option>
          {kinds.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
      </label>
      <ol aria-label="Events" tabIndex={0}>
        {events?.nodes
          .filter((event) => kind === '' || event.kind === kind)
          .map((event) => (
            <li key={event.id}>
              <Line id={id} event={event} headId={headId} onAct={onAct} />
            </li>
          ))}
      </ol>
      {events?.pageInfo.hasNextPage === true && (
        <p className="hint">
          These are the newest {most} of {events.totalCount}.
        </p>
      )}
    </>
  )
}

function Line({ id, event, headId, onAct }: Props & { readonly event: Event }): JSX.Element {
  const { kind, at, note, principal, headFrom, headTo } = event
  const inverse = headId === undefined ? null : inverseOfLine(event, id, headId)
  const who = principal?.label ?? principal?.id
  return (
    <>
      <time dateTime={at}>{at.slice(0, 19).replace('T', ' ')}</time> <b>{kind}</b>{' '}
      {who != null && <span>by {who} </span>}
      {note != null && <span>“{note}” </span>}
      {headTo && <Link href={paths.talk(id, headTo.id)}>then</Link>}{' '}
      {headFrom && <Link href={paths.talk(id, headFrom.id)}>before</Link>}{' '}
      {inverse && (
        <button
          type="button"
          onClick={() => onAct(inverse.act)}
          aria-label={inverse.label === 'Go back' ? `Go back to before this ${kind}` : `${inverse.label}: this ${kind}`}
        >
          {inverse.label}
        </button>
      )}
    </>
  )
}
