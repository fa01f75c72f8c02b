/** Headers of an export over HTTP: its format, and what that could not hold of the conversation. */
export const exportHeaders = { format: 'x-turngraph-format', omissions: 'x-turngraph-left-out' } as const

/**
 * Returns the format that an answer to an export names; null where it is none: a page is what stands in front of a server, or another
 * path of it, unless a page was asked for.
 */
export function formatOfAnswer(headers: { get(name: string): string | null }): string | null {
  const named = headers.get(exportHeaders.format) ?? ''
  const isExport = /^[A-Z][A-Z\d_]*$/.test(named) && (named === 'HTML' || !isPage(headers))
  return isExport ? named : null
}

/** Says whether an answer is a page. */
export const isPage = (headers: { get(name: string): string | null }): boolean =>
  headers.get('content-type')?.startsWith('text/html') === true
