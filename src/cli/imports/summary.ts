import type { Imported } from '../../client/graphClient.ts'
import { numberText, spelled } from '../text.ts'

/** What was imported of one format. */
export interface FormatTotal {
  readonly format: string
  readonly files: number
  readonly conversations: number
  readonly nodes: number
  readonly added: number
  readonly unchanged: number
  readonly skipped: number
  readonly findings: number
}

const counts = ['files', 'conversations', 'nodes', 'added', 'unchanged', 'skipped', 'findings'] as const

/** Returns what was imported, format by format, in the order in which they were met. */
export function totalsByFormat(done: readonly Imported[]): FormatTotal[] {
  const names = [...new Set(done.map(({ report }) => report.format))]
  return names.map((format) => {
    const own = done.filter(({ report }) => report.format === format)
    const sum = (name: 'nodes' | 'added' | 'unchanged' | 'skipped') =>
      own.reduce((total, { report }) => total + report[name], 0)
    return {
      ...{ format: spelled(format), files: own.length },
      conversations: new Set(own.flatMap(({ conversationIds }) => conversationIds)).size,
      ...{ nodes: sum('nodes'), added: sum('added'), unchanged: sum('unchanged'), skipped: sum('skipped') },
      findings: own.reduce((total, { report }) => total + report.findings.length, 0),
    }
  })
}

/** Returns the table at the end of an import of several files, one row a format. */
export function summaryTable(totals: readonly FormatTotal[]): string {
  const rows = [
    ['format', ...counts],
    ...totals.map((one) => [one.format, ...counts.map((name) => numberText(one[name]))]),
  ]
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? []
  const cell = (text: string, at: number) => (at === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[at] ?? 0))
  return rows.map((row) => `${row.map(cell).join('  ')}\n`).join('')
}
