import type { GraphQLSchema } from 'graphql'
import { ApolloServer, type ApolloServerPlugin } from '@apollo/server'
import {
  ApolloServerPluginCacheControlDisabled,
  ApolloServerPluginInlineTraceDisabled,
  ApolloServerPluginLandingPageDisabled,
  ApolloServerPluginSchemaReportingDisabled,
  ApolloServerPluginUsageReportingDisabled,
} from '@apollo/server/plugin/disabled'
import { ApolloServerPluginLandingPageLocalDefault } from '@apollo/server/plugin/landingPage/default'
import { chargeLists } from './cost/chargeLists.ts'
import type { Context } from './context.ts'
import type { FormatError } from './answer/errors.ts'
import { aroundOperations, type CostLimits, type RequestMetrics } from './operation.ts'
import { resolvers } from './resolvers/index.ts'
import { executableSchema, schemaText } from './schema.ts'
import type { Logger } from 'pino'

/** Bounds a hostile document before it is parsed. */
export const maxLexicalTokens = 20_000

/** What the API's server is made of. */
export interface ApolloParts {
  readonly log: Logger
  readonly metrics: RequestMetrics
  readonly limits: CostLimits
  /** Apollo Sandbox, which needs the internet, instead of the built-in GraphiQL. */
  readonly sandbox: boolean
}

/** Returns Apollo Server over our schema, started, and the schema. It never calls home and takes no part in shutting down. */
export async function startApollo(
  { log, metrics, limits, sandbox }: ApolloParts,
  formatError: FormatError,
): Promise<{ apollo: ApolloServer<Context>; schema: GraphQLSchema }> {
  const schema = executableSchema(schemaText(), resolvers)
  const apollo = new ApolloServer<Context>({
    schema,
    introspection: true,
    includeStacktraceInErrorResponses: false,
    stopOnTerminationSignals: false,
    csrfPrevention: true,
    parseOptions: { maxLexicalTokens },
    formatError,
    // The line break that Apollo puts behind it comes when it is sent: put there, a long text is copied for it.
    stringifyResult: (result) => JSON.stringify(result),
    logger: log,
    plugins: [...withoutPlugins(sandbox), aroundOperations({ limits, metrics, formatError })],
  })
  await apollo.start()
  chargeLists(schema)
  return { apollo, schema }
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
