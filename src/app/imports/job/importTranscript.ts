import { sealOf } from '../../../domain/access/keyedDigest.ts'
import { badInput } from '../../../domain/refusals.ts'
import type { Archive } from '../../../formats/archive.ts'
import { createFindings, type Finding, type Findings } from '../../../formats/findings.ts'
import type { Format } from '../../../formats/format.ts'
import type { ImportSource } from '../../../formats/importSource.ts'
import { formatNamed, formats, isReadable, readableNames } from '../../../formats/index.ts'
import type { Reading } from '../../../formats/plan.ts'
import { bestOf, candidates } from '../../../formats/recognise.ts'
import { sampleOf } from '../../../formats/reading/sample.ts'
import { memoryScratch, type Scratch } from '../../../formats/scratch.ts'
import { StoreFull, withRoom } from '../../../storage/storeFull.ts'
import type { Scope } from '../../scope.ts'
import { checkId } from '../../write/checks.ts'
import { readAwaiting } from '../sources/awaited.ts'
import { pagesOf } from '../raw/pagesOf.ts'
import { storedFiles } from '../raw/rawLines.ts'
import { appendTranscript } from '../append/appendTranscript.ts'
import type { ImportTranscript } from './importRequest.ts'
import { conversationsAtOnce, storedOf, storeReading } from './storeReading.ts'
import { inQueue } from '../queue/inQueue.ts'
import { importOwnForm } from './importOwnForm.ts'
import { refuseUnfit } from './refuseUnfit.ts'
import { unrecognised } from './unrecognised.ts'
import type { ImportResult } from './importReport.ts'
import { createRetry } from './retry.ts'
import { retryingScope } from './retryingScope.ts'
import { missingSources } from '../links/missingSources.ts'
import { resumedReading } from '../sources/resumedReading.ts'
import { importArchive } from '../sources/importArchive.ts'
import { withOpened } from '../sources/opened.ts'

export type { ImportReport, ImportResult } from './importReport.ts'
export type { ImportTranscript } from './importRequest.ts'

/**
 * Imports a transcript of any known format: every entry that the store does not hold yet, in batches that are each
 * written whole. Importing a file again, or an earlier state of it, adds nothing; a longer one adds the rest. A file in
 * which nothing is recognised is refused with BAD_INPUT and leaves no trace.
 */
export function importTranscript(scope: Scope, input: ImportTranscript): Promise<ImportResult> {
  if (input.append != null) return appendTranscript(scope, input, input.append)
  return refusedWhenFull(() => inQueue(scope, input, () => importRecognised(scope, input)))
}

async function importRecognised(outerScope: Scope, input: ImportTranscript): Promise<ImportResult> {
  if (input.conversationId != null) checkId(input.conversationId, 'conversationId')
  const scope = retryingScope(outerScope, createRetry({ signal: outerScope.signal, ...input.retry }))
  const named = input.format == null ? null : readableFormat(input.format)
  const { spool: room = { limit: 4 * 1024 ** 3 } } = input
  const watched = watchedSource(input)
  const result = await withOpened(watched, room, async (opened) => {
    if (opened.kind === 'FILE')
      return importAs(watched.name, importFile({ outerScope, scope }, input, opened.source, named))
    return importArchive(opened, watched.name, room, (source, isFirst) =>
      importFile(
        { outerScope, scope },
        isFirst ? input : { ...input, conversationId: null },
        source,
        named,
        opened.archive,
      ),
    )
  })
  await readAwaiting(scope, result.conversationIds, room, async (source, format, conversationId) => {
    const again = { ...input, source, fileName: null, conversationId, onProgress: undefined }
    await importFile({ outerScope, scope }, again, source, readableFormat(format))
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
  scopes: { readonly outerScope: Scope; readonly scope: Scope },
  input: ImportTranscript,
  source: ImportSource,
  named: Format | null,
  archive: Archive | null = null,
): Promise<ImportResult> {
  const { outerScope, scope } = scopes
  const { conversationId = null } = input
  const tried = await candidates(source, named, formats)
  const [first] = tried.formats
  if (first && !first.read && input.strict) await refuseUnfit(source, first)
  if (first && !first.read) return importOwn(outerScope, source, first, input)
  const read = async (format: Format): Promise<ReadFile | null> => {
    const [scratch, findings] = [(input.openScratch ?? memoryScratch)(), createFindings()]
    const stored = (id: string) => storedFiles(scope, id)
    const { attachmentBytes } = scope.limits
    const options = { scratch, findings, conversationId, stored, seal: sealOf(scope), archive, attachmentBytes }
    try {
      const reading = (await format.read?.(source, options)) ?? null
      if (reading !== null) return { format, reading, scratch, findings }
      scratch.close()
      return null
    } catch (thrown) {
      scratch.close()
      throw thrown
    }
  }
  const best = await bestOf(tried, read, ({ scratch }) => scratch.close())
  if (best === null) throw await unrecognised(source, named?.name ?? null)
  try {
    return await importRead({ scope, archive }, input, source, best)
  } finally {
    best.scratch.close()
  }
}

/** What a reader makes of a file. */
interface ReadFile {
  readonly format: Format
  readonly reading: Reading
  readonly scratch: Scratch
  readonly findings: Findings
}

async function importRead(
  { scope, archive }: { readonly scope: Scope; readonly archive: Archive | null },
  input: ImportTranscript,
  source: ImportSource,
  { format, reading: read, scratch, findings }: ReadFile,
): Promise<ImportResult> {
  const firstIds = format.firstIds?.(await sampleOf(source)).map((id) => `${format.name}:${id}`) ?? []
  const reading = await resumedReading(scope, read, firstIds)
  if (input.strict) await refuseUnfit(source, format)
  if (reading.isSidecar && !(await isStored(scope, reading))) return alone(source, format, reading, findings)
  if (reading.isEmpty && !(await isStored(scope, reading))) return empty(source, format, reading, findings)
  return storeReading({ scope, scratch, archive }, input, source, format, reading, findings)
}

function importOwn(scope: Scope, source: ImportSource, { name }: Format, input: ImportTranscript) {
  const { conversationId = null, openScratch, spool: room } = input
  return importOwnForm(scope, source, { format: name, conversationId, openScratch, mostBytes: room?.limit })
}

/** The source under its name, with a call for each piece that is read. */
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

/** A file about a conversation that is not stored is reported, and nothing is stored. */
function alone(source: ImportSource, format: Format, reading: Reading, findings: Findings): ImportResult {
  const of = [...reading.lineOwners()].join(', ')
  findings.add(
    null,
    'SIDECAR_ALONE',
    `This file refers to conversation "${of}", which is not stored. Import that one first, then this one again.`,
  )
  return nothingStored(source, format, reading, findings)
}

/** A file in which nothing is said makes no conversation. */
function empty(source: ImportSource, format: Format, reading: Reading, findings: Findings): ImportResult {
  findings.add(null, 'NO_TURNS', 'The file has no turns; nothing of it is stored.')
  return nothingStored(source, format, reading, findings)
}

function nothingStored(source: ImportSource, format: Format, reading: Reading, findings: Findings): ImportResult {
  const counts = { ...reading.counts, added: 0, unchanged: 0, findings: findings.list() }
  return { report: { fileName: source.name, format: format.name, ...counts }, conversationIds: [], awaits: new Map() }
}

/** What was stored of a file before the disk was full is whole, and stays. */
async function refusedWhenFull<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await withRoom('what is remembered of the file', work)
  } catch (thrown) {
    if (!(thrown instanceof StoreFull)) throw thrown
    const advice =
      'What was stored of the file before stays; import it again once there is room, and the rest is added.'
    throw new StoreFull(`The disk is full. ${advice}`, { cause: thrown })
  }
}

/** Returns the format of a name; refuses one that cannot be read. */
function readableFormat(name: string): Format {
  const format = formatNamed(name)
  if (format && isReadable(format)) return format
  const facts = { given: name, accepted: readableNames }
  throw badInput(`"${name}" cannot be imported; accepted are ${readableNames.join(', ')}.`, facts, ['format'])
}
