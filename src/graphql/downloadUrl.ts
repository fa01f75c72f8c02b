export function percentEncoded(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Returns where an attachment's bytes are served; null for a URI. */
export function downloadUrl(
  { id, uri }: { id: string; uri: string | null },
  fileName: string | null = null,
): string | null {
  if (uri !== null) return null
  return `/attachments/${id}${fileName === null ? '' : `?fileName=${percentEncoded(fileName)}`}`
}
