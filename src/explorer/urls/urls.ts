import { idInPath } from '../../runtime/idInPath.ts'

/** The server's root as this page sees it, with the prefix that a proxy may put before it: `https://host/prefix/`. */
export const root = new URL('../', import.meta.url)

/** What stands before every address of the page: `` or `/prefix`. */
export const base = root.pathname.replace(/\/$/, '')

/** Addresses of the page, as they are sent to colleagues. */
export const paths = {
  conversation: (id: string, at?: string | null): string =>
    `/c/${idInPath(id)}${at == null ? '' : `?at=${encodeURIComponent(at)}`}`,
  tree: (id: string, at?: string | null): string =>
    `/c/${idInPath(id)}/tree${at == null ? '' : `?at=${encodeURIComponent(at)}`}`,
  erasure: (id: string): string => `/erasures/${idInPath(id)}`,
  message: (id: string): string => `/m/${idInPath(id)}`,
  search: (text: string): string => `/search?q=${encodeURIComponent(text)}`,
  compare: (a: string, b: string): string => `/compare/${idInPath(a)}...${idInPath(b)}`,
} as const

/** Returns one parameter of a search part, null where it is not given. */
export function parameterOf(search: string, name: string): string | null {
  return new URLSearchParams(search).get(name)
}

/** Returns a search part with some parameters changed; null takes one away. */
export function searchWith(search: string, changes: Readonly<Record<string, string | null>>): string {
  const parameters = new URLSearchParams(search)
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) parameters.delete(name)
    else parameters.set(name, value)
  }
  const text = parameters.toString()
  return text === '' ? '' : `?${text}`
}
