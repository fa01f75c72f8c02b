import { linesOf } from '../../formats/reading/lines.ts'
import type { Reading, StoredFile } from '../../formats/plan.ts'
import type { RawChunk } from '../../domain/model.ts'
import { sealOf, type Seal } from '../../domain/keyedDigest.ts'
import { sha256 } from '../../domain/pathHash.ts'
import type { Scope } from '../scope.ts'
import { packed, unpacked } from './compressedLines.ts'
import { possibleSources, type SourceName } from './lineDigests.ts'

/** Where the raw lines of a conversation in one file belong, and how many of them the store holds already. */
export interface RawSource {
  readonly source: string
  readonly held: number
}

const newline = 0x0a

/**
 * Returns for each owner of lines the source that this file continues, or a new one where it continues none. A source
 * is one growing file: the same file again, or an earlier or a longer state of it, is the same source.
 */
export async function matchSources(scope: Scope, reading: Reading, format: string): Promise<Map<string, RawSource>> {
  const identities = reading.identities ?? (await firstLinesOf(reading, sealOf(scope)))
  const found = new Map<string, RawSource>()
  const names: SourceName[] = []
  for (const owner of reading.lineOwners) {
    const base = `${format}:${(identities.get(owner) ?? sha256('')).slice(0, 32)}`
    const stored = (await scope.store.rawSources(owner)).filter(({ source }) => source.split('~')[0] === base)
    found.set(owner, { source: stored.length === 0 ? base : `${base}~${stored.length + 1}`, held: 0 })
    for (const { source } of stored) names.push({ owner, source })
  }
  const open = (await possibleSources(scope, reading, names)).map((name) => comparison(scope, name))
  if (open.length === 0) return found
  const byOwner = new Map(reading.lineOwners.map((id) => [id, open.filter(({ owner }) => owner === id)]))
  for await (const line of reading.ownedLines())
    for (const each of byOwner.get(line.conversationId) ?? []) await each.next(line.bytes)
  for (const { owner, source, result } of open) {
    const held = result()
    if (held !== null && held >= (found.get(owner)?.held ?? 0)) found.set(owner, { source, held })
  }
  return found
}

/** A file of lines is known by its first one. */
async function firstLinesOf(reading: Reading, seal: Seal): Promise<Map<string, string>> {
  const first = new Map<string, string>()
  for await (const { conversationId, bytes } of reading.ownedLines()) {
    if (!first.has(conversationId)) first.set(conversationId, seal(sha256(bytes)))
    if (first.size === reading.lineOwners.length) break
  }
  return first
}

interface Comparison extends SourceName {
  next(line: Uint8Array): Promise<void>
  /** How many lines of the file the source holds; null when it is another one. */
  readonly result: () => number | null
}

/** Compares the lines of a file with those of a stored source, line by line. */
function comparison(scope: Scope, { owner, source }: SourceName): Comparison {
  const stored = storedLines(scope, owner, source)[Symbol.asyncIterator]()
  let equal: number | null = 0
  let ended = false
  return {
    owner,
    source,
    async next(line) {
      if (equal === null || ended) return
      const held = await stored.next()
      if (held.done === true) ended = true
      else if (Buffer.compare(held.value, line) === 0 || isBeginning(line, held.value)) equal++
      else if (isBeginning(held.value, line)) ended = true
      else equal = null
    },
    result: () => equal,
  }
}

/** Says whether a line without newline is the beginning of another: it had not been written to its end. */
function isBeginning(part: Uint8Array, line: Uint8Array): boolean {
  return part.at(-1) !== newline && Buffer.compare(part, line.subarray(0, part.length)) === 0
}

/** Yields the lines of a stored source with their terminators. */
export async function* storedLines(
  scope: Scope,
  conversationId: string,
  source: string,
  from = 1,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of storedChunks(scope, conversationId, source, from)) {
    let skip = Math.max(0, from - chunk.firstLine)
    for (const bytes of linesIn(chunk)) if (skip-- <= 0) yield bytes
  }
}

/** A chunk of one may be a block, which is not to be cut where a newline is in it. */
function linesIn({ lineCount, bytes }: RawChunk): Uint8Array[] {
  const all = unpacked(bytes)
  return lineCount === 1 ? [all] : linesOf(all).map((line) => line.bytes)
}

/** Yields the chunks of a stored source in order, from the one that holds line `from`. */
export async function* storedChunks(
  scope: Scope,
  conversationId: string,
  source: string,
  from = 1,
): AsyncGenerator<RawChunk> {
  for (let next = from; ;) {
    const chunks = await scope.store.rawChunks(conversationId, source, next, 8)
    for (const chunk of chunks) {
      scope.signal?.throwIfAborted()
      yield chunk
      next = chunk.firstLine + chunk.lineCount
    }
    if (chunks.length === 0) return
  }
}

/** Returns the files that were imported of a conversation, in the order of their names. */
export async function storedFiles(scope: Scope, conversationId: string): Promise<StoredFile[]> {
  const sources = await scope.store.rawSources(conversationId)
  return sources.map(({ source }) => ({
    source,
    async *open() {
      for await (const chunk of storedChunks(scope, conversationId, source)) yield unpacked(chunk.bytes)
    },
  }))
}

/** Lines that were read and are to be stored. */
export interface LineBuffer {
  firstLine: number
  lines: Uint8Array[]
  /** Each is kept by itself. */
  readonly areBlocks: boolean
}

/** Returns the lines as chunks. One that has no newline yet is a chunk of its own: a longer state replaces it. */
export async function chunksOf(
  conversationId: string,
  source: string,
  { firstLine, lines, areBlocks }: LineBuffer,
): Promise<RawChunk[]> {
  const last = lines.at(-1)
  const isOpen = last !== undefined && last.at(-1) !== newline && lines.length > 1
  const parts = areBlocks ? lines.map((block) => [block]) : isOpen ? [lines.slice(0, -1), [last]] : [lines]
  let next = firstLine
  const chunks: RawChunk[] = []
  for (const part of parts) {
    chunks.push({
      conversationId,
      source,
      firstLine: next,
      lineCount: part.length,
      bytes: await packed(part),
    })
    next += part.length
  }
  return chunks
}
