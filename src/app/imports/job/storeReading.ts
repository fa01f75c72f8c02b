import { sealOf } from '../../../domain/access/keyedDigest.ts'
import type { Archive } from '../../../formats/archive.ts'
import { heldInOrder, type Scratch } from '../../../formats/scratch.ts'
import type { Findings } from '../../../formats/findings.ts'
import type { Format } from '../../../formats/format.ts'
import type { ImportSource } from '../../../formats/importSource.ts'
import type { Reading } from '../../../formats/plan.ts'
import { boundedCache } from '../../read/caches/boundedCache.ts'
import type { Scope } from '../../scope.ts'
import { repairRoots } from '../links/repairs.ts'
import { linkSidechains } from '../links/sidechainLinks.ts'
import { titleBranches } from '../links/titleBranches.ts'
import { matchSources } from '../matching/matchSources.ts'
import { advanceHeads } from '../nodes/advanceHeads.ts'
import { pagesOf } from '../raw/pagesOf.ts'
import { emptyRepeatedLines } from '../raw/repeatedLines.ts'
import { batchesOf, batchSize } from './batches.ts'
import type { AppendJob, ImportJob } from './importJob.ts'
import { importedSecrets } from './importedSecrets.ts'
import type { ImportResult } from './importReport.ts'
import type { ImportTranscript } from './importRequest.ts'
import { writeBatch, type UnderWay } from './writeBatch.ts'

/** Entries of a file that are remembered while it is imported; older parents are looked up in the store. */
const rememberedEntries = 4000

/** Stores what a file holds, batch by batch, then what follows from the whole of it; returns the outcome. */
export async function storeReading(
  { scope, scratch, archive }: { readonly scope: Scope; readonly scratch: Scratch; readonly archive: Archive | null },
  input: ImportTranscript,
  source: ImportSource,
  format: Format,
  reading: Reading,
  findings: Findings,
  append: AppendJob | null = null,
): Promise<ImportResult> {
  const run: ImportJob = {
    fileName: source.name,
    format: format.name,
    says: format.says,
    origin: input.origin ?? 'IMPORT',
    findings,
    secrets: importedSecrets(findings),
    sources: append?.sources ?? (await matchSources(scope, reading, format.name, scratch)),
    append,
    placedByEntry: boundedCache(rememberedEntries),
    sharedEntries: scratch.map('sharedEntries', heldInOrder),
    progress: scratch.map('importProgress', heldInOrder),
    sharesWith: scratch.map('sharesWith', heldInOrder),
    suppressed: [],
    erasedSources: new Set(),
    archive,
    waiting: new Map(),
    recorded: new Map(),
    prefetched: new Map(),
    spawns: [],
    titles: [],
    awaits: new Map(),
    lateParents: [],
    added: 0,
    unchanged: 0,
    onAdvance: input.onAdvance ?? (() => undefined),
  }
  await storeBatches(scope, run, reading, input)
  scope.reads.clear()
  await emptyRepeatedLines(scope, run)
  await repairRoots(scope, run)
  await linkSidechains(scope, run)
  await titleBranches(scope, run)
  await advanceHeads(scope, run)
  scope.reads.clear()
  await run.secrets.done()
  const { fileName, format: name, added, unchanged } = run
  const report = { fileName, format: name, ...reading.counts, added, unchanged, findings: findings.list() }
  return { report, conversationIds: await conversationsOf(scope, run, reading), awaits: run.awaits }
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
          input.onProgress?.(batch.bytes, run.added + run.unchanged)
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

/** Conversations that are asked for at once. */
export const conversationsAtOnce = 500

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

/** Returns those of the conversations that are stored. */
export async function storedOf(scope: Scope, ids: readonly string[]): Promise<string[]> {
  return (await scope.store.conversations(ids)).flatMap((conversation) => conversation?.id ?? [])
}
