/** Who asks, as the server knows it: what a caller says of itself (`actor`) proves nothing. */
export interface Principal {
  readonly kind: PrincipalKind
  /** The key's, or the token's subject. */
  readonly id: string | null
  readonly label: string | null
  readonly scopes: readonly AccessScope[]
}
export type PrincipalKind = 'ANONYMOUS' | 'KEY' | 'USER' | 'OPERATOR'
/** What one may do. */
export type AccessScope = (typeof accessScopes)[number]
export const accessScopes = ['READ', 'WRITE', 'ERASE', 'ADMIN'] as const

/** The caller where there is no authentication. */
export const anonymous: Principal = {
  kind: 'ANONYMOUS',
  id: null,
  label: null,
  scopes: accessScopes,
}
/** The operator, who works on the store itself. */
export const operator: Principal = { kind: 'OPERATOR', id: null, label: null, scopes: accessScopes }
