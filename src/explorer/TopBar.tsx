import type { JSX } from 'react'
import { Link } from 'wouter'
import { live } from './client.ts'
import { nextTheme, theme } from './theme.ts'
import { useWatched } from './watched.ts'

/** Returns the bar above all screens. */
export function TopBar(): JSX.Element {
  const isLive = useWatched(live)
  const look = useWatched(theme)
  return (
    <header className="top">
      <Link href="/" className="brand">
        turngraph
      </Link>
      <span className="grow" />
      <span className="live" data-live={isLive} title={isLive ? 'Changes arrive as they happen' : 'Connecting …'}>
        {isLive ? 'live' : 'offline'}
      </span>
      <button type="button" onClick={nextTheme} aria-label={`Theme: ${look}`} title={`Theme: ${look}`}>
        {look === 'dark' ? '☾' : look === 'light' ? '☀' : '◐'}
      </button>
    </header>
  )
}
