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
  /** Bytes of the file under way that are sent. */
  readonly sent: number
}

/** Returns what an import came to: sums, the conversations that it told of, and the files that were not read. */
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
