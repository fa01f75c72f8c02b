/** What a backup says of its tenants and of keys. */
import { z } from 'zod'
import { accessScopes } from '../../domain/access/principal.ts'
import { tenantStates } from '../../domain/access/requester.ts'
import { tenantGrammar, tenantNamed } from '../../domain/access/tenant.ts'
import { count, hash, id, instant, or, word } from './valueTypes.ts'

const tenantName = z.string().refine((name) => tenantNamed(name) !== null, `is no tenant's name: ${tenantGrammar}`)

/** Whose data follows: what the registry says of it. */
export const tenant = z.looseObject({
  /** What names of things are made with where content is in them. Empty: the tenant is erased, and its key with it. */
  nameKey: z.string().regex(/^([0-9a-f]{64})?$/),
  ...{ name: tenantName, state: z.enum(tenantStates), salted: z.boolean(), createdAt: or(instant) },
})

/** A key of the API, which opens the tenant whose lines it stands among. */
export const apiKey = z.looseObject({
  ...{
    id: z.string().regex(/^[a-z2-7]{12}$/),
    secretHash: hash,
    scopes: z.array(z.enum(accessScopes)),
    label: or(z.string()),
  },
  ...{ createdAt: instant, expiresAt: or(instant), revokedAt: or(instant), lastUsedAt: or(instant) },
})

/** The public half of a key that has signed receipts of erasures; its id is its thumbprint (RFC 7638). */
export const receiptKey = z.looseObject({
  ...{ id: word, createdAt: instant },
  jwk: z.strictObject({ kty: z.literal('OKP'), crv: z.literal('Ed25519'), x: z.base64url() }),
})

export const header = z.looseObject({
  format: z.literal('turngraph'),
  version: z.literal(1),
  madeAt: z.string(),
  conversationId: or(id),
  holds: z.enum(['STORE', 'TENANT']).optional(),
  tenants: z
    .array(
      z.looseObject({
        ...{ name: tenantName, conversations: count, observations: count, attachments: count, entities: count },
        ...{ erasures: count, apiKeys: or(count) },
      }),
    )
    .optional(),
})
