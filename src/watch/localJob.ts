import type { ImportResult } from '../app/imports/job/importTranscript.ts'
import type { ImportJob } from '../app/imports/local/localImports.ts'
import { inOrder } from '../app/imports/sources/inOrder.ts'
import { recognised } from '../app/imports/sources/recognisedFile.ts'
import { failureOf, type Failure } from '../client/failures.ts'
import type { Format } from '../formats/format.ts'
import type { ImportSource } from '../formats/importSource.ts'
import { importSession } from './importSession.ts'
import { isOfAll } from './troubles.ts'
import { fileStateAt, openIn, type FileState } from './walk.ts'

/** A job that may be under way. */
export interface RunningJob {
  readonly id: string
  now(): ImportJob
  /** Resolves once the job is no more as it was then, or by the signal. */
  changedSince(state: ImportJob, leaving: AbortSignal): Promise<void>
  readonly ended: Promise<void>
}

type Import = (source: ImportSource, signal: AbortSignal) => Promise<ImportResult>
type Report = ImportJob['reports'][number]
interface SessionFile {
  readonly file: FileState
  readonly name: string
  readonly format: Format | null
  readonly copiedAt: string | null
}

/** Reports that a job keeps. */
const mostReports = 1_000

/** Begins to import files, the newest first and copies of others last; what is of no file ends it. */
export function localJob(id: string, all: readonly FileState[], closing: AbortSignal, store: Import): RunningJob {
  const files = [...all].sort((a, b) => b.modifiedMs - a.modifiedMs)
  let job: ImportJob = {
    ...{ id, files: files.length, filesDone: 0, bytes: files.reduce((sum, { size }) => sum + size, 0), bytesDone: 0 },
    ...{ added: 0, unchanged: 0, reading: files[0]?.path ?? null, state: 'RUNNING', reports: [], conversationIds: [] },
    newConversationIds: [],
  }
  const [ids, grown, reports] = [new Set<string>(), new Set<string>(), [] as Report[]]
  let waiting: (() => void)[] = []
  const set = (changes: Partial<ImportJob>): void => {
    job = { ...job, ...changes }
    for (const done of waiting) done()
    waiting = []
  }
  const take = async ({ file, format }: SessionFile): Promise<void> => {
    set({ reading: file.path })
    const result = await resultOf(file, format, (source) => store(source, closing))
    const { report } = result
    const isNews = report !== null && (report.added > 0 || report.findings.length > 0)
    if (isNews && reports.length < mostReports) reports.push(report)
    for (const one of result.conversationIds) {
      ids.add(one)
      if ((report?.unchanged ?? 0) > 0) grown.add(one)
    }
    set({
      filesDone: job.filesDone + 1,
      bytesDone: job.bytesDone + file.size,
      added: job.added + (report?.added ?? 0),
      unchanged: job.unchanged + (report?.unchanged ?? 0),
      ...(result.isOfAll && { state: 'FAILED' as const }),
    })
  }
  const run = async (): Promise<void> => {
    for (const file of await ordered(files)) {
      if (closing.aborted || job.state !== 'RUNNING') break
      await take(file)
    }
    set({ reading: null, state: job.state === 'FAILED' ? 'FAILED' : closing.aborted ? 'STOPPED' : 'DONE' })
  }
  return {
    ...{ id, ended: run() },
    now: () => ({
      ...{ ...job, reports, conversationIds: [...ids] },
      newConversationIds: [...ids].filter((one) => !grown.has(one)),
    }),
    changedSince: (state, leaving) =>
      new Promise((resolve) => {
        if (!isSame(state, job) || leaving.aborted) {
          resolve()
          return
        }
        const done = (): void => {
          leaving.removeEventListener('abort', done)
          resolve()
        }
        waiting.push(done)
        leaving.addEventListener('abort', done)
      }),
  }
}

const isSame = (a: ImportJob, b: ImportJob): boolean =>
  a.filesDone === b.filesDone && a.reading === b.reading && a.state === b.state

async function ordered(files: readonly FileState[]): Promise<SessionFile[]> {
  const known: SessionFile[] = []
  for (const file of files) {
    const marks = await recognised(file.path, (one) => openIn(file.place, one))
    known.push({ file, name: file.path, format: marks?.format ?? null, copiedAt: marks?.copiedAt ?? null })
  }
  return inOrder(known)
}

interface FileResult {
  readonly report: Report | null
  readonly conversationIds: readonly string[]
  /** Whether it failed for what another file would fail for as well. */
  readonly isOfAll: boolean
}
const nothing: FileResult = { report: null, conversationIds: [], isOfAll: false }

/** A file that is no session, or is gone by now, has nothing; one that is refused says why. */
async function resultOf(
  { path, place }: FileState,
  format: Format | null,
  store: (source: ImportSource) => Promise<ImportResult>,
): Promise<FileResult> {
  try {
    const file = format && (await fileStateAt(path, [place]))
    if (file?.isFile !== true) return nothing
    const results: ImportResult[] = []
    const keep = async (source: ImportSource): Promise<ImportResult> => {
      const result = await store(source)
      results.push(result)
      return result
    }
    // As the file stands now: an answer of which more may come is added to by the next import.
    await importSession(file, format, keep, 0)
    const [result] = results
    return result ? { ...nothing, report: result.report, conversationIds: result.conversationIds } : nothing
  } catch (thrown) {
    const failure = failureOf(thrown)
    return { ...nothing, report: refusedReport(path, format?.name ?? '', failure), isOfAll: isOfAll(failure) }
  }
}

function refusedReport(fileName: string, format: string, { code, message }: Failure): Report {
  return {
    ...{ fileName, format, entries: 0, nodes: 0, added: 0, unchanged: 0, skipped: 0, roots: 0, leaves: 0 },
    ...{ branchPoints: 0, danglingParents: 0, repaired: 0, unansweredToolCalls: 0, orphanToolResults: 0 },
    ...{ emptyTurns: 0, unreadBlocks: 0, reachable: 0, findings: [{ line: null, code, message }] },
  }
}
