import { ChartColumn, Import, PanelLeftOpen, Search, SquarePen } from 'lucide-react'
import type { JSX } from 'react'
import { Link } from 'wouter'
import { IconButton } from '../parts/IconButton.tsx'
import { useAskedMay } from '../data/rights.ts'
import type { RouteOf } from '../urls/route.ts'
import { Brand } from './Brand.tsx'
import { FootTools } from './FootTools.tsx'

interface Props {
  readonly route: RouteOf
  readonly onList: () => void
}

/** Returns the narrow bar that stands where the list has no room. */
export function Rail({ route, onList }: Props): JSX.Element {
  // Where the list is away, nothing else has asked.
  const isReadOnly = useAskedMay('WRITE') === false
  const current = (kind: RouteOf['kind']) => (route.kind === kind ? ({ 'aria-current': 'page' } as const) : {})
  return (
    <nav className="railbar" aria-label="Main">
      <Brand isShort />
      <IconButton icon={PanelLeftOpen} name="Show the list" shortcut="\" onClick={onList} />
      <Link href="/search" className="btn ic" aria-label="Search" title="Search  /" {...current('search')}>
        <Search className="i" />
      </Link>
      <Link href="/stats" className="btn ic" aria-label="Statistics" title="Statistics" {...current('stats')}>
        <ChartColumn className="i" />
      </Link>
      {!isReadOnly && (
        <>
          <Link href="/import" className="btn ic" aria-label="Import" title="Import" {...current('import')}>
            <Import className="i" />
          </Link>
          <Link href="/new" className="btn ic" aria-label="New conversation" title="New conversation  n">
            <SquarePen className="i" />
          </Link>
        </>
      )}
      <span className="grow" />
      <FootTools />
    </nav>
  )
}
