import { readFileSync } from 'node:fs'
import { ApolloServer, type ApolloServerPlugin } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled'
import { ApolloServerPluginLandingPageLocalDefault } from '@apollo/server/plugin/landingPage/default'
import type { Context } from './context.ts'
import { formatErrorWith } from './errors.ts'
import { limitCost, measure, okForJson } from './plugins.ts'
import { resolvers } from './resolvers/index.ts'
import type { ServerParts } from './server.ts'

/** Bounds a hostile document before it is parsed. */
const maxLexicalTokens = 20_000
const schemaFile = new URL('../../schema.graphql', import.meta.url)

/** Returns the text of the schema. */
export function schemaText(): string {
  return readFileSync(schemaFile, 'utf8')
}

/** Returns Apollo Server over our schema, started. It never calls home and takes no part in shutting down. */
export async function startApollo({ log, metrics, limits, sandbox }: ServerParts): Promise<ApolloServer<Context>> {
  const apollo = new ApolloServer<Context>({
    typeDefs: schemaText(),
    resolvers,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    csrfPrevention: true,
    parseOptions: { maxLexicalTokens },
    formatError: formatErrorWith(log, (code) => metrics.countError(code)),
    logger: log,
    plugins: [...withoutPlugins(sandbox), limitCost(limits), measure(metrics), okForJson],
  })
  await apollo.start()
  return apollo
}

/** The cache-control plugin wraps every resolver; the reporting ones would call home when a key lies in the environment. */
function withoutPlugins(sandbox: boolean): ApolloServerPlugin<Context>[] {
  return [
    ApolloServerPluginCacheControlDisabled(),
    ApolloServerPluginInlineTraceDisabled(),
    ApolloServerPluginSchemaReportingDisabled(),
    ApolloServerPluginUsageReportingDisabled(),
    sandbox ? ApolloServerPluginLandingPageLocalDefault({ embed: true }) : ApolloServerPluginLandingPageDisabled(),
  ]
}
