import type { Tenant } from '../domain/model.ts'
import type { TenantRecord } from '../domain/access/requester.ts'
import type { GraphStore, ListName, ListRequest, Lists } from './graphStore.ts'
import type { ReceiptKey } from './registry.ts'
import type { WalkedKind, WalkPage, WalkPart } from './walk.ts'

type OfTenant<M> = M extends (tenant: Tenant, ...args: infer A) => infer R ? (...args: A) => R : never
type Names = {
  [N in keyof GraphStore]-?: GraphStore[N] extends (tenant: Tenant, ...args: never) => unknown ? N : never
}[keyof GraphStore]

/** What a store has of one tenant: its methods, the tenant given, so that code that has it can ask of no other. */
export interface TenantStore extends Omit<{ readonly [N in Names]: OfTenant<GraphStore[N]> }, 'lists' | 'walk'> {
  readonly lists: <N extends ListName>(requests: readonly ListRequest<N>[]) => Promise<Lists[N][][]>
  readonly walk: <K extends WalkedKind>(kind: K, page: WalkPart) => Promise<WalkPage<K>>
  /** What the registry says of it. */
  readonly record: () => Promise<TenantRecord | null>
  /** The keys that sign receipts: one for the whole store. */
  readonly receiptKeys: () => Promise<ReceiptKey[]>
  readonly addReceiptKey: (key: ReceiptKey) => Promise<boolean>
  /** Gives the tenant another key for names, which only an empty one may get; says whether there is such a tenant. */
  readonly setNameKey: (nameKey: string) => Promise<boolean>
}
