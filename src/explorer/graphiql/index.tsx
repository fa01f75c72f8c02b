import './monacoWorkers.ts'
import 'graphiql/style.css'
import './index.css'
import { createGraphiQLFetcher } from '@graphiql/toolkit'
import { GraphiQL } from 'graphiql'
import { createClient } from 'graphql-ws'
import { createRoot } from 'react-dom/client'
import { tabs } from './tabs.ts'

const url = new URL('graphql', document.baseURI).href
const fetcher = createGraphiQLFetcher({ url, wsClient: createClient({ url: url.replace(/^http/, 'ws') }) })

const place = document.getElementById('explorer')
if (place)
  createRoot(place).render(
    <GraphiQL fetcher={fetcher} defaultTabs={[...tabs]} schemaDescription defaultEditorToolsVisibility />,
  )
