import type { SerializerProtocol } from '@langchain/langgraph-checkpoint'

/** A value as LangGraph's serializer writes it: its JSON, or bytes of another type. */
export type Encoded = string | { readonly type: string; readonly base64: string }

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Returns a value as the serializer writes it. */
export async function encode(serde: SerializerProtocol, value: unknown): Promise<Encoded> {
  const [type, bytes] = await serde.dumpsTyped(value)
  const text = type === 'json' ? textOf(bytes) : null
  return text ?? { type, base64: Buffer.from(bytes).toString('base64') }
}

/** Returns the value that was written so. */
export async function decode(serde: SerializerProtocol, encoded: Encoded): Promise<unknown> {
  if (typeof encoded === 'string') return serde.loadsTyped('json', encoded)
  return serde.loadsTyped(encoded.type, new Uint8Array(Buffer.from(encoded.base64, 'base64')))
}

/** Returns what is stored, for digests. */
export const digestible = (encoded: Encoded): string =>
  typeof encoded === 'string' ? `json ${encoded}` : `${encoded.type} ${encoded.base64}`

/** Null where it is no UTF-8: a serializer of somebody's own may call anything JSON. */
function textOf(bytes: Uint8Array | string): string | null {
  if (typeof bytes === 'string') return bytes
  try {
    return utf8.decode(bytes)
  } catch {
    return null
  }
}
