/** What is appended to a source that grows by pieces, as its one batch is decided. */
import { isDeepStrictEqual } from 'node:util'
import { appendedSources, lineIds, type AppendedSource, type LineIds } from '../../../domain/records/importMarks.ts'
import type { Changes } from '../../../domain/changes.ts'
import type { Mark } from '../../../domain/model.ts'
import { rawOrigin } from '../../../domain/records/importedFields.ts'
import type { Scope } from '../../scope.ts'
import { withRecords, writeRecords } from '../../stateRecords/writeRecords.ts'
import type { Draft } from '../../write/draft/draft.ts'
import type { ImportBatch } from '../job/batches.ts'
import { setOwn } from '../../../runtime/own.ts'
import type { AppendJob } from '../job/importJob.ts'
import type { Lookups } from '../job/importReads.ts'
import { entryKey } from '../nodes/placedEntries.ts'
import type { PlacedNodes } from '../placing.ts'
import { bucketOf, shortId } from './lineNames.ts'

/** Thrown where another process has appended to the source since its end was read: then all is read again. */
export class TailMoved extends Error {}

/** Refuses to go on where the source does not end as it did when the piece was read. */
export function checkTail({ conversationId, source, tail }: AppendJob, lookups: Lookups): void {
  const now = appendedSources.read(lookups.mark(appendedSources.nameOf(conversationId, source)))
  if (!isDeepStrictEqual(now, tail)) throw new TailMoved('Another process has appended to the source.')
}

/** Returns where the source ends with the batch, and the ids of lines that have no observation. */
export function marksOfAppend(job: AppendJob, batch: ImportBatch, lookups: Lookups, placed: PlacedNodes): Mark[] {
  const { conversationId, source, tail } = job
  const chunks = batch.chunks.filter((chunk) => chunk.conversationId === conversationId)
  const last = chunks.at(-1)
  if (!last) return []
  const others = otherIds(job, batch, placed)
  const end: AppendedSource = {
    lines: last.firstLine + last.lineCount - 1,
    last: last.firstLine,
    before: tail === null ? null : tail.last === last.firstLine ? tail.before : tail.last,
    hasIds: tail?.hasIds === true || others.size > 0,
  }
  const marks = [...others].map(([bucket, ids]) => {
    const known = lineIds.read(lookups.mark(lineIds.nameOf(conversationId, source, bucket))) ?? {}
    return lineIds.mark({ ...known, ...ids }, conversationId, source, bucket)
  })
  return [appendedSources.mark(end, conversationId, source), ...marks]
}

/** The ids of new lines from which no observation was read under them, by bucket. */
function otherIds(
  { conversationId, source, ids }: AppendJob,
  batch: ImportBatch,
  placed: PlacedNodes,
): Map<string, LineIds> {
  const names = new Map<number, string>()
  for (const { raw, externalId } of batch.nodes)
    if (raw.conversationId === conversationId && raw.part === 0) names.set(raw.line, externalId)
  const results = new Map<string, Record<string, string | 0>>()
  for (const [line, id] of ids) {
    const name = names.get(line) ?? null
    const node =
      name === null ? undefined : placed.placedByEntry.get(entryKey({ conversationId, externalId: name }))?.node
    const origin = node && rawOrigin(node)
    const isRead = name === id && origin?.conversationId === conversationId && origin.source === source
    if (isRead) continue
    const bucket = bucketOf(id)
    const some = results.get(bucket) ?? {}
    setOwn(some, shortId(id), name === null || name === id ? 0 : shortId(name))
    results.set(bucket, some)
  }
  return results
}

/** Returns the changes with the records that go with the piece. */
export async function withAppendedRecords(
  scope: Scope,
  job: AppendJob,
  drafts: ReadonlyMap<string, Draft>,
  changes: Changes,
): Promise<Changes> {
  const draft = drafts.get(job.conversationId)
  if (job.records.length === 0 || !draft) return changes
  const written = await writeRecords(scope, draft, job.records)
  job.written = written.records
  return withRecords(scope, job.conversationId, changes, written.changes)
}
