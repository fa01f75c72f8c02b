/** Files that go to a server: of what it holds already only what is new. */
import { createHash } from 'node:crypto'
import { TurngraphError } from '../client/turngraphError.ts'
import type { FileInput, HeldBeginning, Imported, ImportOptions } from '../client/graphClient.ts'
import type { ImportFile } from './importSession.ts'

type Send = (file: FileInput, options: ImportOptions) => Promise<Imported>

/** So many files are remembered; of one that is forgotten the server is asked. */
const mostFiles = 200

/**
 * Returns what imports files into a server: a file that goes on from what was sent before is sent from there on. Where the server holds
 * it otherwise, or the file was truncated or replaced, the whole is sent.
 */
export function sendNew(send: Send, options: ImportOptions = {}): ImportFile {
  const sent = new Map<string, HeldBeginning>()
  return async (source, path, ownerOf) => {
    const known = sent.get(path) ?? null
    const { whole, at } = await digestsOf(source, known === null ? [] : [known.bytes])
    const owner = known?.conversationId ?? (await ownerOf())
    // Of one that is new to this process the server may have all: then nothing follows.
    const guess =
      known === null ? owner !== null && { ...whole, conversationId: owner } : at(known.bytes) === known.sha256 && known
    const imported = guess ? await sendBehind(send, source, guess, options) : await send(source, options)
    sent.delete(path)
    const conversationId = owner ?? imported.conversationIds[0]
    if (conversationId !== undefined) sent.set(path, { ...whole, conversationId })
    for (const oldest of sent.keys()) if (sent.size > mostFiles) sent.delete(oldest)
    return imported
  }
}

/** Sends what follows a beginning that the server should hold; where it holds less, what follows that, else the whole. */
async function sendBehind(
  send: Send,
  source: FileInput,
  guess: HeldBeginning,
  options: ImportOptions,
): Promise<Imported> {
  const refused = await trySend(send, source, guess, options)
  if (!(refused instanceof TurngraphError)) return refused
  const held = heldIn(refused).filter(({ bytes }) => bytes > 0)
  const all = await digestsOf(
    source,
    held.map(({ bytes }) => bytes),
  )
  const most = held.filter(({ bytes, sha256 }) => all.at(bytes) === sha256).sort((a, b) => b.bytes - a.bytes)[0]
  const again = most && (await trySend(send, source, { ...most, conversationId: guess.conversationId }, options))
  return again === undefined || again instanceof TurngraphError ? send(source, options) : again
}

/** Returns what came of it, or the refusal of a server that does not hold the beginning. */
async function trySend(send: Send, source: FileInput, held: HeldBeginning, options: ImportOptions) {
  try {
    return await send(source, { ...options, held })
  } catch (thrown) {
    if (thrown instanceof TurngraphError && thrown.code === 'NOT_FOUND') return thrown
    throw thrown
  }
}

type Held = Pick<HeldBeginning, 'bytes' | 'sha256'>

function heldIn({ details }: TurngraphError): readonly Held[] {
  const { held } = (details ?? {}) as { readonly held?: unknown }
  return Array.isArray(held) ? (held as readonly Held[]) : []
}

/** Returns the digest of a file, and of its beginnings of those lengths. */
async function digestsOf(source: FileInput, lengths: readonly number[]) {
  const hash = createHash('sha256')
  const hashes = new Map<number, string>()
  let bytes = 0
  for await (const piece of source.open()) {
    for (const length of lengths)
      if (length >= bytes && length < bytes + piece.length)
        hashes.set(
          length,
          hash
            .copy()
            .update(piece.subarray(0, length - bytes))
            .digest('hex'),
        )
    hash.update(piece)
    bytes += piece.length
  }
  const whole = { bytes, sha256: hash.digest('hex') }
  return { whole, at: (length: number) => (length === bytes ? whole.sha256 : hashes.get(length)) }
}
