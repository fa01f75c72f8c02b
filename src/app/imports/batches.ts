import type { Mark, RawChunk } from '../../domain/model.ts'
import type { PlanItem, PlannedNode, PlannedSpawn, PlannedTitle } from '../../formats/plan.ts'
import { lineDigests, type LineDigests } from './lineDigests.ts'
import { chunksOf, type LineBuffer, type RawSource } from './rawLines.ts'

/** What is written at once. */
export interface Batch {
  readonly nodes: readonly PlannedNode[]
  readonly titles: readonly PlannedTitle[]
  readonly spawns: readonly PlannedSpawn[]
  readonly chunks: readonly RawChunk[]
  /** What tells later imports which files these lines are the beginning of. */
  readonly marks: readonly Mark[]
  /** Bytes of the file up to here. */
  readonly bytes: number
}

export interface BatchSize {
  readonly nodes: number
  readonly bytes: number
}
export const batchSize: BatchSize = { nodes: 2000, bytes: 4 * 1024 * 1024 }

/** A batch that has been read; its lines are being compressed while the next one is read. */
export interface Cut {
  readonly batch: Promise<Batch>
}

/** Cuts what a file holds into batches of bounded size; lines that the store holds already are left out. */
export async function* batchesOf(
  items: AsyncIterable<readonly PlanItem[]>,
  sources: ReadonlyMap<string, RawSource>,
  size: BatchSize,
): AsyncGenerator<Cut, undefined> {
  const digests = lineDigests()
  let open = emptyBatch()
  let bytes = 0
  for await (const some of items)
    for (const item of some)
      if (item.kind === 'line') {
        if (open.nodes.length >= size.nodes || open.bytes >= size.bytes) {
          yield cut(open, sources, digests, bytes)
          open = emptyBatch()
        }
        digests.add(item)
        bytes += item.bytes.length
        if (item.number > (sources.get(item.conversationId)?.held ?? 0)) keepLine(open, item)
      } else if (item.kind === 'node') open.nodes.push(item)
      else if (item.kind === 'title') open.titles.push(item)
      else if (item.kind === 'spawn') open.spawns.push(item)
  yield cut(open, sources, digests, bytes)
}

interface OpenBatch {
  readonly nodes: PlannedNode[]
  readonly titles: PlannedTitle[]
  readonly spawns: PlannedSpawn[]
  readonly lines: Map<string, LineBuffer>
  bytes: number
}

function emptyBatch(): OpenBatch {
  return { nodes: [], titles: [], spawns: [], lines: new Map(), bytes: 0 }
}

function keepLine(open: OpenBatch, line: Extract<PlanItem, { kind: 'line' }>): void {
  const buffer = open.lines.get(line.conversationId) ?? { firstLine: line.number, lines: [] }
  buffer.lines.push(line.bytes)
  open.lines.set(line.conversationId, buffer)
  open.bytes += line.bytes.length
}

function cut(open: OpenBatch, sources: ReadonlyMap<string, RawSource>, digests: LineDigests, bytes: number): Cut {
  const sourceOf = (owner: string) => sources.get(owner)?.source ?? 'unknown'
  const marks = [...open.lines.keys()].map((owner) => digests.mark({ owner, source: sourceOf(owner) }))
  const batch = closed(open, sourceOf, marks, bytes)
  // Whoever takes the batch is told; an import that has ended takes no more.
  batch.catch(() => undefined)
  return { batch }
}

async function closed(
  open: OpenBatch,
  sourceOf: (owner: string) => string,
  marks: readonly Mark[],
  bytes: number,
): Promise<Batch> {
  const chunks = [...open.lines].map(([id, buffer]) => chunksOf(id, sourceOf(id), buffer))
  const { nodes, titles, spawns } = open
  return { nodes, titles, spawns, chunks: (await Promise.all(chunks)).flat(), marks, bytes }
}
