import type { Usage } from '../domain/model.ts'
import { packUsage, unpackUsage, usageAfter } from '../domain/usage/pathUsage.ts'

interface Body {
  readonly usage?: Usage
  readonly place?: { readonly usage?: Parameters<typeof unpackUsage>[0] }
}

/**
 * Returns the body of an observation with the sums of its path, made from its parent's body (null: a root), or null
 * where it stays as it is. For the migration of stores that were made before paths had sums.
 */
export function withPathUsage(body: string, parentBody: string | null, copyOf: string | null): string | null {
  const own = JSON.parse(body) as Body
  const above = parentBody === null ? undefined : (JSON.parse(parentBody) as Body).place?.usage
  if (own.place === undefined || (own.usage === undefined && above === undefined)) return null
  const usage = packUsage(usageAfter(unpackUsage(above), { usage: own.usage ?? null, copyOf }))
  return usage === undefined ? null : JSON.stringify({ ...own, place: { ...own.place, usage } })
}
