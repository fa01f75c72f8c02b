import { own } from '../../own.ts'
import type { Json } from '../../domain/model.ts'
import { anonymous, operator, type Principal } from '../../domain/access/principal.ts'

/** Those of whom nothing but their kind is known, which is most of them: it says all. */
const plain: Readonly<Record<string, Principal>> = { ANONYMOUS: anonymous, OPERATOR: operator }

/** Returns who did something as it lies in a store. */
export function principalValue(principal: Principal | null): Json {
  if (principal === null) return null
  if (plain[principal.kind]) return principal.kind
  const { kind, id, label, scopes } = principal
  return { kind, id, label, scopes: [...scopes] }
}

/** Returns who did what a store holds; null: it was stored before anybody was known. */
export function principalOf(value: Json | undefined): Principal | null {
  if (value == null) return null
  return typeof value === 'string' ? (own(plain, value) ?? null) : (value as unknown as Principal)
}
