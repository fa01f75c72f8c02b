import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, JSX } from 'react'

interface Props extends Omit<ComponentProps<'button'>, 'name'> {
  readonly icon: LucideIcon
  readonly name: string
  /** The key that does the same. */
  readonly shortcut?: string
  readonly isSmall?: boolean
}

/** Returns a button of an icon alone, which its title names. */
export function IconButton({ icon: Icon, name, shortcut, isSmall = false, className, ...rest }: Props): JSX.Element {
  return (
    <button
      type="button"
      aria-label={name}
      title={shortcut === undefined ? name : `${name}  ${shortcut}`}
      {...rest}
      className={`btn ic${isSmall ? ' sm' : ''}${className === undefined ? '' : ` ${className}`}`}
    >
      <Icon className="i" />
    </button>
  )
}
