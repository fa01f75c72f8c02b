import { ApolloServer } from '@apollo/server'
import { schemaText } from './apollo.ts'
import type { Context } from './context.ts'
import { resolvers } from './resolvers/index.ts'

/** Answers queries of the API in this process, without a server and without its limits. */
export interface Queries {
  ask<T>(context: Context, query: string, variables: object): Promise<T>
  close(): Promise<void>
}

/** Returns what answers queries; what goes wrong in one is thrown as it was. */
export async function openQueries(): Promise<Queries> {
  const apollo = new ApolloServer<Context>({
    typeDefs: schemaText(),
    resolvers,
    stopOnTerminationSignals: false,
    includeStacktraceInErrorResponses: false,
    formatError: (formatted, thrown) => ({ ...formatted, extensions: { thrown } }),
  })
  return {
    async ask<T>(contextValue: Context, query: string, variables: object) {
      const { body } = await apollo.executeOperation({ query, variables }, { contextValue })
      if (body.kind !== 'single') throw new Error('The answer came in parts.')
      const { data, errors } = body.singleResult
      const [error] = errors ?? []
      if (error) throw originOf(error.extensions?.['thrown'], error.message)
      return data as T
    },
    close: () => apollo.stop(),
  }
}

function originOf(thrown: unknown, message: string): Error {
  const { originalError } = (thrown ?? {}) as { readonly originalError?: unknown }
  if (originalError) return originOf(originalError, message)
  return thrown instanceof Error ? thrown : new Error(message)
}
