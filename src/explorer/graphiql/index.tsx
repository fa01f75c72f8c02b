import './monacoWorkers.ts'
import 'graphiql/style.css'
import '../tokens.css'
import '../styles/key.css'
import './index.css'
import { createGraphiQLFetcher } from '@graphiql/toolkit'
import { GraphiQL } from 'graphiql'
import { createClient } from 'graphql-ws'
import type { JSX } from 'react'
import { createRoot } from 'react-dom/client'
import { apiKey, ask, keyHeaders, keyWanted } from '../data/key.ts'
import KeyField from '../shell/KeyField.tsx'
import { useObservable } from '../data/observable.ts'
import { tabs } from './tabs.ts'

const url = new URL('graphql', document.baseURI).href
const wsClient = createClient({ url: url.replace(/^http/, 'ws'), connectionParams: keyHeaders })
const fetcher = createGraphiQLFetcher({ url, fetch: ask, wsClient })

/** Asks for a key first, where the server wants one: the schema is read anew with it. */
function Explorer(): JSX.Element {
  const [wanted, key] = [useObservable(keyWanted), useObservable(apiKey)]
  return (
    <>
      {wanted && <KeyField />}
      <GraphiQL key={key} fetcher={fetcher} defaultTabs={[...tabs]} schemaDescription defaultEditorToolsVisibility />
    </>
  )
}

const place = document.getElementById('explorer')
if (place) createRoot(place).render(<Explorer />)
