import { TenantOfKey, Integrity as IntegrityDocument, type IntegrityQuery } from '../../client/documents/generated.ts'
import { CommandFailed, type Fault } from '../../client/failures.ts'
import type { GraphClient } from '../../client/graphClient.ts'
import { byId, byWholeId } from '../ids/wholeIds.ts'
import { everyConversationId } from '../ids/pages.ts'
import { openGraph, type OpenMode } from '../openGraph.ts'
import type { Environment } from '../terminal.ts'
import { openLocalStore } from './localStore.ts'

/** What an integrity check found; `damage` counts what is the store's fault, the rest came with what was stored. */
export interface Integrity {
  readonly damage: number
  readonly repairable: number
  readonly findings: readonly Fault[]
}

/** What is verified: a local store, or the conversations that a server returns. */
export interface Checked {
  /** Whose conversations they are: of a server the tenant of the key. */
  readonly tenants: readonly string[]
  /** Ids of all conversations of a tenant, of deleted ones too, each once. */
  conversationIds(tenant: string): AsyncIterable<string>
  /** `deep`: attachments are read and hashed, not only counted. */
  integrity(tenant: string, conversationId: string, deep: boolean): Promise<Integrity>
  /** Damage of the store itself; null where a server has the store. */
  faults(): Promise<readonly Fault[] | null>
  close(): Promise<void>
}

/** Returns the store that the environment names, to be verified: damage is reported in the store's own terms. */
export async function checkedHere(env: Environment, mode: OpenMode): Promise<Checked> {
  const store = await openLocalStore(env, mode)
  const integrity: Checked['integrity'] = (tenant, id, deep) =>
    byWholeId(
      () => store.conversationIds(tenant),
      id,
      (whole) => store.integrity(tenant, whole, deep),
    )
  return { ...store, integrity }
}

/** Returns the conversations of a running server. */
export async function checkedThere(env: Environment, url: URL): Promise<Checked> {
  const graph = await openGraph(env, url, { writes: false })
  const { viewer } = await graph.query(TenantOfKey, {})
  return {
    tenants: [viewer.tenant],
    conversationIds: () => everyConversationId(graph),
    async integrity(_, id, deep) {
      if (deep)
        throw new CommandFailed('BAD_INPUT', 'Attachments are hashed where they lie: give --deep without --url.')
      return byId(graph, id, (whole) => integrityOf(graph, whole))
    },
    faults: () => Promise.resolve(null),
    close: () => graph.close(),
  }
}

/** Of a long conversation so much is checked by one question. */
async function integrityOf(graph: GraphClient, id: string): Promise<Integrity> {
  let [damage, repairable]: [number, number] = [0, 0]
  const findings: Fault[] = []
  for (let after: string | null = null; ;) {
    const { integrity }: IntegrityQuery = await graph.query(IntegrityDocument, { id, after })
    damage += integrity.damage
    repairable += integrity.repairable
    findings.push(...integrity.findings)
    if (integrity.next === null) return { damage, repairable, findings }
    after = integrity.next
  }
}
