import type { Tenant } from '../domain/model.ts'

export function percentEncoded(text: string): string {
  return encodeURIComponent(text).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)
}

/** Returns the parameters that open an address to its holder. */
export type SignAddress = (download: {
  readonly tenant: Tenant
  readonly id: string
  readonly fileName: string | null
}) => Readonly<Record<string, string>>

/** Returns where an attachment's bytes are served, null for a URI; signed, where callers must be known. */
export function downloadUrl(
  { id, uri }: { id: string; uri: string | null },
  fileName: string | null,
  tenant: Tenant,
  sign: SignAddress | null,
): string | null {
  if (uri !== null) return null
  const parameters = { ...(fileName !== null && { fileName }), ...sign?.({ tenant, id, fileName }) }
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${percentEncoded(value)}`)
  return `/attachments/${id}${query.length === 0 ? '' : `?${query.join('&')}`}`
}
