declare const brand: unique symbol
/** Whose data it is: the name of a tenant, which `tenantNamed` alone makes. */
export type Tenant = string & { readonly [brand]: 'Tenant' }

const grammar = /^[a-z0-9][a-z0-9_-]{0,63}$/

/** Returns the tenant of that name, null for a text that is no name of one. */
export function tenantNamed(name: string): Tenant | null {
  return grammar.test(name) ? (name as Tenant) : null
}

/** How a name must be, in words. */
export const tenantGrammar = 'lower-case letters, digits, "_" and "-", at most 64, the first a letter or digit'

/** Whose all data is where nothing asks who comes (design §2.8). */
export const defaultTenant = 'default' as Tenant
