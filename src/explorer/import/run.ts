/** What an import says of a file. */
export interface Report {
  readonly format: string
  readonly added: number
  readonly unchanged: number
  readonly skipped: number
  readonly conversationIds: readonly string[]
  readonly findings: readonly { readonly code: string; readonly message: string }[]
}

/** A file of an import, and what became of it: nothing yet, a report, or why there is none. */
export interface ImportedFile {
  readonly name: string
  readonly size: number
  readonly report: Report | null
  readonly fault: string | null
}

/** An import of some files, one after the other. */
export interface ImportRun {
  readonly startedAt: number
  /** Null while it goes on. */
  readonly endedAt: number | null
  readonly files: readonly ImportedFile[]
  /** Bytes of the file under way that are sent, and those that are stored with their nodes. */
  readonly sent: number
  readonly stored: number
  readonly nodes: number
}

/** Returns what an import came to: sums, the conversations that it reported, and the files that were not read. */
export function sumsOf({ files }: ImportRun) {
  const reports = files.flatMap(({ report }) => report ?? [])
  return {
    added: reports.reduce((sum, { added }) => sum + added, 0),
    unchanged: reports.reduce((sum, { unchanged }) => sum + unchanged, 0),
    skipped: reports.reduce((sum, { skipped }) => sum + skipped, 0),
    conversations: [...new Set(reports.flatMap(({ conversationIds }) => conversationIds))],
    refused: files.filter(({ fault }) => fault !== null),
  }
}

/** Returns the conversations that an import made: all of a file of which nothing was there before. */
export function madeBy({ files }: ImportRun): readonly string[] {
  const isNew = (report: Report | null): boolean => report !== null && report.added > 0 && report.unchanged === 0
  const grown = new Set(files.flatMap(({ report }) => (report && !isNew(report) ? report.conversationIds : [])))
  const made = files.flatMap(({ report }) => (report && isNew(report) ? report.conversationIds : []))
  return [...new Set(made)].filter((id) => !grown.has(id))
}

/** What the server says of a file that it imports: how far it is, what came of it, or why nothing did. */
export interface ImportLines {
  readonly progress: { readonly bytes: number; readonly nodes: number } | null
  readonly report: Report | null
  readonly fault: string | null
}

/** Returns what the lines that have come so far say; the last one may have come in part. */
export function readLines(text: string): ImportLines {
  let [progress, report, fault]: [ImportLines['progress'], Report | null, string | null] = [null, null, null]
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  for (const line of whole.split('\n').filter((each) => each !== '')) {
    const fields = parsed(line)
    if (fields === null) continue
    if ('error' in fields) fault = (fields['error'] as { message?: string } | null)?.message ?? 'It was not read.'
    else if ('of' in fields) progress = fields as unknown as NonNullable<ImportLines['progress']>
    else report = fields as unknown as Report
  }
  return { progress, report, fault }
}

/** Returns an object that is written as JSON, null for anything else. */
export function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' ? (value as Record<string, unknown>) : null
  } catch {
    return null
  }
}
