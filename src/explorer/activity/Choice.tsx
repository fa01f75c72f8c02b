import type { JSX } from 'react'
import { choices, type Kinds } from './words.ts'

interface Props {
  readonly chosen: Kinds
  readonly onChoose: (chosen: Kinds) => void
}

/** Returns the field that says which acts are shown. */
export function Choice({ chosen, onChoose }: Props): JSX.Element {
  return (
    <select
      className="field"
      aria-label="What to show"
      value={chosen}
      onChange={({ target }) => onChoose(choices.find(([value]) => value === target.value)?.[0] ?? 'ALL')}
    >
      {choices.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </select>
  )
}
