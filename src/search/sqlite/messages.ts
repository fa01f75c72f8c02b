import type { Tenant } from '../../domain/model.ts'
import type { FindRequest } from '../searchIndex.ts'

/** What the thread is started with: the store's file and the index's. */
export interface SearchThreadData {
  readonly role: 'search'
  readonly path: string
  readonly index: string
  readonly cacheBytes?: number | undefined
}

/** What it is asked. */
export type SearchRequest =
  | { readonly ask: 'find'; readonly tenant: Tenant; readonly request: FindRequest }
  | { readonly ask: 'behind' }
  | { readonly ask: 'reindex' }
  | { readonly ask: 'compact' }
  | { readonly ask: 'refresh'; readonly tenant: Tenant; readonly ids: readonly string[] }
  | { readonly ask: 'stale'; readonly tenant: Tenant; readonly ids: readonly string[] }
  | { readonly ask: 'forget'; readonly tenant: Tenant; readonly ids: readonly string[] }
