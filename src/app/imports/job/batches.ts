import type { Seal } from '../../../domain/access/keyedDigest.ts'
import type { JsonObject, Mark, RawChunk } from '../../../domain/model.ts'
import type {
  PlanItem,
  PlannedFork,
  PlannedHead,
  PlannedNode,
  PlannedRun,
  PlannedSpawn,
  PlannedTitle,
  PlannedWaiting,
} from '../../../formats/plan.ts'
import { lineDigests, type LineDigests } from '../matching/lineDigests.ts'
import type { RawSource, RawSources } from '../matching/matchSources.ts'
import { chunksOf, type LineBuffer } from '../raw/rawLines.ts'

/** What is written at once. */
export interface ImportBatch {
  readonly nodes: readonly PlannedNode[]
  readonly titles: readonly PlannedTitle[]
  readonly spawns: readonly PlannedSpawn[]
  readonly heads: readonly PlannedHead[]
  readonly runs: readonly RunEnding[]
  readonly forks: readonly PlannedFork[]
  readonly waits: readonly PlannedWaiting[]
  /** What lines that are not stored yet say of conversations. */
  readonly about: ReadonlyMap<string, JsonObject>
  readonly chunks: readonly RawChunk[]
  /** Hashes by which later imports recognise a file that these lines begin. */
  readonly marks: readonly Mark[]
  /** Bytes of the file up to here. */
  readonly bytes: number
}

/** A run that ends, and how many of the batch's nodes come before that. */
export interface RunEnding {
  readonly run: PlannedRun
  readonly after: number
}

export interface BatchSize {
  readonly nodes: number
  readonly bytes: number
  /** Conversations that one write may change: each is locked until it is done. */
  readonly conversations?: number
}
export const batchSize: BatchSize = { nodes: 2000, bytes: 4 * 1024 * 1024 }

/** A batch that has been read; its lines are being compressed while the next one is read. */
export interface RawBatch {
  readonly batch: Promise<ImportBatch>
}

/** Cuts what a file holds into batches of bounded size; lines that the store holds already are left out. */
export async function* batchesOf(
  items: AsyncIterable<readonly PlanItem[]>,
  sources: RawSources,
  size: BatchSize,
  seal: Seal,
): AsyncGenerator<RawBatch, undefined> {
  const digests = lineDigests(seal)
  let open = emptyBatch()
  let bytes = 0
  for await (const some of items)
    for (const item of some) {
      if ((item.kind === 'line' || item.kind === 'node') && isFull(open, size)) {
        yield cut(open, sources, digests, bytes)
        open = emptyBatch()
      }
      if (item.kind === 'line') {
        const { held = 0, appendedTo } = sources.get(item.conversationId) ?? {}
        if (!appendedTo) digests.add(item)
        bytes += item.bytes.length
        if (item.number > held) keepLine(open, item, appendedTo)
      } else keepItem(open, item, sources)
    }
  yield cut(open, sources, digests, bytes)
}

interface OpenBatch {
  readonly nodes: PlannedNode[]
  readonly titles: PlannedTitle[]
  readonly spawns: PlannedSpawn[]
  readonly heads: PlannedHead[]
  readonly runs: RunEnding[]
  readonly forks: PlannedFork[]
  readonly waits: PlannedWaiting[]
  readonly about: Map<string, JsonObject>
  readonly lines: Map<string, LineBuffer>
  readonly conversations: Set<string>
  bytes: number
}

function emptyBatch(): OpenBatch {
  const lists = { nodes: [], titles: [], spawns: [], heads: [], runs: [], forks: [], waits: [] }
  return { ...lists, about: new Map(), lines: new Map(), conversations: new Set(), bytes: 0 }
}

const mostConversations = 200

function isFull({ nodes, bytes, conversations }: OpenBatch, size: BatchSize): boolean {
  return (
    nodes.length >= size.nodes || bytes >= size.bytes || conversations.size >= (size.conversations ?? mostConversations)
  )
}

function keepItem(open: OpenBatch, item: Exclude<PlanItem, { kind: 'line' }>, sources: RawSources): void {
  if (item.kind === 'node') open.nodes.push(item)
  else if (item.kind === 'title') open.titles.push(item)
  else if (item.kind === 'spawn') open.spawns.push(item)
  else if (item.kind === 'head') open.heads.push(item)
  else if (item.kind === 'waits') open.waits.push(item)
  else if (item.kind === 'fork') open.forks.push(item)
  else if (item.kind === 'run') open.runs.push({ run: item, after: open.nodes.length })
  else if (item.raw.line > (sources.get(item.raw.conversationId)?.held ?? 0)) {
    open.about.set(item.conversationId, { ...open.about.get(item.conversationId), ...item.metadata })
  }
  if (item.kind === 'node') open.conversations.add(item.conversationId)
  if (item.kind === 'node' && item.origin) open.conversations.add(item.origin.conversationId)
}

function keepLine(
  open: OpenBatch,
  line: Extract<PlanItem, { kind: 'line' }>,
  { firstLine, lines }: NonNullable<RawSource['appendedTo']> = { firstLine: line.number, lines: [] },
): void {
  const buffer = open.lines.get(line.conversationId) ?? { firstLine, lines: [...lines], areBlocks: line.isBlock }
  buffer.lines.push(line.bytes)
  open.lines.set(line.conversationId, buffer)
  open.conversations.add(line.conversationId)
  open.bytes += line.bytes.length
}

function cut(open: OpenBatch, sources: RawSources, digests: LineDigests, bytes: number): RawBatch {
  const sourceOf = (owner: string) => sources.get(owner)?.source ?? 'unknown'
  const files = [...open.lines.keys()].filter((owner) => !sources.get(owner)?.appendedTo)
  const marks = files.map((owner) => digests.mark({ owner, source: sourceOf(owner) }))
  digests.letGo()
  const batch = closed(open, sourceOf, marks, bytes)
  // What takes the batch gets the error; an import that has ended takes no more.
  batch.catch(() => undefined)
  return { batch }
}

async function closed(
  open: OpenBatch,
  sourceOf: (owner: string) => string,
  marks: readonly Mark[],
  bytes: number,
): Promise<ImportBatch> {
  const chunks = [...open.lines].map(([id, buffer]) => chunksOf(id, sourceOf(id), buffer))
  const { nodes, titles, spawns, heads, runs, forks, waits, about } = open
  return {
    nodes,
    titles,
    spawns,
    heads,
    runs,
    forks,
    waits,
    about,
    chunks: (await Promise.all(chunks)).flat(),
    marks,
    bytes,
  }
}
