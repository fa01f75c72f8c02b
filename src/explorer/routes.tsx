import { lazy, Suspense, useMemo, type JSX } from 'react'
import { Provider } from 'urql'
import { Router, useLocation } from 'wouter'
import { Toaster } from './act/Toaster.tsx'
import { newClient } from './client.ts'
import { apiKey, keyWanted } from './key.ts'
import { Guard } from './Guard.tsx'
import { useKeys } from './keys/useKeys.ts'
import { ConversationList } from './list/ConversationList.tsx'
import { Notice } from './Notice.tsx'
import { base } from './place.ts'
import { routeOf, type RouteOf } from './route.ts'
import { Talk } from './talk/Talk.tsx'
import { TopBar } from './TopBar.tsx'
import { useWatched } from './watched.ts'

const TreePane = lazy(() => import('./tree/TreePane.tsx'))
const SearchPage = lazy(() => import('./search/SearchPage.tsx'))
const StatsPage = lazy(() => import('./stats/StatsPage.tsx'))
const MessagePage = lazy(() => import('./message/MessagePage.tsx'))
const ComparePage = lazy(() => import('./compare/ComparePage.tsx'))
const KeyField = lazy(() => import('./KeyField.tsx'))

/** Returns the whole page. Another key begins anew, with nothing of what another one saw. */
export function App(): JSX.Element {
  const key = useWatched(apiKey)
  const client = useMemo(newClient, [key])
  return (
    <Provider value={client} key={key}>
      <Router base={base}>
        <Page />
      </Router>
    </Provider>
  )
}

function Page(): JSX.Element {
  const asked = useWatched(keyWanted)
  useKeys()
  // The router says when the address changes; what it says is read as it was written.
  useLocation()
  const route = routeOf(location.pathname.slice(base.length))
  return (
    <>
      <TopBar talkId={route.kind === 'talk' || route.kind === 'tree' ? route.id : null} />
      <Toaster />
      <Suspense>{asked && <KeyField />}</Suspense>
      <div className="panes" data-route={route.kind}>
        <ConversationList open={'id' in route ? route.id : null} />
        <Guard
          key={location.pathname}
          instead={<Notice>This could not be shown. Reload the page to try again.</Notice>}
        >
          <Suspense fallback={<Notice>Loading …</Notice>}>{screenOf(route)}</Suspense>
        </Guard>
      </div>
    </>
  )
}

function screenOf(route: RouteOf): JSX.Element {
  if (route.kind === 'talk') return <Talk key={route.id} id={route.id} isBesideTree={false} />
  if (route.kind === 'tree')
    return (
      <>
        <Talk key={route.id} id={route.id} isBesideTree />
        <TreePane key={`tree ${route.id}`} id={route.id} />
      </>
    )
  if (route.kind === 'search') return <SearchPage />
  if (route.kind === 'stats') return <StatsPage />
  if (route.kind === 'message') return <MessagePage key={route.id} id={route.id} />
  if (route.kind === 'compare') return <ComparePage key={route.places.join(' ')} places={route.places} />
  if (route.kind !== 'start') return <Notice title="Nothing here">There is nothing at this address.</Notice>
  const hint = 'Choose a conversation to read it, to see its branches, and to send a link to any turn of it.'
  return <Notice title="turngraph">{hint}</Notice>
}
