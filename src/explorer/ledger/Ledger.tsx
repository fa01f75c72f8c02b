import { useState, type JSX } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import type { Act } from '../act/act.ts'
import { Ledger as LedgerDocument } from '../documents/generated.ts'
import { paths } from '../place.ts'
import { useChanges } from '../talk/useChanges.ts'

interface Props {
  readonly id: string
  readonly headId: string | null
  readonly onAct: (act: Act) => void
}

/** Returns the drawer with what was done to a conversation, the newest first: each line leads there, and back. */
export function Ledger(props: Props): JSX.Element {
  const [isOpen, setOpen] = useState(false)
  return (
    <details className="ledger" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>Ledger</summary>
      {isOpen && <Lines {...props} />}
    </details>
  )
}

function Lines({ id, headId, onAct }: Props): JSX.Element {
  const [{ data }, readAgain] = useQuery({
    query: LedgerDocument,
    variables: { id },
    requestPolicy: 'cache-and-network',
  })
  useChanges(id, () => readAgain({ requestPolicy: 'network-only' }))
  return (
    <ol aria-label="Events" tabIndex={0}>
      {data?.conversation?.events.nodes.map(({ id: eventId, kind, at, note, headFrom, headTo }) => (
        <li key={eventId}>
          <time dateTime={at}>{at.slice(0, 19).replace('T', ' ')}</time> <b>{kind}</b>{' '}
          {note != null && <span>“{note}” </span>}
          {headTo && <Link href={paths.talk(id, headTo.id)}>then</Link>}{' '}
          {headFrom && <Link href={paths.talk(id, headFrom.id)}>before</Link>}{' '}
          {headFrom && headFrom.id !== headId && (
            <button
              type="button"
              onClick={() => onAct({ kind: 'switch', talkId: id, to: headFrom.id, head: headId })}
              aria-label={`Go back to before this ${kind}`}
            >
              Go back
            </button>
          )}
        </li>
      ))}
    </ol>
  )
}
