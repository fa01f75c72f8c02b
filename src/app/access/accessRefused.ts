import type { AccessScope, Principal } from '../../domain/access/principal.ts'

/** Whoever asks is not let in, or may not do this. */
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

/** Returns what is said whatever is wrong with who asks: which of it is told to the log. */
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
