import type { ImportedReport } from '../../client/graphClient.ts'
import { styled, type StyledPiece } from '../styled.ts'
import { columns, counted, numberText } from '../text.ts'
import type { Named } from './titles.ts'

/** As many findings of one code are one line. */
const ofAKind = 10

/** Returns the report of one file as lines for people; `named` are the conversations that it went into, or the first of them. */
export function reportText(
  path: string,
  report: ImportedReport,
  named: readonly Named[],
  inAll: number,
): StyledPiece[] {
  const percent = `${Math.floor(report.reachable * 1000) / 10} %`
  const tree = [
    counted(report.roots, 'root', 'roots'),
    counted(report.leaves, 'leaf', 'leaves'),
    counted(report.branchPoints, 'branch point', 'branch points'),
  ]
  const rows: [string, string][] = [
    [
      'entries',
      `${numberText(report.entries)}: ${counted(report.nodes, 'node', 'nodes')}, ${numberText(report.skipped)} skipped`,
    ],
    ['stored', `${numberText(report.added)} added, ${numberText(report.unchanged)} known before`],
    ['tree', `${tree.join(', ')}; ${percent} of the nodes reachable`],
  ]
  const odd = oddities(report)
  if (odd !== '') rows.push(['kept as is', odd])
  rows.push(['into', named.length === 0 ? 'no conversation' : namedText(named, inAll)])
  return [styled('bold', path), ` (${report.format})\n${columns(rows)}`, ...findingsText(report)]
}

function oddities({
  danglingParents,
  repaired,
  unansweredToolCalls,
  orphanToolResults,
  ...unread
}: ImportedReport): string {
  const results: [number, string, string][] = [
    [danglingParents, 'dangling parent', 'dangling parents'],
    [repaired, 'node put in order', 'nodes put in order'],
    [unansweredToolCalls, 'unanswered tool call', 'unanswered tool calls'],
    [orphanToolResults, 'tool result without a call', 'tool results without a call'],
    [unread.emptyTurns, 'turn without its words', 'turns without their words'],
    [unread.unreadBlocks, 'block that was not read', 'blocks that were not read'],
  ]
  const present = results.filter(([count]) => count > 0)
  return present.map(([count, one, many]) => counted(count, one, many)).join(', ')
}

/** Titles stand beside ids, one conversation a line. */
function namedText(named: readonly Named[], inAll: number): string {
  const lines = named.map(({ id, title }) => (title === null ? id : `${id}  ${title.replaceAll(/\s+/g, ' ')}`))
  const more = inAll > named.length ? [`and ${numberText(inAll - named.length)} more; turngraph list has them`] : []
  return [...lines, ...more].join('\n')
}

/** What was found, in the order of the file; many of one code are one line, with their count. */
function findingsText({ findings }: ImportedReport): StyledPiece[] {
  const kinds = groupsOf(findings)
  return [...kinds].flatMap(([code, all]) => {
    const lines = all.map(({ line, message }) => `${line === null ? '' : `line ${line}: `}${message} (${code})`)
    if (all.length < ofAKind) return lines.map(warned)
    return [warned(`${counted(all.length, 'finding', 'findings')} of ${code}, the first: ${lines[0] ?? ''}`)]
  })
}

const warned = (text: string): StyledPiece => styled('yellow', `  ! ${text}\n`)

function groupsOf(findings: ImportedReport['findings']): Map<string, ImportedReport['findings'][number][]> {
  const groups = new Map<string, ImportedReport['findings'][number][]>()
  for (const finding of findings) {
    const group = groups.get(finding.code)
    if (group) group.push(finding)
    else groups.set(finding.code, [finding])
  }
  return groups
}
