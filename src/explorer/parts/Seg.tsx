import type { LucideIcon } from 'lucide-react'
import type { JSX } from 'react'

interface Props<T extends string> {
  readonly chosen: T
  readonly choices: readonly { readonly value: T; readonly name: string; readonly icon?: LucideIcon }[]
  readonly onChoose: (value: T) => void
  /** What is chosen by them, where nothing beside them says it. */
  readonly name?: string
  /** Whether their icons alone are seen. */
  readonly isShort?: boolean
}

/** Returns buttons of which one is pressed. */
export function Seg<T extends string>({ name, chosen, choices, onChoose, isShort = false }: Props<T>): JSX.Element {
  return (
    <div className="seg" role="group" aria-label={name}>
      {choices.map(({ value, name: each, icon: Icon }) => (
        <button
          key={value}
          type="button"
          aria-pressed={value === chosen}
          {...(isShort && { 'aria-label': each, title: each })}
          onClick={() => onChoose(value)}
        >
          {Icon && <Icon className="i s" />}
          {!isShort && each}
        </button>
      ))}
    </div>
  )
}
