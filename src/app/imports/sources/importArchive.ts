import { Refusal, type RefusalCode } from '../../../domain/refusals.ts'
import { createFindings, type Finding, type Findings } from '../../../formats/findings.ts'
import type { ImportSource } from '../../../formats/importSource.ts'
import type { ImportReport, ImportResult } from '../job/importReport.ts'
import type { OpenedSource } from './opened.ts'
import { withSpooled, type SpoolRoom } from './spooled.ts'
import { missingShards } from './transcripts.ts'

type OpenedArchive = Extract<OpenedSource, { readonly kind: 'ARCHIVE' }>

/** Imports one transcript; its argument says whether it is the first one. */
type ImportOne = (source: ImportSource, isFirst: boolean) => Promise<ImportResult>

/** What is wrong with one transcript, and not with the others. */
const ofOne: ReadonlySet<RefusalCode> = new Set(['BAD_INPUT', 'LIMIT_EXCEEDED', 'NOT_FOUND'])

/**
 * Imports the transcripts of an archive one after the other, as one import. One that is refused is reported, and the others
 * go on; where all are, the archive is refused as the first one was.
 */
export async function importArchive(
  { archive, transcripts, unopened }: OpenedArchive,
  fileName: string | null,
  room: SpoolRoom,
  importOne: ImportOne,
): Promise<ImportResult> {
  const findings = createFindings()
  const results: ImportResult[] = []
  let refusal: unknown = null
  for (const [at, { member }] of transcripts.entries()) {
    try {
      const result = await withSpooled(member.open(), member.name, room, (source) => importOne(source, at === 0))
      for (const finding of result.report.findings) tell(findings, finding, transcripts.length > 1 ? member.name : null)
      results.push(result)
    } catch (thrown) {
      if (!(thrown instanceof Refusal) || !ofOne.has((thrown as Refusal).code)) throw thrown
      refusal ??= thrown
      findings.add(null, 'MEMBER_REFUSED', `"${member.name}" is not imported: ${(thrown as Refusal).message}`)
    }
  }
  if (results.length === 0) throw refusal
  for (const name of await missingShards(archive))
    findings.add(null, 'MEMBER_MISSING', `"${name}", which the manifest names, is not in the archive.`)
  if (unopened > 0)
    findings.add(
      null,
      'MEMBERS_UNOPENED',
      `${unopened} files of the archive were not opened to see whether they are transcripts.`,
    )
  const awaits = new Map(results.flatMap((result) => [...result.awaits]))
  return {
    report: { ...summed(results), fileName, findings: findings.list() },
    conversationIds: named(results),
    awaits,
  }
}

function tell(findings: Findings, { line, code, message }: Finding, member: string | null): void {
  findings.add(line, code, member === null ? message : `"${member}": ${message}`)
}

/** Each conversation once, first met first. */
function named(results: readonly ImportResult[]): string[] {
  return [...new Set(results.flatMap(({ conversationIds }) => conversationIds))]
}

/** Counts of several reports as of one; it names their formats, first met first. */
function summed(results: readonly ImportResult[]): ImportReport {
  const reports = results.map(({ report }) => report)
  const [first, ...others] = reports as [ImportReport, ...ImportReport[]]
  return {
    ...others.reduce(withSum, first),
    format: [...new Set(reports.map(({ format }) => format))].join(', '),
  }
}

function withSum(sum: ImportReport, one: ImportReport): ImportReport {
  const nodes = sum.nodes + one.nodes
  const inTree = sum.reachable * sum.nodes + one.reachable * one.nodes
  const counts = Object.entries(one).filter(([, count]) => typeof count === 'number') as [keyof ImportReport, number][]
  const summed = Object.fromEntries(counts.map(([name, count]) => [name, count + (sum[name] as number)]))
  return { ...sum, ...summed, reachable: nodes === 0 ? 1 : inTree / nodes }
}
