import { operator } from '../../domain/access/principal.ts'
import type { Requester } from '../../domain/access/requester.ts'
import type { Hash } from '../../domain/model.ts'
import type { GraphStore } from '../../storage/graphStore.ts'
import { walkList, unkept } from '../read/walkList.ts'
import type { Scope } from '../scope.ts'
import { presentTenants } from '../access/registeredTenant.ts'
import { resumeTenantErasures } from './tenants/eraseTenant.ts'
import { finishErasure } from './finishErasure.ts'

/** Finishes the erasures of a tenant that were broken off, and returns how many those were. */
export async function resumeErasures(scope: Scope): Promise<number> {
  const open = []
  for await (const page of walkList(unkept(scope), 'erasuresIn', 'ERASING', { limit: 100 })) open.push(...page)
  for (const erasure of open) {
    scope.signal?.throwIfAborted()
    await finishErasure(scope, erasure)
  }
  return open.length
}

async function isLive({ store }: Scope, id: Hash): Promise<boolean> {
  const [attachment] = await store.attachments([id])
  return attachment != null && attachment.erased === undefined
}

/** What a server works with. */
interface Resuming {
  readonly store: Pick<GraphStore, 'registry'>
  readonly scopeOf: (requester: Requester, signal?: AbortSignal) => Scope
  readonly log: { info(details: object, message: string): void; error(details: object, message: string): void }
}

/** Finishes what erasures a crash has broken off, of every tenant, beside the server's own work. */
export function resumedErasures({ store, scopeOf, log }: Resuming): { readonly stop: () => Promise<void> } {
  const ending = new AbortController()
  const work = async () => {
    for (const tenant of await presentTenants(store.registry)) {
      const scope = scopeOf({ principal: operator, tenant }, ending.signal)
      await scope.attachmentBytes.putBack(scope.tenant, (id) => isLive(scope, id))
      const erasures = await resumeErasures(scope)
      if (erasures > 0) log.info({ tenant: tenant.name, erasures }, 'Erasures that had been broken off are finished')
    }
    for (const name of await resumeTenantErasures({ store, scopeOf }, ending.signal))
      log.info({ tenant: name }, 'The erasure of a tenant that had been broken off is finished')
  }
  const done = work().catch((err: unknown) => {
    if (!ending.signal.aborted) log.error({ err }, 'Erasures that were broken off cannot be finished now')
  })
  return {
    async stop() {
      ending.abort()
      await done
    },
  }
}
