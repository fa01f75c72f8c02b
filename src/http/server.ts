import { closeWaiting } from './closeWaiting.ts'
import fastify, { LogController, type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import type { SearchIndex } from '../search/searchIndex.ts'
import type { GraphStore } from '../storage/graphStore.ts'
import { startApollo } from '../graphql/apollo.ts'
import { intercept } from '../storage/intercept.ts'
import { formatErrorWith } from '../graphql/answer/errors.ts'
import { quotasOf } from './admission/quotas.ts'
import { overloadReport } from './admission/overloadLog.ts'
import { requestPipeline } from './pipeline.ts'
import { answerError } from './responses/errors.ts'
import { shownPath } from './responses/shownPath.ts'
import type { Metrics } from './metrics.ts'
import { attachmentRoutes } from './routes/attachments.ts'
import { backupRoute } from './routes/backup.ts'
import { answerNowhere, explorerRoutes } from './routes/explorer.ts'
import { extractRoute } from './routes/extract.ts'
import { exportRoute } from './routes/export.ts'
import { graphqlRoute } from './routes/graphql.ts'
import { mcpRoute } from './routes/mcp.ts'
import { healthRoutes } from './routes/health.ts'
import { receiptKeyRoutes } from './routes/receiptKeys.ts'
import { proxyRoute } from './routes/proxy.ts'
import { treeRoute } from './routes/tree.ts'
import { importRoute } from './routes/import.ts'
import { documentsOf } from './subscriptions/documents.ts'
import { serveSubscriptions } from './subscriptions/serve.ts'
import type { ServerParts } from './parts.ts'
export { createMetrics } from './metrics.ts'

/** Returns the HTTP server: the API, MCP, the recording proxy, the explorer, health, metrics, import, export, backup and attachments. It does not listen yet. */
export async function createServer(input: Omit<ServerParts, 'quotas'>): Promise<FastifyInstance> {
  const { log, limits } = input
  const report = overloadReport(log)
  const parts: ServerParts = { ...input, quotas: quotasOf(limits.bounds, report) }
  // What fastify says at info is said once more by us.
  const quieter: FastifyBaseLogger = log.child({}, { level: log.isLevelEnabled('warn') ? 'warn' : log.level })
  const server = fastify({
    loggerInstance: quieter,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: limits.bodyBytes,
    // A request without a Host is refused in our own words, too.
    http: { requireHostHeader: false },
    // We refuse in our own words what comes while the server ends.
    return503OnClosing: false,
    // Content is the caller's own: a member called __proto__ is kept, and nothing of ours ever merges it.
    onProtoPoisoning: 'ignore',
    onConstructorPoisoning: 'ignore',
    routerOptions: { maxParamLength: 10_000 },
  })
  closeWaiting(server.server)
  const { admission, identify, reader } = requestPipeline(server, parts)
  server.setErrorHandler(answerError(parts))
  server.setNotFoundHandler(answerNowhere)
  logRequests(server, log)
  const formatError = formatErrorWith(log, (code) => parts.metrics.countError(code))
  const { apollo, schema } = await startApollo(parts, formatError)
  const documents = documentsOf(schema)
  const streams = serveSubscriptions(server, { ...parts, apollo, schema, documents, formatError, admission, identify })
  server.addHook('onClose', () => {
    report.stop()
    return apollo.stop()
  })
  graphqlRoute(server, { ...parts, apollo, streams, documents })
  mcpRoute(server, { ...parts, apollo })
  if (parts.proxy) await proxyRoute(server, parts, parts.proxy)
  explorerRoutes(server, parts)
  healthRoutes(server, parts)
  receiptKeyRoutes(server, parts)
  importRoute(server, parts)
  exportRoute(server, parts)
  extractRoute(server, parts)
  treeRoute(server, parts)
  backupRoute(server, parts)
  attachmentRoutes(server, { ...parts, reader })
  await server.ready()
  return server
}

/** Returns the index with its searches timed. */
export function meteredSearch(search: SearchIndex, metrics: Metrics): SearchIndex {
  const find: SearchIndex['find'] = async (...args) => {
    const end = metrics.startSearch()
    return search.find(...args).finally(end)
  }
  return { ...search, find }
}

/** Returns the store with each call counted and timed. */
export function metered(store: GraphStore, metrics: Metrics): GraphStore {
  return intercept(store, async (method, call) => {
    const end = metrics.startStoreCall()
    try {
      return await call()
    } finally {
      end(method)
    }
  })
}

/** One line per request; the path alone, for a query's text may be anything. */
function logRequests(server: FastifyInstance, log: Logger): void {
  if (!log.isLevelEnabled('debug')) return
  server.addHook('onResponse', async ({ method, url }, reply) => {
    log.debug({ method, path: shownPath(url), status: reply.statusCode, ms: reply.elapsedTime }, 'request')
  })
}
