import { sealOf } from '../../../domain/access/keyedDigest.ts'
import type { OriginKind } from '../../../domain/model.ts'
import { badInput } from '../../../domain/refusals.ts'
import type { Archive } from '../../../formats/archive.ts'
import { createFindings, type Finding, type Findings } from '../../../formats/findings.ts'
import type { Format } from '../../../formats/format.ts'
import type { ImportSource } from '../../../formats/importSource.ts'
import { formatNamed, formats, isReadable, readableNames } from '../../../formats/index.ts'
import type { Reading } from '../../../formats/plan.ts'
import { candidates } from '../../../formats/recognise.ts'
import { heldInOrder, memoryScratch, type Scratch } from '../../../formats/scratch.ts'
import { StoreFull, withRoom } from '../../../storage/storeFull.ts'
import type { Scope } from '../../scope.ts'
import { checkId } from '../../write/checks.ts'
import { readAwaiting } from '../sources/awaited.ts'
import { batchesOf, batchSize, type BatchSize } from './batches.ts'
import { advanceHeads } from '../nodes/advanceHeads.ts'
import { matchSources } from '../matching/matchSources.ts'
import { pagesOf } from '../raw/pagesOf.ts'
import { storedFiles } from '../raw/rawLines.ts'
import { repairRoots } from '../links/repairs.ts'
import type { ImportJob } from './importJob.ts'
import { inTurn } from '../turns/inTurn.ts'
import { importOwnForm } from './importOwnForm.ts'
import { refuseUnfit } from './refuseUnfit.ts'
import { unrecognised } from './unrecognised.ts'
import type { ImportResult } from './importReport.ts'
import { createPatience, type PatienceOptions } from './retry.ts'
import { retryingScope } from './retryingScope.ts'
import { missingSources } from '../links/missingSources.ts'
import { linkSidechains } from '../links/sidechainLinks.ts'
import { titleBranches } from '../links/titleBranches.ts'
import type { SpoolRoom } from '../sources/spooled.ts'
import { importArchive } from '../sources/importArchive.ts'
import { withOpened } from '../sources/opened.ts'
import { writeBatch, type UnderWay } from './writeBatch.ts'
import { boundedCache } from '../../read/boundedCache.ts'

export type { ImportReport, ImportResult } from './importReport.ts'

export interface ImportTranscript {
  readonly source: ImportSource
  /** How long it is, where that is known; it waits for its turn among others of its length. */
  readonly bytes?: number | undefined
  /** Aborted once nobody waits for it any more, before its turn has come. */
  readonly wanted?: AbortSignal | undefined
  /** Stands in place of the source's own name. */
  readonly fileName?: string | null
  /** Recognised from the content when absent. */
  readonly format?: string | null
  /** Stands in place of the conversation id that the file names. */
  readonly conversationId?: string | null
  readonly origin?: OriginKind | null
  /** Refuses a file with a line that no schema of its format fits. */
  readonly strict?: boolean | undefined
  /** Where much is remembered while it is read; in memory when absent. */
  readonly openScratch?: (() => Scratch) | undefined
  readonly batchSize?: BatchSize | undefined
  /** Told after each batch how many bytes of the file are stored. */
  readonly onProgress?: ((bytes: number) => void) | undefined
  /** Told whenever it has got on: something was read, stored or linked. */
  readonly onAdvance?: (() => void) | undefined
  /** The room for the transcript in a zip archive. */
  readonly room?: SpoolRoom | undefined
  /** How it waits for a store that is away. */
  readonly patience?: PatienceOptions | undefined
}

/** Nodes of a file that are remembered while it is imported; older parents are looked up in the store. */
const rememberedNodes = 2000

/**
 * Imports a transcript of any known format: every entry that the store does not hold yet, in batches that are each
 * written whole. Importing a file again, or an earlier state of it, adds nothing; a longer one adds the rest. A file in
 * which nothing is recognised is refused with BAD_INPUT and leaves no trace.
 */
export function importTranscript(scope: Scope, input: ImportTranscript): Promise<ImportResult> {
  return toldWhenFull(() => inTurn(scope, input, () => importRecognised(scope, input)))
}

async function importRecognised(given: Scope, input: ImportTranscript): Promise<ImportResult> {
  if (input.conversationId != null) checkId(input.conversationId, 'conversationId')
  const scope = retryingScope(given, createPatience({ signal: given.signal, ...input.patience }))
  const named = input.format == null ? null : readableFormat(input.format)
  const { room = { limit: 4 * 1024 ** 3 } } = input
  const watched = watchedSource(input)
  const result = await withOpened(watched, room, async (opened) => {
    if (opened.kind === 'FILE') return importAs(watched.name, importFile({ given, scope }, input, opened.source, named))
    return importArchive(opened, watched.name, room, (source, isFirst) =>
      importFile({ given, scope }, isFirst ? input : { ...input, conversationId: null }, source, named, opened.archive),
    )
  })
  await readAwaiting(scope, result.conversationIds, room, async (source, format, conversationId) => {
    const again = { ...input, source, fileName: null, conversationId, onProgress: undefined }
    await importFile({ given, scope }, again, source, readableFormat(format))
  })
  return withFindings(result, await missingSources(scope, result))
}

function withFindings({ report, ...result }: ImportResult, more: readonly Finding[]): ImportResult {
  return { report: { ...report, findings: [...report.findings, ...more] }, ...result }
}

/** Reports a file by the name that it came with, whatever it was packed in. */
async function importAs(fileName: string | null, importing: Promise<ImportResult>): Promise<ImportResult> {
  const { report, ...result } = await importing
  return { report: { ...report, fileName }, ...result }
}

/** What is stored as it is goes by the scope as it was given: a load that broke off is not to be sent again. */
async function importFile(
  { given, scope }: { readonly given: Scope; readonly scope: Scope },
  input: ImportTranscript,
  source: ImportSource,
  named: Format | null,
  archive: Archive | null = null,
): Promise<ImportResult> {
  for (const format of await candidates(source, named, formats)) {
    if (!format.read && input.strict) await refuseUnfit(source, format)
    if (!format.read) return importOwn(given, source, format, input)
    const scratch = (input.openScratch ?? memoryScratch)()
    try {
      const findings = createFindings()
      const { conversationId = null } = input
      const stored = (id: string) => storedFiles(scope, id)
      const { attachmentBytes } = scope.limits
      const options = { scratch, findings, conversationId, stored, seal: sealOf(scope), archive, attachmentBytes }
      const reading = await format.read(source, options)
      if (reading && input.strict) await refuseUnfit(source, format)
      if (reading?.isSidecar && !(await isStored(scope, reading))) return alone(source, format, reading, findings)
      if (reading) return await store({ scope, scratch, archive }, input, source, format, reading, findings)
    } finally {
      scratch.close()
    }
  }
  throw await unrecognised(source, named?.name ?? null)
}

function importOwn(scope: Scope, source: ImportSource, { name }: Format, input: ImportTranscript) {
  const { conversationId = null, openScratch, room } = input
  return importOwnForm(scope, source, { format: name, conversationId, openScratch, mostBytes: room?.limit })
}

/** The source under its name, with each piece that is read told. */
function watchedSource({ source, fileName, onAdvance }: ImportTranscript): ImportSource {
  return {
    name: fileName ?? source.name,
    async *open() {
      for await (const piece of source.open()) {
        onAdvance?.()
        yield piece
      }
    },
    async slice(offset, length) {
      onAdvance?.()
      return source.slice(offset, length)
    },
  }
}

async function isStored(scope: Scope, reading: Reading): Promise<boolean> {
  for (const page of pagesOf(reading.lineOwners(), conversationsAtOnce))
    if ((await storedOf(scope, page)).length > 0) return true
  return false
}

/** What stands beside a conversation that is not there is told, and nothing is stored. */
function alone(source: ImportSource, format: Format, reading: Reading, findings: Findings): ImportResult {
  const of = [...reading.lineOwners()].join(', ')
  findings.add(
    null,
    'SIDECAR_ALONE',
    `The file tells of "${of}", which is not there: import that first, then this again.`,
  )
  const counts = { ...reading.counts, added: 0, unchanged: 0, findings: findings.list() }
  return { report: { fileName: source.name, format: format.name, ...counts }, conversationIds: [], awaits: new Map() }
}

async function store(
  { scope, scratch, archive }: { readonly scope: Scope; readonly scratch: Scratch; readonly archive: Archive | null },
  input: ImportTranscript,
  source: ImportSource,
  format: Format,
  reading: Reading,
  findings: Findings,
): Promise<ImportResult> {
  const run: ImportJob = {
    fileName: source.name,
    format: format.name,
    says: format.says,
    origin: input.origin ?? 'IMPORT',
    findings,
    sources: await matchSources(scope, reading, format.name, scratch),
    known: boundedCache(rememberedNodes),
    progress: scratch.map('importProgress', heldInOrder),
    sharesWith: scratch.map('sharesWith', heldInOrder),
    archive,
    waiting: new Map(),
    ahead: new Map(),
    spawns: [],
    titles: [],
    awaits: new Map(),
    found: [],
    added: 0,
    unchanged: 0,
    onAdvance: input.onAdvance ?? (() => undefined),
  }
  await storeBatches(scope, run, reading, input)
  scope.reads.clear()
  await repairRoots(scope, run)
  await linkSidechains(scope, run)
  await titleBranches(scope, run)
  await advanceHeads(scope, run)
  scope.reads.clear()
  const { fileName, format: name, added, unchanged } = run
  const report = { fileName, format: name, ...reading.counts, added, unchanged, findings: findings.list() }
  return { report, conversationIds: await conversationsOf(scope, run, reading), awaits: run.awaits }
}

/** What was stored of a file before the disk was full is whole, and stays. */
async function toldWhenFull<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await withRoom('what is remembered of the file', work)
  } catch (thrown) {
    if (!(thrown instanceof StoreFull)) throw thrown
    const advice =
      'What was stored of the file before stays; import it again once there is room, and the rest is added.'
    throw new StoreFull(`The disk is full. ${advice}`, { cause: thrown })
  }
}

/** While one batch is being written the next one is decided, and the one after that is read. */
async function storeBatches(scope: Scope, run: ImportJob, reading: Reading, input: ImportTranscript): Promise<void> {
  const batches = batchesOf(reading.items(), run.sources, input.batchSize ?? batchSize, sealOf(scope))
  let last: UnderWay | null = null
  try {
    let next = batches.next()
    for (;;) {
      const read = await next
      if (read.done === true) break
      scope.signal?.throwIfAborted()
      next = batches.next()
      next.catch(() => undefined)
      const batch = await read.value.batch
      for (const waiting of batch.waits) run.awaits.set(waiting.conversationId, waiting.for)
      const earlier: UnderWay | null = last
      last = writeBatch(scope, run, batch, earlier)
      void last.done.then(
        () => {
          input.onProgress?.(batch.bytes)
          run.onAdvance()
        },
        () => undefined,
      )
      await last.sent
      await earlier?.done
    }
    await last?.done
  } finally {
    // What was sent is not left behind, however the import ends.
    await last?.done.catch(() => undefined)
    await batches.return(undefined)
  }
}

const conversationsAtOnce = 500

/** Those that own lines, then others whose nodes the file has. */
async function conversationsOf(scope: Scope, run: ImportJob, reading: Reading): Promise<string[]> {
  const ids = new Set(reading.lineOwners())
  for (const [id] of run.progress.entries()) ids.add(id)
  const stored: string[] = []
  for (const page of pagesOf(ids, conversationsAtOnce)) {
    stored.push(...(await storedOf(scope, page)))
    run.onAdvance()
  }
  return stored
}

async function storedOf(scope: Scope, ids: readonly string[]): Promise<string[]> {
  return (await scope.store.conversations(ids)).flatMap((conversation) => conversation?.id ?? [])
}

/** Returns the format of a name; refuses one that cannot be read. */
function readableFormat(name: string): Format {
  const format = formatNamed(name)
  if (format && isReadable(format)) return format
  const facts = { given: name, accepted: readableNames }
  throw badInput(`"${name}" cannot be imported; accepted are ${readableNames.join(', ')}.`, facts, ['format'])
}
