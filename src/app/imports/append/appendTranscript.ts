import { setTimeout as pause } from 'node:timers/promises'
import { sealOf } from '../../../domain/access/keyedDigest.ts'
import { lineIds, appendedSources } from '../../../domain/records/importMarks.ts'
import { badInput, notFound, Refusal } from '../../../domain/refusals.ts'
import type { StateRecord } from '../../../domain/records/stateRecord.ts'
import { claudeCode } from '../../../formats/claudeCode/format.ts'
import { createFindings, type Findings } from '../../../formats/findings.ts'
import { bytesSource } from '../../fileSource.ts'
import { memoryScratch } from '../../../formats/scratch.ts'
import { checkRecords, type RecordInput } from '../../stateRecords/checkRecords.ts'
import { putRecords } from '../../stateRecords/putRecords.ts'
import type { Scope } from '../../scope.ts'
import { checkId } from '../../write/checks.ts'
import type { ImportResult } from '../job/importReport.ts'
import type { Append, ImportTranscript } from '../job/importRequest.ts'
import { storeReading } from '../job/storeReading.ts'
import { storedFiles } from '../raw/rawLines.ts'
import { inQueue } from '../queue/inQueue.ts'
import type { AppendJob } from '../job/importJob.ts'
import { TailMoved } from './appendJob.ts'
import { bucketOf } from './lineNames.ts'
import { endOfSource, knownIds, linesOfPiece, newLines, type PieceLine, type SourceEnd } from './pieceLines.ts'

/** The longest piece: it is written at once. */
const longestPiece = 16 * 1024 * 1024
/** How often a piece is read again because another process has appended first. */
const attempts = 100

/**
 * Appends lines to a source that grows by pieces: what is new of them is stored at once, or nothing. A line whose id the
 * source has already adds nothing. The cost depends on the piece alone, however long the source is.
 */
export async function appendTranscript(scope: Scope, input: ImportTranscript, append: Append): Promise<ImportResult> {
  const conversationId = checkAppend(input, append)
  const records = append.records?.length ? checkRecords(scope, append.records) : []
  const lines = linesOfPiece(await bytesOf(input))
  const source = `${claudeCode.name}:${append.source}`
  const piece = { conversationId, source, sidechainOf: append.sidechainOf ?? null, records, lines }
  return inQueue(scope, input, () =>
    oneByOne(scope, conversationId, async () => {
      for (let attempt = 1; ; attempt++) {
        scope.signal?.throwIfAborted()
        try {
          return await appendOnce(scope, input, piece)
        } catch (thrown) {
          if (!(thrown instanceof TailMoved) || attempt === attempts) throw thrown
          await pause(Math.random() * 20)
        }
      }
    }),
  )
}

function checkAppend({ conversationId, format, strict, fileName }: ImportTranscript, append: Append): string {
  if (format != null && format !== claudeCode.name) {
    const facts = { given: format, accepted: [claudeCode.name] }
    throw badInput(`"${format}" cannot be appended to; only ${claudeCode.name} can.`, facts, ['format'])
  }
  if (strict === true) throw badInput('"strict" is of whole files: a piece is kept whatever is in it.', {}, ['strict'])
  if (fileName != null) throw badInput('A piece has no file name; its "source" names it.', {}, ['fileName'])
  if (!/^[a-z][a-z0-9-]{0,30}$/.test(append.source)) {
    const rule = 'a small letter, then small letters, digits and "-", at most 31 in all'
    throw badInput(`"source" must be ${rule}.`, { source: append.source.slice(0, 100) }, ['source'])
  }
  if (conversationId == null)
    throw badInput('Give the "conversationId" to whose lines the piece adds.', {}, ['conversationId'])
  if (append.sidechainOf != null) checkId(append.sidechainOf, 'sidechainOf')
  if (append.sidechainOf === conversationId)
    throw badInput('A conversation cannot be a sub-agent of itself.', { id: conversationId }, ['sidechainOf'])
  return checkId(conversationId, 'conversationId')
}

async function bytesOf({ source }: ImportTranscript): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let length = 0
  for await (const piece of source.open()) {
    length += piece.length
    if (length > longestPiece)
      throw new Refusal('LIMIT_EXCEEDED', { limit: longestPiece }, `A piece has at most ${longestPiece} bytes.`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** By what lanes are of, which is one for each store of a process: what is under way of each conversation. */
const underWay = new WeakMap<object, Map<string, Promise<unknown>>>()

/** Does what is asked of one conversation one after the other, so that pieces of one process never meet. */
async function oneByOne<T>({ lanes, tenant }: Scope, id: string, work: () => Promise<T>): Promise<T> {
  const all = underWay.get(lanes) ?? new Map<string, Promise<unknown>>()
  underWay.set(lanes, all)
  const name = JSON.stringify([tenant, id])
  const done = (all.get(name) ?? Promise.resolve()).then(work)
  const settled = done.then(
    () => undefined,
    () => undefined,
  )
  all.set(name, settled)
  try {
    return await done
  } finally {
    if (all.get(name) === settled) all.delete(name)
  }
}

interface TranscriptPiece {
  readonly conversationId: string
  readonly source: string
  readonly sidechainOf: string | null
  readonly records: readonly RecordInput[]
  readonly lines: readonly PieceLine[]
}

async function appendOnce(scope: Scope, input: ImportTranscript, piece: TranscriptPiece): Promise<ImportResult> {
  const { conversationId, source, records } = piece
  scope.reads.clear()
  const [stored] = await scope.store.conversations([conversationId])
  if (stored?.deletedAt != null) throw notFound('Conversation', conversationId, true)
  const end = await endOfSource(scope, conversationId, source)
  const before = linesOfPiece(Buffer.concat(end.context))
  const of = { conversationId, source, hasIds: end.tail?.hasIds === true }
  const known = await knownIds(scope, of, [...piece.lines, ...before])
  const lines = newLines(piece.lines, known.lines)
  if (lines.length === 0) return nothingNew(await recordsAlone(scope, conversationId, records))
  const job = jobOf(piece, end, lines)
  const file = bytesSource(null, Buffer.concat([...end.context, ...lines.map(({ bytes }) => bytes)]))
  const scratch = memoryScratch()
  try {
    const findings = createFindings()
    const reading = await claudeCode.read?.(file, {
      scratch,
      findings,
      seal: sealOf(scope),
      conversationId,
      stored: (id) => storedFiles(scope, id),
      piece: {
        conversationId,
        sidechainOf: piece.sidechainOf,
        firstLine: (end.tail?.lines ?? 0) - end.context.length + 1,
        aliases: known.aliases,
      },
    })
    if (!reading) throw new Error('A piece is always read.')
    const options = { ...input, batchSize: whole, onProgress: undefined }
    const result = await storeReading(
      { scope, scratch, archive: null },
      options,
      file,
      claudeCode,
      reading,
      findings,
      job,
    )
    return { ...ofPiece(result, findings, end.context.length, lines.length), records: job.written }
  } finally {
    scratch.close()
  }
}

/** All of a piece is one batch. */
const whole = { nodes: Infinity, bytes: Infinity, conversations: Infinity }

function jobOf(
  { conversationId, source, records }: TranscriptPiece,
  end: SourceEnd,
  lines: readonly PieceLine[],
): AppendJob {
  const held = end.tail?.lines ?? 0
  const ids = new Map(lines.flatMap(({ id }, i) => (id === null ? [] : [[held + 1 + i, id] as const])))
  const buckets = new Set([...ids.values()].map(bucketOf))
  const raw = { source, held, appendedTo: end.packed ?? { firstLine: held + 1, lines: [] } }
  return {
    ...{ conversationId, source, records, ids, tail: end.tail, written: [] },
    sources: { get: (owner) => (owner === conversationId ? raw : undefined) },
    markNames: [
      appendedSources.nameOf(conversationId, source),
      ...[...buckets].map((bucket) => lineIds.nameOf(conversationId, source, bucket)),
    ],
  }
}

async function recordsAlone(
  scope: Scope,
  conversationId: string,
  records: readonly RecordInput[],
): Promise<readonly StateRecord[]> {
  return records.length === 0 ? [] : (await putRecords(scope, { conversationId, records })).records
}

const noCounts = {
  ...{ entries: 0, nodes: 0, skipped: 0, roots: 0, leaves: 0, branchPoints: 0, danglingParents: 0, repaired: 0 },
  ...{ unansweredToolCalls: 0, orphanToolResults: 0, emptyTurns: 0, unreadBlocks: 0, reachable: 1 },
}

function nothingNew(records: readonly StateRecord[]): ImportResult {
  const report = { fileName: null, format: claudeCode.name, ...noCounts, added: 0, unchanged: 0, findings: [] }
  return { report, conversationIds: [], awaits: new Map(), records }
}

/** Warnings that hold only of a whole file: a piece may have a call and the next one its result. */
const ofWholeFiles: ReadonlySet<string> = new Set([
  'UNANSWERED_CALL',
  'ORPHAN_RESULT',
  'SUMMARY_LEAF_MISSING',
  'NO_PARENT',
])

/** Returns what came of the new lines alone: those before them were read only so that they are understood. */
function ofPiece(result: ImportResult, findings: Findings, before: number, entries: number): ImportResult {
  const own = findings
    .list()
    .filter(({ line, code }) => !ofWholeFiles.has(code) && (line === null || line > before))
    .map((one) => ({ ...one, line: one.line === null ? null : one.line - before }))
  const { added, unchanged } = result.report
  const report = { ...result.report, ...noCounts, entries, nodes: added, added, unchanged, findings: own }
  return { ...result, report }
}
