import { X } from 'lucide-react'
import { useState, type JSX } from 'react'
import { useQuery } from 'urql'
import type { Action } from '../actions/action.ts'
import { useOnChange } from '../data/useOnChange.ts'
import { Activity as ActivityDocument } from '../documents/generated.ts'
import { IconButton } from '../parts/IconButton.tsx'
import { Loading } from '../parts/Notice.tsx'
import { Choice } from './Choice.tsx'
import { Days } from './Days.tsx'
import { Line } from './Line.tsx'
import { together } from './lines.ts'
import { kindsOf, type Kinds } from './words.ts'

interface Props {
  readonly id: string
  /** Undefined until it is known. */
  readonly headId: string | null | undefined
  /** Grows when the conversation changes. */
  readonly changes: number
  readonly onAction: (action: Action) => void
  readonly onClose: () => void
}

/** As many as the API gives at once. */
const most = 100
/** Returns what was done to a conversation, the newest first: each line in words, with what leads there and takes it back. */
export default function Activity({ id, headId, changes, onAction, onClose }: Props): JSX.Element {
  const [chosen, setChosen] = useState<Kinds>('ALL')
  const variables = { id, first: most }
  const [{ data }, readAgain] = useQuery({ query: ActivityDocument, variables, requestPolicy: 'cache-and-network' })
  useOnChange(changes, () => readAgain({ requestPolicy: 'network-only' }))
  const events = data?.conversation?.events
  const viewerId = data?.viewer.principal.id ?? null
  const lines = together((events?.nodes ?? []).filter(({ kind }) => chosen === 'ALL' || kindsOf(kind) === chosen))
  return (
    <aside className="tree activity" aria-label="Activity">
      <header className="head">
        <h2 className="grow">Activity</h2>
        <Choice chosen={chosen} onChoose={setChosen} />
        <IconButton icon={X} name="Close the activity" shortcut="g a" onClick={onClose} />
      </header>
      {!events && <Loading rows={6} />}
      <Days lines={lines} lineOf={(line) => <Line {...{ id, headId, viewerId, onAction, line }} />} />
      {events?.pageInfo.hasNextPage === true && (
        <p className="list-empty soft">
          These are the newest {most} of {events.totalCount}.
        </p>
      )}
    </aside>
  )
}
