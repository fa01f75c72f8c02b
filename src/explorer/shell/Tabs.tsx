import { ChartColumn, ListTree, MessagesSquare, MessageSquareText, type LucideIcon } from 'lucide-react'
import { useEffect, type JSX } from 'react'
import { Link } from 'wouter'
import { observable, useObservable } from '../data/observable.ts'
import type { RouteOf } from '../urls/route.ts'
import { paths } from '../urls/urls.ts'

/** The conversation that was open last. */
const lastOpen = observable<string | null>(null)

/** Returns the tabs of a phone. */
export function Tabs({ route }: { readonly route: RouteOf }): JSX.Element {
  const own = route.kind === 'conversation' || route.kind === 'tree' ? route.id : null
  const last = useObservable(lastOpen)
  useEffect(() => {
    if (own !== null) lastOpen.set(own)
  }, [own])
  const id = own ?? last
  return (
    <nav className="tabs" aria-label="Screens">
      <Tab to="/" name="List" icon={MessagesSquare} isCurrent={route.kind === 'start'} />
      <Tab
        to={id === null ? null : paths.conversation(id)}
        name="Read"
        icon={MessageSquareText}
        isCurrent={route.kind === 'conversation'}
      />
      <Tab to={id === null ? null : paths.tree(id)} name="Tree" icon={ListTree} isCurrent={route.kind === 'tree'} />
      <Tab to="/stats" name="Statistics" icon={ChartColumn} isCurrent={route.kind === 'stats'} />
    </nav>
  )
}

interface TabProps {
  readonly to: string | null
  readonly name: string
  readonly icon: LucideIcon
  readonly isCurrent: boolean
}

function Tab({ to, name, icon: Icon, isCurrent }: TabProps): JSX.Element {
  if (to === null)
    return (
      <span className="off" role="link" aria-disabled="true" title="Choose a conversation first">
        <Icon className="i" />
        {name}
      </span>
    )
  return (
    <Link href={to} {...(isCurrent && { 'aria-current': 'page' as const })}>
      <Icon className="i" />
      {name}
    </Link>
  )
}
