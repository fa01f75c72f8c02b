import { X } from 'lucide-react'
import type { JSX } from 'react'
import { useQuery } from 'urql'
import { PlaceKind } from '../documents/generated.ts'
import { ProjectOptions } from '../parts/ProjectOptions.tsx'
import type { Folder } from '../parts/useFolders.ts'
import { IconButton } from '../parts/IconButton.tsx'
import type { Asked, Role } from './useHits.ts'

const roles: readonly (readonly [Role, string])[] = [
  ['USER', 'You'],
  ['ASSISTANT', 'Assistant'],
  ['TOOL', 'Tools'],
  ['SYSTEM', 'System'],
]
const ages = [1, 7, 30, 365] as const
const ageNames = ['In the last day', 'In the last week', 'In the last month', 'In the last year'] as const

/** Returns the role that a word of the address names; null for any other. */
export const roleOf = (word: string | null): Role | null => roles.find(([value]) => value === word)?.[0] ?? null
/** Returns how many days a word of the address names; null for any other. */
export const daysOf = (word: string | null): number | null => ages.find((age) => String(age) === word) ?? null

/** Returns whether a word of the address has calls of tools searched alone, or not at all; null for any other. */
export const callsOf = (word: string | null): boolean | null =>
  word === 'only' ? true : word === 'none' ? false : null

interface Props {
  readonly asked: Asked
  readonly folders: readonly Folder[]
  readonly onChoose: (changes: Readonly<Record<string, string | null>>) => void
}

/** Returns what narrows a search: who said it, where, when. */
export function Scope({ asked: request, folders, onChoose }: Props): JSX.Element {
  const { role, within, project, inCalls, days } = request
  const chosen = (value: string): string | null => (value === '' ? null : value)
  return (
    <>
      <select
        className="field"
        aria-label="Said by"
        value={role ?? ''}
        onChange={({ target }) => onChoose({ role: chosen(target.value) })}
      >
        <option value="">Anyone</option>
        {roles.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
      <select
        className="field"
        aria-label="Project"
        value={project ?? ''}
        onChange={({ target }) => onChoose({ project: chosen(target.value) })}
      >
        <option value="">Any project</option>
        <ProjectOptions folders={folders} />
      </select>
      <select
        className="field"
        aria-label="Time"
        value={days ?? ''}
        onChange={({ target }) => onChoose({ days: chosen(target.value) })}
      >
        <option value="">Any time</option>
        {ages.map((age, at) => (
          <option key={age} value={age}>
            {ageNames[at]}
          </option>
        ))}
      </select>
      <select
        className="field"
        aria-label="Tool calls"
        value={inCalls === null ? '' : inCalls ? 'only' : 'none'}
        onChange={({ target }) => onChoose({ calls: chosen(target.value) })}
      >
        <option value="">In tool calls too</option>
        <option value="none">Not in tool calls</option>
        <option value="only">In tool calls alone</option>
      </select>
      {within !== null && <Within within={within} onPathOnly={request.onPathOnly} onChoose={onChoose} />}
    </>
  )
}

interface WithinProps {
  readonly within: string
  readonly onPathOnly: boolean
  readonly onChoose: Props['onChoose']
}

/** Where in one conversation is searched, and what ends that. */
function Within({ within, onPathOnly, onChoose }: WithinProps): JSX.Element {
  const [{ data }] = useQuery({ query: PlaceKind, variables: { id: within } })
  const title = data?.conversation?.title || 'one conversation'
  return (
    <>
      <span className="chip" dir="auto">
        in <span className="cut">{title}</span>
      </span>
      <label className="btn check">
        <input
          type="checkbox"
          className="chk"
          checked={onPathOnly}
          onChange={() => onChoose({ path: onPathOnly ? null : '1' })}
        />
        Current branch alone
      </label>
      <IconButton isSmall icon={X} name="Search everywhere" onClick={() => onChoose({ in: null, path: null })} />
    </>
  )
}
