import { operator } from '../../../domain/access/principal.ts'
import type { Requester } from '../../../domain/access/requester.ts'
import type { GraphStore } from '../../../storage/graphStore.ts'
import type { Scope } from '../../scope.ts'
import { sweepTenant } from './sweepTenant.ts'

/** What a server works with. */
export interface Sweeping {
  readonly store: Pick<GraphStore, 'registry'>
  readonly scopeOf: (requester: Requester, signal?: AbortSignal) => Scope
  readonly log: { info(details: object, message: string): void; error(details: object, message: string): void }
}

const minute = 60_000
/** A server that is restarted each day sweeps as well. */
const times = { first: 10 * minute, next: 24 * 60 * minute }

/** Sweeps every tenant some minutes after the start and then once a day, beside the server's own work. */
export function dailySweeps({ store, scopeOf, log }: Sweeping, { first, next } = times) {
  const ending = new AbortController()
  let timer: NodeJS.Timeout | undefined
  let last: Promise<void> = Promise.resolve()
  const sweep = async () => {
    for (const tenant of await store.registry.tenants()) {
      if (tenant.state !== 'ACTIVE') continue
      const scope = scopeOf({ principal: operator, tenant }, ending.signal)
      const { keys, erased } = await sweepTenant(scope)
      if (keys > 0) log.info({ tenant: tenant.name, keys }, 'Idempotency keys that had expired are deleted')
      const { receipt, affected } = erased ?? {}
      if (receipt)
        log.info(
          { tenant: tenant.name, erasure: receipt.id, observations: affected?.observations },
          'Retention erased observations',
        )
    }
  }
  const after = (milliseconds: number) => {
    timer = setTimeout(() => {
      last = sweep()
        .catch((err: unknown) => {
          if (!ending.signal.aborted) log.error({ err }, 'Retention failed and will be tried again')
        })
        .then(() => {
          if (!ending.signal.aborted) after(next)
        })
    }, milliseconds).unref()
  }
  after(first)
  return {
    /** Resolves once a sweep that is under way has ended. */
    async stop(): Promise<void> {
      ending.abort()
      clearTimeout(timer)
      await last
    },
  }
}
