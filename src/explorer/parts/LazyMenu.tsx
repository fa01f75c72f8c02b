import { cloneElement, lazy, Suspense, useState, type JSX, type ReactElement } from 'react'
import { ErrorBoundary } from './ErrorBoundary.tsx'
import type { MenuItem } from './Menu.tsx'

const Menu = lazy(() => import('./Menu.tsx').then((module) => ({ default: module.Menu })))

interface Props {
  readonly trigger: ReactElement<Record<string, unknown>>
  /** Called when the menu is open: only then it is known what is in it. */
  readonly groups: () => readonly (readonly MenuItem[])[]
  readonly align?: 'start' | 'end'
}

/** Returns what opens a menu, whose parts are loaded when one is first opened. */
export function LazyMenu({ trigger, groups, align = 'end' }: Props): JSX.Element {
  const [isWanted, setWanted] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const button = cloneElement(trigger, {
    'aria-haspopup': 'menu',
    onClick: () => {
      setWanted(true)
      setOpen(true)
    },
  })
  if (!isWanted) return button
  return (
    <ErrorBoundary instead={button}>
      <Suspense fallback={button}>
        <Menu trigger={trigger} isOpen={isOpen} onOpen={setOpen} groups={isOpen ? groups() : []} align={align} />
      </Suspense>
    </ErrorBoundary>
  )
}
