import { randomBytes } from 'node:crypto'

/** Returns a new key for the digests in the names of a tenant: 64 hex digits. */
export const newNameKey = (): string => randomBytes(32).toString('hex')
