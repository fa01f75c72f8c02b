import type { AccessScope, Principal } from '../../domain/access/principal.ts'

/** The caller is not known, or may not do this. */
export class AccessRefused extends Error {
  override readonly name = 'AccessRefused'
  readonly code: 'UNAUTHENTICATED' | 'FORBIDDEN'
  readonly details: { readonly scope?: AccessScope }

  constructor(code: AccessRefused['code'], message: string, details: AccessRefused['details'] = {}) {
    super(message)
    this.code = code
    this.details = details
  }
}

/** Returns the one answer to all that is wrong with a caller: only the log says which it is. */
export function unauthenticated(): AccessRefused {
  return new AccessRefused('UNAUTHENTICATED', 'A valid key or token is needed.')
}

/** Refuses who may not do this. Who may write may read: a mutation answers with what is there. */
export function requireScope({ scopes }: Principal, needed: AccessScope): void {
  if (scopes.includes(needed) || (needed === 'READ' && scopes.includes('WRITE'))) return
  throw new AccessRefused(
    'FORBIDDEN',
    `This needs the scope ${needed.toLowerCase()}, which the key or token does not have.`,
    { scope: needed },
  )
}
