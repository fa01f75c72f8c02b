import type { SerializerProtocol } from '@langchain/langgraph-checkpoint'

/** A value as LangGraph's serializer writes it: JSON as text or as the value that it is of, or bytes of another type. */
export type Encoded = string | { readonly json: unknown } | { readonly type: string; readonly base64: string }

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The same before it is stored: JSON as text, or bytes of another type. */
export type Written = string | { readonly type: string; readonly base64: string }

/** Returns a value as the serializer writes it. */
export async function encode(serde: SerializerProtocol, value: unknown): Promise<Encoded> {
  return encodedOf(await writtenOf(serde, value))
}

/** Returns what the serializer writes of a value. */
export async function writtenOf(serde: SerializerProtocol, value: unknown): Promise<Written> {
  const [type, bytes] = await serde.dumpsTyped(value)
  const text = type === 'json' ? textOf(bytes) : null
  return text === null ? { type, base64: Buffer.from(bytes).toString('base64') } : text
}

/** Returns what was written as it is stored. */
export const encodedOf = (written: Written): Encoded => (typeof written === 'string' ? encodedJson(written) : written)

/** Returns what was written, of how it is stored. */
export function writtenIn(encoded: Encoded): Written {
  return jsonTextOf(encoded) ?? (encoded as { readonly type: string; readonly base64: string })
}

/** Returns the value that was written so. */
export async function decode(serde: SerializerProtocol, encoded: Encoded): Promise<unknown> {
  return read(serde, writtenIn(encoded))
}

/** Returns the value that this was written for. */
export async function read(serde: SerializerProtocol, written: Written): Promise<unknown> {
  if (typeof written === 'string') return serde.loadsTyped('json', written)
  return serde.loadsTyped(written.type, new Uint8Array(Buffer.from(written.base64, 'base64')))
}

/** Returns the JSON that is stored; null where it is of another type. */
export function jsonTextOf(encoded: Encoded): string | null {
  if (typeof encoded === 'string') return encoded
  return 'json' in encoded ? JSON.stringify(encoded.json) : null
}

/** Returns what is stored, for digests. */
export const digestible = (encoded: Encoded): string => digestOf(writtenIn(encoded))

/** Returns what was written, for digests. */
export const digestOf = (written: Written): string =>
  typeof written === 'string' ? `json ${written}` : `${written.type} ${written.base64}`

/** Says whether a stored value is one that `encode` writes. */
export function isEncoded(value: unknown): value is Encoded {
  if (typeof value === 'string') return true
  const { type, base64, ...rest } = (value ?? {}) as { readonly type?: unknown; readonly base64?: unknown }
  return 'json' in rest || (typeof type === 'string' && typeof base64 === 'string')
}

/** Members of JSON within a text of JSON have each quote escaped: a value has not, where it gives the very same text. */
export function encodedJson(text: string): Encoded {
  if (!text.includes('"')) return text
  const json = parsed(text)
  return json === undefined ? text : { json }
}

/** Deeper values stay texts: nothing that reads them on their way must go down. */
const deepest = 40
/** What may not come through as it was: names that objects have of their own, and halves of surrogate pairs. */
const odd = /"__proto__"|\\u/

function parsed(text: string): unknown {
  if (odd.test(text)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return JSON.stringify(value) === text && depthOf(value, 0) <= deepest ? value : undefined
  } catch {
    return undefined
  }
}

function depthOf(value: unknown, depth: number): number {
  if (typeof value !== 'object' || value === null || depth > deepest) return depth
  return Object.values(value).reduce<number>((most, each) => Math.max(most, depthOf(each, depth + 1)), depth + 1)
}

/** Null where it is no UTF-8: a serializer of a program's own may call anything JSON. */
function textOf(bytes: Uint8Array | string): string | null {
  if (typeof bytes === 'string') return bytes
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}
