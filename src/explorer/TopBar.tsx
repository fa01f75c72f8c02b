import { lazy, Suspense, useState, type JSX } from 'react'
import { Link, useSearch } from 'wouter'
import { live } from './client.ts'
import { parameterOf, root } from './place.ts'
import { SearchBox } from './search/SearchBox.tsx'
import { nextTheme, theme } from './theme.ts'
import { useWatched } from './watched.ts'

const KeyList = lazy(() => import('./keys/KeyList.tsx'))

/** Returns the bar above all screens. */
export function TopBar({ talkId }: { readonly talkId: string | null }): JSX.Element {
  const isLive = useWatched(live)
  const look = useWatched(theme)
  const [hasKeys, setKeys] = useState(false)
  const asked = parameterOf(useSearch(), 'q')
  return (
    <header className="top">
      <Link href="/" className="brand">
        turngraph
      </Link>
      <SearchBox key={asked} talkId={talkId} />
      <Link href="/stats">Statistics</Link>
      <a href={new URL('graphql', root).href}>API</a>
      <span className="grow" />
      <span className="live" data-live={isLive} title={isLive ? 'Changes arrive as they happen' : 'Connecting …'}>
        {isLive ? 'live' : 'offline'}
      </span>
      <button type="button" data-key="?" aria-label="Keys" onClick={() => setKeys(true)}>
        ?
      </button>
      <Suspense>{hasKeys && <KeyList onClose={() => setKeys(false)} />}</Suspense>
      <button type="button" onClick={nextTheme} aria-label={`Theme: ${look}`} title={`Theme: ${look}`}>
        {look === 'dark' ? '☾' : look === 'light' ? '☀' : '◐'}
      </button>
    </header>
  )
}
