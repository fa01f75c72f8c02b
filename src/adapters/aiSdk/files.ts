import type { ConnectedGraph } from '../../client/client.ts'
import type { Decoded } from './decode.ts'
import { urlOf } from '../turns/dataUrls.ts'
import type { Encoded, EncodedTurn } from './encoded.ts'

type Files = Pick<ConnectedGraph, 'attach' | 'attachment'>

/** Keeps the bytes that these turns embed, each once. */
export async function keepFiles(
  client: Files,
  turns: readonly EncodedTurn[],
  encoded: readonly Encoded[],
): Promise<void> {
  const ids = turns.flatMap(({ blocks }) =>
    blocks.flatMap((block) => ('attachmentId' in block ? [block.attachmentId] : [])),
  )
  const bytesById = new Map(encoded.flatMap(({ bytes }) => [...bytes]))
  for (const id of new Set(ids)) {
    const file = bytesById.get(id)
    if (file) await client.attach(file.bytes, { mediaType: file.mediaType, fileName: file.fileName ?? undefined })
  }
}

/** Returns a message with the bytes of its files in their URLs, as it was saved. */
export async function withFiles(client: Files, { message, files }: Decoded): Promise<unknown> {
  if (files.size === 0) return message
  const parts = [...message.parts]
  for (const [at, { head, id }] of files) parts[at] = { ...parts[at], url: urlOf(head, await client.attachment(id)) }
  return { ...message, parts }
}
