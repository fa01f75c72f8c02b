import { TextDecoder } from 'node:util'
import type { Hash } from '../../domain/model.ts'
import { splitBatch } from '../read/loaders.ts'
import type { Scope } from '../scope.ts'
import type { NotScanned } from './scannable.ts'

/** How much of an attachment is scanned, in bytes. */
const most = 4 * 1024 * 1024

/** What is known of attachments that were met. */
export interface AttachmentTexts {
  /** Returns what secrets are looked for in; "" where that is nothing. */
  readonly textOf: (id: Hash) => string
  readonly notScanned: readonly NotScanned[]
}

/** Returns the texts of attachments, by their bytes and whatever their media type: what is no text has none, nor has what is erased. */
export async function attachmentTexts(scope: Scope, ids: readonly Hash[]): Promise<AttachmentTexts> {
  const texts = new Map<Hash, string>()
  const notScanned = new Set<NotScanned>()
  for (const one of await splitBatch(ids, (some) => scope.store.attachments(some))) {
    if (!one || one.erased) continue
    scope.signal?.throwIfAborted()
    const text = one.uri ?? (await textOfBytes(scope, one.id))
    if (text === null) notScanned.add('BINARY_ATTACHMENTS')
    else texts.set(one.id, text)
    if (text !== null && one.byteSize !== null && one.byteSize > most) notScanned.add('LONG_ATTACHMENTS')
  }
  return { textOf: (id) => texts.get(id) ?? '', notScanned: [...notScanned] }
}

async function textOfBytes({ attachmentBytes, tenant }: Scope, id: Hash): Promise<string | null> {
  const size = await attachmentBytes.size(tenant, id)
  if (size === null) return null
  if (size === 0) return ''
  const stream = await attachmentBytes.get(tenant, id, { from: 0, to: Math.min(size, most) - 1 })
  if (stream === null) return null
  let decoder: TextDecoder | null = null
  let text = ''
  for await (const piece of stream as AsyncIterable<Buffer>) {
    decoder ??= decoderOf(piece)
    const more = decoded(decoder, piece)
    // Leaving the loop closes the stream: of a picture no more than its beginning is read.
    if (more === null) return null
    text += more
  }
  return text
}

/** A character that is cut off at the end is no fault. */
function decoded(decoder: TextDecoder, piece: Uint8Array): string | null {
  try {
    const text = decoder.decode(piece, { stream: true })
    return text.includes('\0') ? null : text
  } catch {
    return null
  }
}

const decoderOf = ([first, second]: Uint8Array): TextDecoder => {
  const label =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8'
  return new TextDecoder(label, { fatal: true })
}

/** Returns bytes as text; null where they are none. */
export function textOf(bytes: Uint8Array): string | null {
  return decoded(decoderOf(bytes), bytes)
}
