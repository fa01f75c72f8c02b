import { openForOperations } from '../compose.ts'
import { readConfig, type Config } from '../config.ts'
import { operationScopes } from '../app/operationScopes.ts'
import { openOperations } from '../graphql/operations.ts'
import { clientOf } from './clientOf.ts'
import { failureOf } from './failures.ts'
import type { EmbeddedOptions, GraphClient } from './graphClient.ts'
import { TurngraphError } from './turngraphError.ts'

/** Opens a store in this process and returns its client: the same schema, checks, limits and errors as by a server. */
export async function connectEmbedded(options: EmbeddedOptions): Promise<GraphClient> {
  try {
    return await opened(readConfig(settingsOf(options)))
  } catch (thrown) {
    const { code, message, details } = failureOf(thrown)
    throw new TurngraphError(code, message, details, null, { cause: thrown })
  }
}

async function opened(config: Config): Promise<GraphClient> {
  const parts = await openForOperations(config)
  const { watches, probing, gates, log } = parts
  const shared = { watches, probing, gates, sign: null }
  const operations = await openOperations({
    log,
    limits: config.limits,
    contextOf: (signal, budget) => ({ ...shared, ...operationScopes(parts.scope, signal, budget) }),
  })
  const close = async () => {
    await operations.close()
    watches.close()
    await parts.close()
  }
  return clientOf(operations.execute, close)
}

/** A program speaks for itself: what the store logs is for an operator, unless asked for. */
function settingsOf({ data, env }: EmbeddedOptions): Readonly<Record<string, string | undefined>> {
  const settings = env ?? (data === undefined ? process.env : {})
  return { ...settings, ...(data !== undefined && { DATA: data }), LOG_LEVEL: settings['LOG_LEVEL'] || 'silent' }
}
