import type { ApiKey } from '../../domain/access/apiKey.ts'
import { operator } from '../../domain/access/principal.ts'
import type { TenantRecord } from '../../domain/access/requester.ts'
import { type Tenant } from '../../domain/access/tenant.ts'
import { badInput, Refusal } from '../../domain/refusals.ts'
import type { BackupLine, Header } from '../../formats/ndjson/lines.ts'
import { TenantGone, type ReceiptKey, type TenantBatch } from '../../storage/graphStore.ts'
import { tenantGiven } from '../access/tenants.ts'
import type { Scope } from '../scope.ts'
import type { StoreParts } from './backup.ts'
import { adoptedRecord, holdsContent, saltedAs } from './tenantRecords.ts'

/** What of a file of several tenants is restored, and where. */
export interface RestoreChoice {
  /** The one tenant of the file that is restored; null: all of them. */
  readonly tenant: string | null
  /** The tenant that it is restored into; null: the one of its own name. */
  readonly into: string | null
}

/** The tenant that one of a file is restored into. */
export interface Target {
  readonly scope: Scope
  /** It is not here yet, or nothing of it can be. */
  readonly isNew: boolean
  /** Null: API keys of the file stay out. */
  readonly apiKeys: TargetKeys | null
  /** Refuses what cannot be, before anything is written. */
  refuse(isEmpty: boolean): void
  /** Has the tenant be here, and be what the file says where it `isEmpty`. */
  adopt(isEmpty: boolean): Promise<void>
}

/** The API keys of a tenant, here and in the file. */
interface TargetKeys {
  /** Ids of those that are here. */
  readonly here: readonly string[]
  take(line: BackupLine): void
  /** How many of the file were not here. */
  added(): number
  write(): Promise<void>
}

/** Where the tenants of a file go. */
export interface Places {
  /** Returns where a tenant goes; null: it is left out. */
  targetOf(line: TenantRecord, header: Header): Promise<Target | null>
  load(loads: AsyncIterable<TenantBatch>): Promise<void>
  /** Writes what the registry holds of them, once their content is there. */
  finish(targets: readonly Target[], receiptKeys: readonly ReceiptKey[]): Promise<void>
}

/** Returns where the tenants of a file go in a store: each to its own name, or the chosen one. */
export function placesIn({ store, scopeOf }: StoreParts, choice: RestoreChoice): Places {
  const { registry } = store
  const keysHere = registry.apiKeys()
  keysHere.catch(() => undefined)
  return {
    async targetOf(line, header) {
      refuseChoice(choice, header)
      if (choice.tenant !== null && line.name !== choice.tenant) return null
      const into = tenantGiven(choice.into ?? line.name)
      const own = await registry.tenant(into)
      const made = { ...line, name: into }
      refuseErased(own, made, choice)
      const isOwnName = choice.into === null
      return {
        scope: scopeOf(own ?? made),
        isNew: own === null,
        apiKeys: isOwnName ? targetKeys(store, into, await keysHere) : null,
        refuse(isEmpty) {
          if (isEmpty || holdsContent(made) || (own !== null && !holdsContent(own))) return
          const message = `The tenant "${into}" was erased where the file was made, and holds something here. Nothing was restored; --tenant restores the others one by one.`
          throw new Refusal('ALREADY_EXISTS', { kind: 'Tenant', id: into }, message)
        },
        async adopt(isEmpty) {
          if (own === null) await addTenant(registry, made)
          else if (isEmpty && holdsContent(own))
            await registry.putTenant(isOwnName ? adoptedRecord(own, line) : saltedAs(own, line))
        },
      }
    },
    load: (loads) =>
      store.loadTenants(loads).catch((error: unknown) => {
        throw error instanceof TenantGone ? badInput(error.message) : error
      }),
    async finish(targets, receiptKeys) {
      for (const { apiKeys } of targets) await apiKeys?.write()
      for (const key of receiptKeys) await registry.keepReceiptKey(key)
    },
  }
}

async function addTenant(registry: StoreParts['store']['registry'], tenant: TenantRecord): Promise<void> {
  if (await registry.addTenant(tenant)) return
  const message = `A tenant "${tenant.name}" was made meanwhile. Nothing was restored; run it again.`
  throw new Refusal('ALREADY_EXISTS', { kind: 'Tenant', id: tenant.name }, message)
}

function refuseChoice({ tenant, into }: RestoreChoice, header: Header): void {
  const { tenants = [] } = header
  if (tenant === null && into !== null && tenants.length > 1) throw severalTenants(header)
  const names = tenants.map(({ name }) => name)
  if (tenant === null || names.includes(tenant)) return
  const message = `The file holds no tenant "${tenant}": it holds ${names.join(', ')}. Nothing was restored.`
  throw badInput(message, { tenant }, ['tenant'])
}

/** Returns the refusal of a file of several tenants where one is asked for. */
export function severalTenants({ tenants = [] }: Header): Refusal {
  const names = tenants.map(({ name }) => name)
  const message = `The file holds ${names.length} tenants: ${names.join(', ')}. Name one of them with --tenant. Nothing was restored.`
  return badInput(message, { tenants: names }, ['into'])
}

/** An erased tenant does not come back, and its name is never given again. */
function refuseErased(own: TenantRecord | null, made: TenantRecord, { into }: RestoreChoice): void {
  const { name } = made
  if (into !== null && !holdsContent(made)) {
    const message = `The tenant of the file is erased: there is nothing to restore into "${name}".`
    throw badInput(message, { tenant: name }, ['into'])
  }
  if (own === null || holdsContent(own) || !holdsContent(made)) return
  const message = `The tenant "${name}" is erased here, and its name is never given again: --tenant and --into restore it under another one. Nothing was restored.`
  throw new Refusal('ALREADY_EXISTS', { kind: 'Tenant', id: name }, message)
}

function targetKeys({ registry }: StoreParts['store'], tenant: Tenant, keysHere: readonly ApiKey[]): TargetKeys {
  const known = new Map(keysHere.map((key) => [key.id, key]))
  const [lacking, revoked]: [ApiKey[], ApiKey[]] = [[], []]
  return {
    here: keysHere.filter((key) => key.tenant === tenant).map(({ id }) => id),
    take({ number, value }) {
      const key: ApiKey = { ...(value as unknown as Omit<ApiKey, 'tenant'>), tenant }
      const here = known.get(key.id)
      if (!here) lacking.push(key)
      else if (here.tenant !== tenant || here.secretHash !== key.secretHash)
        throw badInput(
          `Line ${number} conflicts with the store: its API key "${key.id}" is there, and is another one. Nothing was restored.`,
          { line: number, kind: 'apiKey', id: key.id },
        )
      else if (key.revokedAt !== null && here.revokedAt === null) revoked.push(key)
    },
    added: () => lacking.length,
    async write() {
      for (const key of lacking) await registry.addApiKey(key)
      // What was revoked anywhere is revoked: a merge never opens more than one of both did.
      for (const { id, revokedAt } of revoked) if (revokedAt !== null) await registry.revokeApiKey(id, revokedAt)
    },
  }
}

/** Returns what works on a whole store, for its operator. */
export function storeParts(parts: {
  readonly store: StoreParts['store']
  readonly fresh: StoreParts['fresh']
  readonly scopeOf: (requester: { readonly principal: typeof operator; readonly tenant: TenantRecord }) => Scope
}): StoreParts {
  const { store, fresh, scopeOf } = parts
  return { store, fresh, scopeOf: (tenant) => scopeOf({ principal: operator, tenant }) }
}
