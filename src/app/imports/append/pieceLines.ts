/** The lines of a piece: which of them are new, and what they go on from. */
import { appendedSources, lineIds, type AppendedSource } from '../../../domain/records/importMarks.ts'
import { rawOrigin } from '../../../domain/records/importedFields.ts'
import type { Json, RawChunk } from '../../../domain/model.ts'
import { own } from '../../../runtime/own.ts'
import { unpacked } from '../../../formats/compressedLines.ts'
import { linesOf } from '../../../formats/reading/lines/lines.ts'
import { jsonIn } from '../../../formats/reading/lines/jsonIn.ts'
import { asObject, asText } from '../../../formats/reading/values.ts'
import type { Scope } from '../../scope.ts'
import { externalsOf } from '../nodes/externals.ts'
import { bucketOf, longId, shortId } from './lineNames.ts'

/** A chunk of fewer lines and bytes is packed again together with the next piece. */
const [fewLines, fewBytes] = [64, 64 * 1024]

/** So many of the last lines are read together with the next ones. */
const contextLines = 16

/** The end of a source: its last lines, which the next ones are read together with. */
export interface SourceEnd {
  readonly tail: AppendedSource | null
  /** The lines before the new ones. */
  readonly context: readonly Uint8Array[]
  /** The last chunk, where it is packed again with the new lines. */
  readonly packed: { readonly firstLine: number; readonly lines: readonly Uint8Array[] } | null
}

/** Reads the end of a source: a bounded part of it, however long it is. */
export async function endOfSource(scope: Scope, conversationId: string, source: string): Promise<SourceEnd> {
  const [mark] = await scope.store.importMarks([appendedSources.nameOf(conversationId, source)])
  const tail = appendedSources.read(mark)
  if (tail === null) return { tail, context: [], packed: null }
  const count = tail.lines - tail.last + 1
  const from = count < contextLines ? (tail.before ?? tail.last) : tail.last
  const chunks = await scope.store.rawChunks(conversationId, source, from, 2)
  const last = await linesIn(chunks.find(({ firstLine }) => firstLine === tail.last))
  if (last === null) return { tail, context: [], packed: null }
  const before = from === tail.last ? null : await linesIn(chunks.find(({ firstLine }) => firstLine === from))
  const context = [...(before ?? []), ...last].slice(-contextLines)
  return { tail, context, packed: count < fewLines ? { firstLine: tail.last, lines: last } : null }
}

/** Returns the lines of a chunk; null where it is none or a long one. */
async function linesIn(chunk: RawChunk | undefined): Promise<Uint8Array[] | null> {
  if (chunk === undefined || chunk.bytes.length > fewBytes) return null
  return linesOf(await unpacked(chunk.bytes)).map((line) => line.bytes)
}

/** A line with what it says of ids. */
export interface PieceLine {
  readonly bytes: Uint8Array
  /** Its own id; null where it has none. */
  readonly id: string | null
  /** Ids of other lines that it names. */
  readonly named: readonly string[]
}

const newline = Buffer.from('\n')

/** Returns the lines of a piece: each is whole, and ends with a newline. */
export function linesOfPiece(bytes: Uint8Array): PieceLine[] {
  return linesOf(bytes).map((line) =>
    lineOf(line.bytes.at(-1) === newline[0] ? line.bytes : Buffer.concat([line.bytes, newline])),
  )
}

function lineOf(bytes: Uint8Array): PieceLine {
  const value = asObject(parsed(bytes))
  if (value === null) return { bytes, id: null, named: [] }
  const named = Object.entries(value).flatMap(([name, one]) =>
    /uuid$/i.test(name) && typeof one === 'string' ? [one] : [],
  )
  return { bytes, id: asText(value['uuid']), named: [...named, ...texts(value['compactMetadata'] ?? null, 4)] }
}

function parsed(bytes: Uint8Array): Json {
  return jsonIn(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')) ?? null
}

function texts(value: Json, depth: number): string[] {
  if (typeof value === 'string') return value.length <= 100 ? [value] : []
  if (value === null || typeof value !== 'object' || depth === 0) return []
  return Object.values(value).flatMap((one) => texts(one, depth - 1))
}

/** What is known of ids: which are of lines of the source, and what lines are called in the graph. */
export interface KnownIds {
  readonly lines: ReadonlySet<string>
  readonly aliases: ReadonlyMap<string, string>
}

const idsAtOnce = 500

/** Returns what is known of the ids that lines have and name. */
export async function knownIds(
  scope: Scope,
  {
    conversationId,
    source,
    hasIds,
  }: { readonly conversationId: string; readonly source: string; readonly hasIds: boolean },
  lines: readonly PieceLine[],
): Promise<KnownIds> {
  const ids = [...new Set(lines.flatMap(({ id }) => id ?? []))]
  const results = new Set<string>()
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    const part = ids.slice(from, from + idsAtOnce)
    const stored = await externalsOf(scope, part)
    for (const [i, id] of part.entries())
      if (stored[i]?.some((one) => isOf(one, conversationId, source))) results.add(id)
  }
  const aliases = new Map<string, string>()
  if (!hasIds) return { lines: results, aliases }
  const all = [...new Set([...ids, ...lines.flatMap(({ named }) => named)])]
  const buckets = [...new Set(all.map(bucketOf))]
  const marks = await scope.store.importMarks(buckets.map((bucket) => lineIds.nameOf(conversationId, source, bucket)))
  const byBucket = new Map(buckets.map((bucket, i) => [bucket, lineIds.read(marks[i]) ?? {}]))
  for (const id of all) {
    const name = own(byBucket.get(bucketOf(id)) ?? {}, shortId(id))
    if (name === undefined) continue
    results.add(id)
    if (name !== 0) aliases.set(id, longId(name))
  }
  return { lines: results, aliases }
}

function isOf(observation: Parameters<typeof rawOrigin>[0], conversationId: string, source: string): boolean {
  const origin = rawOrigin(observation)
  return origin?.conversationId === conversationId && origin.source === source
}

/** Returns the lines that the source does not have yet; of those with one id the first. */
export function newLines(lines: readonly PieceLine[], known: ReadonlySet<string>): PieceLine[] {
  const seen = new Set<string>()
  return lines.filter(({ id }) => {
    if (id === null) return true
    if (known.has(id) || seen.has(id)) return false
    seen.add(id)
    return true
  })
}
