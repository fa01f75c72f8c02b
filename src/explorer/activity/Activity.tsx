import { X } from 'lucide-react'
import { useState, type JSX } from 'react'
import { useQuery } from 'urql'
import type { Action } from '../actions/action.ts'
import { useOnChange } from '../data/useOnChange.ts'
import { Activity as ActivityDocument } from '../documents/generated.ts'
import { IconButton } from '../parts/IconButton.tsx'
import { Loading } from '../parts/Notice.tsx'
import { dayOf, daysAgo } from '../parts/text.ts'
import { Line, type Event } from './Line.tsx'
import { together, type Lines } from './lines.ts'
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
const choices: readonly (readonly [Kinds, string])[] = [
  ['ALL', 'Everything'],
  ['SAID', 'Said'],
  ['BRANCHES', 'Branches'],
  ['EDITS', 'Edits'],
  ['NAMES', 'Names'],
  ['IMPORTS', 'Imports'],
]

/** Returns what was done to a conversation, the newest first: each line in words, with what leads there and takes it back. */
export default function Activity({ id, headId, changes, onAction, onClose }: Props): JSX.Element {
  const [chosen, setChosen] = useState<Kinds>('ALL')
  const variables = { id, first: most }
  const [{ data }, readAgain] = useQuery({ query: ActivityDocument, variables, requestPolicy: 'cache-and-network' })
  useOnChange(changes, () => readAgain({ requestPolicy: 'network-only' }))
  const events = data?.conversation?.events
  const lines = together((events?.nodes ?? []).filter(({ kind }) => chosen === 'ALL' || kindsOf(kind) === chosen))
  return (
    <aside className="tree activity" aria-label="Activity">
      <header className="head">
        <h2 className="grow">Activity</h2>
        <select
          className="field"
          aria-label="What to show"
          value={chosen}
          onChange={({ target }) => setChosen(choices.find(([value]) => value === target.value)?.[0] ?? 'ALL')}
        >
          {choices.map(([value, name]) => (
            <option key={value} value={value}>
              {name}
            </option>
          ))}
        </select>
        <IconButton icon={X} name="Close the activity" shortcut="g a" onClick={onClose} />
      </header>
      {!events && <Loading rows={6} />}
      <ol className="acts-list" aria-label="What was done" tabIndex={0}>
        {lines.map((line, at) => (
          <Day key={line.event.id} line={line} before={lines[at - 1] ?? null}>
            <Line {...{ id, headId, onAction, line }} />
          </Day>
        ))}
      </ol>
      {events?.pageInfo.hasNextPage === true && (
        <p className="list-empty soft">
          These are the newest {most} of {events.totalCount}.
        </p>
      )}
    </aside>
  )
}

function Day({
  line,
  before,
  children,
}: {
  readonly line: Lines<Event>
  readonly before: Lines<Event> | null
  readonly children: JSX.Element
}): JSX.Element {
  const day = dayOf(line.event.at)
  const isNew = before === null || dayOf(before.event.at) !== day
  return (
    <>
      {isNew && <li className="day2">{daysAgo(line.event.at) === 0 ? 'Today' : day}</li>}
      <li>{children}</li>
    </>
  )
}
