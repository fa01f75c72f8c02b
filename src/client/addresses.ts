/** What of a server has an id in its address. */
export type AddressedById = 'attachments' | 'export'

/**
 * Returns the address of what an id names, with parameters. An id of a dot or two stands in the query: as a part of the path it
 * would be taken for a folder, percent-encoded too.
 */
export function addressOf(
  of: AddressedById,
  id: string,
  parameters: Readonly<Record<string, string | null | undefined>> = {},
): string {
  return isFolder(id) ? withParameters(`${of}/`, { id, ...parameters }) : withParameters(`${of}/${encodeURIComponent(id)}`, parameters) // prettier-ignore
}

const isFolder = (id: string): boolean => id === '.' || id === '..'

/** Returns an address with those parameters that have a value. */
export function withParameters(path: string, parameters: Readonly<Record<string, string | null | undefined>>): string {
  const entries = Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] != null)
  return entries.length === 0 ? path : `${path}?${new URLSearchParams(entries).toString()}`
}
