import { openForOperations, type OpenOperations } from '../compose.ts'
import { readConfig, type Config } from '../config/config.ts'
import { presentTenants } from '../app/access/registeredTenant.ts'
import { operationScopes } from '../app/requestStore.ts'
import { caughtUp, type OnIndexed } from '../app/search/caughtUp.ts'
import { operator } from '../domain/access/principal.ts'
import type { TenantRecord } from '../domain/access/requester.ts'
import type { Tenant } from '../domain/access/tenant.ts'
import { openOperations, type Execute } from '../graphql/operations.ts'
import { connectedGraph } from './clientOf.ts'
import { embeddedFiles, rejected } from './embeddedFiles.ts'
import type { ConnectedGraph, EmbeddedOptions } from './graphClient.ts'
import { TurngraphError } from './turngraphError.ts'

/** Opens a store in this process and returns its client: the same schema, checks, limits and errors as by a server. */
export async function connectEmbedded(options: EmbeddedOptions): Promise<ConnectedGraph> {
  try {
    return await opened(readConfig(settingsOf(options)), options.tenant)
  } catch (thrown) {
    return rejected(thrown)
  }
}

async function opened(config: Config, tenant: string | undefined): Promise<ConnectedGraph> {
  const parts = await openForOperations(config, tenant)
  return graphOn(parts, config, parts.tenant, () => closeAll(parts))
}

/** A store that is opened in this process for its operator, tenant by tenant. */
export interface OpenTenants {
  /** Those that it was opened for: the one that was named, else all whose content is there. */
  readonly tenants: readonly Tenant[]
  /** Returns the graph of one of them; it is closed before the store is. */
  graphOf(tenant: Tenant): Promise<ConnectedGraph>
  /** Waits until the search index holds what is stored. */
  indexed(onProgress: OnIndexed): Promise<void>
  close(): Promise<void>
}

/** Opens a store in this process, for all of its tenants where none is named. `withErased`: those too of which receipts alone are left. */
export async function openTenants(options: EmbeddedOptions, withErased = false): Promise<OpenTenants> {
  try {
    const config = readConfig(settingsOf(options))
    const parts = await openForOperations(config, options.tenant)
    const { registry } = parts.store
    const all = () => (withErased ? registry.tenants() : presentTenants(registry))
    const records = options.tenant === undefined ? await all() : [parts.tenant]
    return {
      tenants: records.map(({ name }) => name),
      graphOf: (tenant) => {
        const record = records.find(({ name }) => name === tenant)
        if (!record) throw new Error('A tenant that the store was not opened for.')
        return graphOn(parts, config, record, () => Promise.resolve())
      },
      async indexed(onProgress) {
        await caughtUp(parts.search, onProgress)
      },
      close: () => closeAll(parts),
    }
  } catch (thrown) {
    return rejected(thrown)
  }
}

async function closeAll(parts: OpenOperations): Promise<void> {
  await parts.probing.answers.close()
  parts.watches.close()
  await parts.close()
}

/** Returns the graph of a tenant; `closeStore` is called once it is closed. */
async function graphOn(
  opened: OpenOperations,
  config: Config,
  tenant: TenantRecord,
  closeStore: () => Promise<void>,
): Promise<ConnectedGraph> {
  const scope: OpenOperations['scope'] = (...args) => opened.scopeOf({ principal: operator, tenant }, ...args)
  const parts: OpenOperations = { ...opened, tenant, scope }
  const faults = createFaults(parts.log)
  const operations = await operationsOf(parts, config, faults)
  const execute: Execute = async (...args) => {
    const answer = await operations.execute(...args)
    faults.throwIn(answer)
    return answer
  }
  const close = async () => {
    await operations.close()
    await closeStore()
  }
  return connectedGraph({ send: execute, follow: operations.follow, files: embeddedFiles(parts), close })
}

function operationsOf(parts: OpenOperations, { limits }: Config, faults: Faults) {
  const { watches, probing, gates, log } = parts
  const shared = { watches, probing, gates, sign: null }
  return openOperations({
    ...{ log, limits, faults },
    contextOf: (signal, budget) => ({ ...shared, ...operationScopes(parts.scope, signal, budget) }),
  })
}

interface Faults {
  error(facts: object, message: string): void
  /** Throws the fault that an answer names alone, with what it was: who has the store may know. */
  throwIn(answer: Awaited<ReturnType<Execute>>): void
}

/** The most faults that wait to be reported. */
const rememberedFaults = 100

function createFaults(log: OpenOperations['log']): Faults {
  const known = new Map<unknown, unknown>()
  return {
    error(facts, message) {
      log.error(facts, message)
      const { errorId, err } = facts as { readonly errorId?: string; readonly err?: unknown }
      if (errorId !== undefined) known.set(errorId, err)
      // Of an operation that fails more than once the first fault is reported.
      for (const old of [...known.keys()].slice(0, -rememberedFaults)) known.delete(old)
    },
    throwIn({ errors = [] }) {
      const [fault] = errors
      const { code, errorId } = fault?.extensions ?? {}
      if (fault && code === 'INTERNAL' && known.has(errorId))
        throw new TurngraphError('INTERNAL', fault.message, { errorId }, null, { cause: known.get(errorId) })
    },
  }
}

/** A program speaks for itself: what the store logs is for an operator, unless asked for. */
function settingsOf({ data, env }: EmbeddedOptions): Readonly<Record<string, string | undefined>> {
  const settings = env ?? (data === undefined ? process.env : {})
  return { ...settings, ...(data !== undefined && { DATA: data }), LOG_LEVEL: settings['LOG_LEVEL'] || 'silent' }
}
