import type { ImportedReport } from '../../client/graphClient.ts'
import { columns, counted } from '../text.ts'

const shownFindings = 10

/** Returns the report of one file as lines for people. */
export function reportText(path: string, report: ImportedReport, conversationIds: readonly string[]): string {
  const percent = `${Math.floor(report.reachable * 1000) / 10} %`
  const tree = [
    counted(report.roots, 'root', 'roots'),
    counted(report.leaves, 'leaf', 'leaves'),
    counted(report.branchPoints, 'branch point', 'branch points'),
  ]
  const rows: [string, string][] = [
    ['entries', `${report.entries}: ${report.nodes} nodes, ${report.skipped} skipped`],
    ['stored', `${report.added} added, ${report.unchanged} known before`],
    ['tree', `${tree.join(', ')}; ${percent} of the nodes reachable`],
  ]
  const odd = oddities(report)
  if (odd !== '') rows.push(['kept as is', odd])
  rows.push(['into', conversationIds.join(', ') || 'no conversation'])
  return `${path} (${report.format})\n${columns(rows)}${findingsText(report)}`
}

function oddities({
  danglingParents,
  repaired,
  unansweredToolCalls,
  orphanToolResults,
  ...unread
}: ImportedReport): string {
  const found: [number, string, string][] = [
    [danglingParents, 'dangling parent', 'dangling parents'],
    [repaired, 'node put in order', 'nodes put in order'],
    [unansweredToolCalls, 'unanswered tool call', 'unanswered tool calls'],
    [orphanToolResults, 'tool result without a call', 'tool results without a call'],
    [unread.emptyTurns, 'turn without its words', 'turns without their words'],
    [unread.unreadBlocks, 'block that was not read', 'blocks that were not read'],
  ]
  const present = found.filter(([count]) => count > 0)
  return present.map(([count, one, many]) => counted(count, one, many)).join(', ')
}

function findingsText({ findings }: ImportedReport): string {
  const lines = findings.slice(0, shownFindings).map(({ line, code, message }) => {
    const place = line === null ? '' : `line ${line}: `
    return `  ! ${place}${message} (${code})\n`
  })
  const more = findings.length - shownFindings
  return lines.join('') + (more > 0 ? `  ! and ${more} more; --json shows all of them\n` : '')
}
