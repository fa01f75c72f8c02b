import { createHash } from 'node:crypto'
import { badInput, Refusal } from '../../../domain/refusals.ts'
import { unpacked } from '../../../formats/compressedLines.ts'
import { storedChunks, storedSourcesOf } from '../raw/rawLines.ts'
import type { Scope } from '../../scope.ts'

/** The beginning of a file that was imported into a conversation before: so many bytes, with that SHA-256 in hexadecimal. */
export interface Beginning {
  readonly conversationId: string
  readonly bytes: number
  readonly sha256: string
}

/** Returns what names a beginning; refuses what names it by halves. */
export function beginningOf(
  conversationId: string | null,
  bytes: string | null,
  sha256: string | null,
): Beginning | null {
  if (conversationId === null && bytes === null && sha256 === null) return null
  if (
    conversationId !== null &&
    bytes !== null &&
    sha256 !== null &&
    /^\d{1,15}$/.test(bytes) &&
    /^[0-9a-f]{64}$/.test(sha256)
  )
    return { conversationId, bytes: Number(bytes), sha256 }
  const rule = '"heldBy" (a conversation), "heldBytes" (a number) and "heldSha256" (64 hexadecimal digits) go together'
  throw badInput(`${rule}.`, { heldBy: conversationId, heldBytes: bytes, heldSha256: sha256 }, ['heldBy'])
}

/**
 * Returns the beginning of a file as the store holds it; refuses one that the store does not hold, with how much it holds of
 * each file of the conversation.
 */
export async function heldBeginning(scope: Scope, beginning: Beginning): Promise<AsyncIterable<Uint8Array>> {
  const { conversationId, bytes, sha256 } = beginning
  const held: { readonly bytes: number; readonly sha256: string }[] = []
  for (const file of await storedSourcesOf(scope, conversationId)) {
    const { isThat, ...all } = await digested(scope, file, beginning)
    if (isThat) return first(scope, file, bytes)
    held.push(all)
  }
  throw new Refusal(
    'NOT_FOUND',
    { kind: 'Beginning', id: sha256, held },
    `No file of "${conversationId}" begins with these ${bytes} bytes. Send the whole file.`,
  )
}

interface StoredFile {
  readonly conversationId: string
  readonly source: string
}

async function digested(scope: Scope, file: StoredFile, { bytes, sha256 }: Beginning) {
  const hash = createHash('sha256')
  let [read, isThat] = [0, false]
  for await (const piece of piecesOf(scope, file)) {
    if (read < bytes && read + piece.length >= bytes)
      isThat =
        hash
          .copy()
          .update(piece.subarray(0, bytes - read))
          .digest('hex') === sha256
    if (isThat) break
    hash.update(piece)
    read += piece.length
  }
  return { isThat, bytes: read, sha256: hash.digest('hex') }
}

async function* first(scope: Scope, file: StoredFile, bytes: number): AsyncGenerator<Uint8Array> {
  let remaining = bytes
  for await (const piece of piecesOf(scope, file)) {
    yield piece.subarray(0, remaining)
    remaining -= piece.length
    if (remaining <= 0) return
  }
}

async function* piecesOf(scope: Scope, { conversationId, source }: StoredFile): AsyncGenerator<Uint8Array> {
  for await (const chunk of storedChunks(scope, conversationId, source)) yield await unpacked(chunk.bytes)
}
