import { lazy, Suspense, useMemo, type JSX } from 'react'
import { Provider } from 'urql'
import { Router, useLocation } from 'wouter'
import { ConversationPage } from '../conversation/ConversationPage.tsx'
import { newClient } from '../data/client.ts'
import { apiKey } from '../data/key.ts'
import { useObservable } from '../data/observable.ts'
import { StartPage } from '../list/StartPage.tsx'
import { ErrorBoundary } from '../parts/ErrorBoundary.tsx'
import { NotFound } from '../parts/NotFound.tsx'
import { Notice } from '../parts/Notice.tsx'
import { Shell } from '../shell/Shell.tsx'
import { routeOf, type RouteOf } from './route.ts'
import { base } from './urls.ts'

const TreePage = lazy(() => import('../tree/TreePage.tsx'))
const SearchPage = lazy(() => import('../search/SearchPage.tsx'))
const StatsPage = lazy(() => import('../stats/StatsPage.tsx'))
const MessagePage = lazy(() => import('../message/MessagePage.tsx'))
const ComparePage = lazy(() => import('../compare/ComparePage.tsx'))
const ActivityPage = lazy(() => import('../activity/ActivityPage.tsx'))
const SettingsPage = lazy(() => import('../settings/SettingsPage.tsx'))
const ImportPage = lazy(() => import('../import/ImportPage.tsx'))
const ErasuresPage = lazy(() => import('../erasures/ErasuresPage.tsx'))
const ErasurePage = lazy(() => import('../erasures/ErasurePage.tsx'))
const NewPage = lazy(() => import('../conversation/compose/NewPage.tsx'))

/** Returns the whole page. Another key begins anew, with nothing of what another one saw. */
export function App(): JSX.Element {
  const key = useObservable(apiKey)
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
  // The router says when the address changes; what it says is read as it was written.
  const [address] = useLocation()
  const route = useMemo(() => routeOf(location.pathname.slice(base.length)), [address])
  return (
    <Shell route={route}>
      <ErrorBoundary
        key={location.pathname}
        instead={<Notice title="This could not be shown">Nothing is lost. Reload the page to try again.</Notice>}
      >
        <Suspense fallback={<Notice>Loading …</Notice>}>{screenOf(route)}</Suspense>
      </ErrorBoundary>
    </Shell>
  )
}

function screenOf(route: RouteOf): JSX.Element {
  switch (route.kind) {
    case 'conversation':
      return <ConversationPage key={route.id} id={route.id} />
    case 'tree':
      return <TreePage key={route.id} id={route.id} />
    case 'search':
      return <SearchPage />
    case 'stats':
      return <StatsPage />
    case 'activity':
      return <ActivityPage />
    case 'new':
      return <NewPage />
    case 'settings':
      return <SettingsPage />
    case 'import':
      return <ImportPage />
    case 'erasures':
      return <ErasuresPage />
    case 'erasure':
      return <ErasurePage key={route.id} id={route.id} />
    case 'message':
      return <MessagePage key={route.id} id={route.id} />
    case 'compare':
      return <ComparePage key={route.places.join(' ')} places={route.places} />
    case 'start':
      return <StartPage />
    case 'nowhere':
      return <NotFound>There is nothing at this address</NotFound>
  }
}
