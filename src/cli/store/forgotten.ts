import { forgetErased } from '../../app/erasures/suppression/erasedContents.ts'
import type { OpenParts } from '../../compose.ts'
import { operator } from '../../domain/access/principal.ts'
import { suppressKeyIn } from '../../app/erasures/suppression/suppressKey.ts'

/** What imports knew erased content by. */
export interface Forgotten {
  readonly hadKey: boolean
  /** How many contents were known, of all tenants. */
  readonly contents: number
}

/** Destroys the key in a data folder, then the digests of all tenants, which say nothing without it. */
export async function forgotten({ store, scopeOf }: OpenParts, data: string): Promise<Forgotten> {
  const hadKey = await suppressKeyIn(data).destroy()
  let contents = 0
  for (const tenant of await store.registry.tenants())
    contents += await forgetErased(scopeOf({ principal: operator, tenant }))
  return { hadKey, contents }
}
