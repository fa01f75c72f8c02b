import { Flag } from 'lucide-react'
import type { JSX } from 'react'
import { useQuery } from 'urql'
import { Link } from 'wouter'
import { Checkpoints as Query } from '../../documents/generated.ts'
import { Dialog } from '../../parts/Dialog.tsx'
import { DialogButtons } from '../../parts/DialogButtons.tsx'
import { Loading } from '../../parts/Notice.tsx'
import { Time } from '../../parts/Time.tsx'
import { paths } from '../../urls/urls.ts'

interface Props {
  readonly id: string
  readonly onClose: () => void
}

/** Returns the checkpoints of a conversation, opened: each leads to its place, and no head moves. */
export default function Checkpoints({ id, onClose }: Props): JSX.Element {
  const [{ data, error }] = useQuery({ query: Query, variables: { id }, requestPolicy: 'network-only' })
  const points = data?.conversation?.checkpoints.nodes.map(({ at, details, ...event }) => ({
    ...{ id: event.id, at, ...(details as { name?: unknown; observationId?: unknown }) },
  }))
  return (
    <Dialog
      title="Checkpoints"
      hint="Places with a name. Each shows the conversation as it was there; nothing moves."
      onClose={onClose}
    >
      {!points && !error && <Loading rows={3} />}
      {error && <p className="fault">{error.message}</p>}
      {points?.length === 0 && <p className="soft">None yet. “Checkpoint …” in the menu of a turn sets one there.</p>}
      {points && points.length > 0 && (
        <ul className="opts">
          {points.map(({ id: event, at, name, observationId }) => (
            <li key={event} className="rowx">
              <Flag className="i s" />
              <Link
                className="link grow cut"
                href={paths.conversation(id, typeof observationId === 'string' ? observationId : null)}
                onClick={onClose}
                dir="auto"
              >
                {typeof name === 'string' ? name : 'Checkpoint'}
              </Link>
              <span className="soft">
                <Time at={at} />
              </span>
            </li>
          ))}
        </ul>
      )}
      <DialogButtons onClose={onClose} />
    </Dialog>
  )
}
