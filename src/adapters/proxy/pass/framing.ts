/** Where a request ends on its connection: one request that comes is one request that goes, whatever its headers say. */
import { namedByConnection, pairsOf, type RawHeaders } from './rawHeaders.ts'

/** How the body of a request is sent on. */
export type Framing =
  { readonly body: 'none' } | { readonly body: 'chunked' } | { readonly body: 'length'; readonly length: string }

/** Why a request is sent nowhere. */
export interface NoFraming {
  readonly refusal: string
}

/** Headers that say where a request ends: the proxy makes them itself. */
export const framingNames: ReadonlySet<string> = new Set(['content-length', 'transfer-encoding'])
/** What a request has for its whole way: no connection may take it off. */
const neverOfOneConnection = [...framingNames, 'host']
/** The next request on a connection begins behind a body that an upstream may not expect of these. */
const withoutBody: ReadonlySet<string> = new Set(['GET', 'HEAD', 'DELETE', 'OPTIONS', 'TRACE', 'CONNECT'])
const isWithoutBody = (method: string): boolean => withoutBody.has(method.toUpperCase())

/** Returns how the body of a request is sent on, or why it is not. */
export function framingOf(method: string, raw: RawHeaders): Framing | NoFraming {
  const named = namedByConnection(raw)
  const taken = neverOfOneConnection.find((name) => named.has(name))
  if (taken !== undefined)
    return { refusal: `The header "connection" names ${taken}, which is no matter of one connection.` }
  const [lengths, codings] = ['content-length', 'transfer-encoding'].map((header) =>
    pairsOf(raw).flatMap(([name, value]) => (name.toLowerCase() === header ? [value.trim()] : [])),
  ) as [string[], string[]]
  if (lengths.length + codings.length > 1) return { refusal: 'The request says more than once where its body ends.' }
  const [length] = lengths
  const [coding] = codings
  if (coding !== undefined)
    return coding.toLowerCase() === 'chunked'
      ? { body: 'chunked' }
      : { refusal: 'A body is sent in no transfer coding but "chunked".' }
  if (length === undefined) return isWithoutBody(method) ? { body: 'none' } : { body: 'length', length: '0' }
  return /^\d{1,15}$/.test(length)
    ? { body: 'length', length }
    : { refusal: 'The header "content-length" is no number.' }
}

/** Returns the one header that says where a body ends. */
export function framingHeaders(framing: Framing): (readonly [string, string])[] {
  if (framing.body === 'chunked') return [['Transfer-Encoding', 'chunked']]
  return framing.body === 'length' ? [['Content-Length', framing.length]] : []
}

/** Says whether a connection may be used again behind a request. */
export function mayBeUsedAgain(method: string, framing: Framing): boolean {
  return framing.body === 'none' || !isWithoutBody(method)
}
