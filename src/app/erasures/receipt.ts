import {
  CompactSign,
  calculateJwkThumbprint,
  compactVerify,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
} from 'jose'
import type { Erasure } from '../../domain/erasure/erasure.ts'
import { byId, digestOf, erasureStatement, receiptTypes, type Tombstone } from '../../domain/erasure/receipt.ts'
import { canonicalJson } from '../../domain/tree/pathHash.ts'
import type { Json, JsonObject } from '../../domain/model.ts'
import { isRecord } from '../../runtime/own.ts'
import type { ReceiptKey } from '../../storage/graphStore.ts'
import { splitBatch } from '../read/loaders.ts'
import type { Scope } from '../scope.ts'

const algorithm = 'EdDSA'
export type ReceiptType = (typeof receiptTypes)[keyof typeof receiptTypes]

/** Returns the digest of an erasure's tombstones, and its signature over all that a receipt says. */
export async function receiptOf(scope: Scope, erasure: Erasure): Promise<Pick<Erasure, 'digest' | 'signature'>> {
  const tombstones = await tombstonesOf(scope, erasure.observationIds)
  const digest = digestOf(tombstones)
  const statement = erasureStatement({ ...erasure, digest }, tombstones)
  return { digest, signature: await signed(scope, receiptTypes.erasure, statement) }
}

async function tombstonesOf(scope: Scope, ids: readonly string[]): Promise<Tombstone[]> {
  const all: Tombstone[] = []
  for (let from = 0; from < ids.length; from += 500) {
    const page = await splitBatch(ids.slice(from, from + 500), (some) => scope.store.observations(some))
    all.push(...page.flatMap((one) => (one === null ? [] : { ...one, pathHash: one.place?.pathHash ?? null })))
  }
  return all.sort(byId)
}

/** Returns a compact JWS by the store's key, which is made where there is none. */
export async function signed(scope: Scope, type: ReceiptType, statement: object): Promise<string> {
  const { id, privateJwk } = await keyOf(scope)
  const key = await importJWK(JSON.parse(privateJwk) as JWK, algorithm)
  const payload = new TextEncoder().encode(canonicalJson(statement))
  return new CompactSign(payload).setProtectedHeader({ alg: algorithm, typ: type, kid: id }).sign(key)
}

/** Returns what a compact JWS is of, where one of some keys, by their ids, has signed it; null where none has. */
export async function signedStatement(
  signature: string,
  type: ReceiptType,
  keys: ReadonlyMap<string, PublicHalf>,
): Promise<JsonObject | null> {
  const keyFor = ({ kid = '' }: { readonly kid?: string }) => {
    const half = keys.get(kid)
    if (half === undefined) throw new Error(`No key of receipts has the id ${JSON.stringify(kid)}.`)
    return importJWK({ ...half }, algorithm)
  }
  try {
    const { payload, protectedHeader } = await compactVerify(signature, keyFor, { algorithms: [algorithm] })
    const statement = JSON.parse(Buffer.from(payload).toString()) as Json
    return protectedHeader.typ === type && isRecord(statement) ? statement : null
  } catch {
    // Whatever is wrong with it, nobody has signed that.
    return null
  }
}

/** Of two servers that make a key at once, both take the one that was first. */
async function keyOf(scope: Scope): Promise<ReceiptKey> {
  const known = (await scope.store.receiptKeys()).find(isOwn)
  if (known) return known
  const { privateKey } = await generateKeyPair(algorithm, { crv: 'Ed25519', extractable: true })
  const jwk = await exportJWK(privateKey)
  const made = { id: await calculateJwkThumbprint(jwk), privateJwk: JSON.stringify(jwk), createdAt: scope.fresh.now() }
  await scope.store.addReceiptKey(made)
  return (await scope.store.receiptKeys()).find(isOwn) ?? made
}

/** Says whether the store signs with a key; of others, which came with backups, it has the public half alone. */
export function isOwn({ privateJwk }: ReceiptKey): boolean {
  return (JSON.parse(privateJwk) as JWK).d !== undefined
}

/** The public half of a key, as its thumbprint is made of it. */
export interface PublicHalf {
  readonly kty: string
  readonly crv: string
  readonly x: string
}

/** Returns the public half of a key that signs receipts. */
export function publicHalf({ privateJwk }: ReceiptKey): PublicHalf {
  const { kty, crv, x } = JSON.parse(privateJwk) as PublicHalf
  return { kty, crv, x }
}

/** Says whether an id is that of a public half (RFC 7638). */
export async function isThumbprintOf(id: string, half: PublicHalf): Promise<boolean> {
  return (await calculateJwkThumbprint(half)) === id
}

/** Returns the public halves of the keys that sign receipts, as a JWK Set. */
export function publicKeys(keys: readonly ReceiptKey[]): { readonly keys: readonly JWK[] } {
  return {
    keys: keys.map((key) => ({ ...publicHalf(key), kid: key.id, alg: algorithm, use: 'sig' })),
  }
}
