import type { IncomingMessage } from 'node:http'
import { HttpRefusal } from '../responses/refusal.ts'
import { authorityOf, hostNameOf, isLoopback, originOf, type Authority } from '../../config/siteNames.ts'

/** Under which names the server may be asked, and by pages of which other sites. */
export interface Sites {
  /** Where the server listens. */
  readonly host: string
  readonly allowedHosts: readonly string[]
  readonly allowedOrigins: readonly string[]
  /** Whether something asks who comes: then a page gets nothing by having its name lead here. */
  readonly isKnown?: boolean
}

/** The headers of a request that say which host it was sent to, and from which page. */
export type SiteRequest = Pick<IncomingMessage, 'headers' | 'rawHeaders'> & {
  readonly method?: string | undefined
  readonly url?: string | undefined
  readonly socket: { readonly localPort?: number | undefined }
}

/** What a `Host` header names, and whether that is a name of this server. */
interface KnownHost {
  readonly host: string
  readonly authority: Authority | null
  readonly isOneOfOurs: boolean
}

/**
 * Returns the rules for every request, whatever it asks: why it is refused, or null. A name that is not the server's own
 * is refused because any page may have its name lead here (DNS rebinding), and be of the same site then.
 */
export function siteRules({
  host,
  allowedHosts,
  allowedOrigins,
  isKnown = false,
}: Sites): (request: SiteRequest) => HttpRefusal | null {
  const names = new Set([host, ...allowedHosts].map(hostNameOf))
  const origins = new Set(allowedOrigins.map(originOf))
  const isOneOfOurs = (name: string) => isLoopback(name) || names.has(name)
  const anyHost = isKnown && allowedHosts.length === 0
  // Nearly all ask under the same name.
  let known: KnownHost = { host: '', authority: null, isOneOfOurs: false }
  const knownHost = (host: string): KnownHost => {
    if (host === known.host) return known
    const authority = authorityOf(host)
    return (known = { host, authority, isOneOfOurs: authority !== null && isOneOfOurs(authority.name) })
  }
  return (request) => {
    const { headers, rawHeaders, socket } = request
    if (hasTwoHosts(rawHeaders)) return twoHosts()
    const host = hostOf(request)
    const { authority, isOneOfOurs: isNamed } = knownHost(host ?? '')
    if (!authority || !(isNamed || anyHost)) return otherHost(host)
    const { origin } = headers
    if (origin === undefined) return isOfNoPage(request) || allowedOrigins.includes('*') ? null : unnamedPage(request)
    if (allowedOrigins.includes('*') || origins.has(originOf(origin) ?? '')) return null
    const isOurs = (name: string) => isOneOfOurs(name) || (anyHost && name === authority.name)
    return isOwn(origin, isOurs, authority, socket.localPort) ? null : otherOrigin(origin)
  }
}

/**
 * Says whether a request without an origin may be admitted: it only reads, as a link does, or no page of another site made it.
 * A browser says that where it leaves the origin out, and a page of another port is of the same site for it.
 */
function isOfNoPage({ method, headers }: SiteRequest): boolean {
  const onlyReads = headers.upgrade === undefined && reading.has(method ?? '')
  const site = headers['sec-fetch-site']
  return onlyReads || site === undefined || site === 'same-origin' || site === 'none'
}
const reading = new Set(['GET', 'HEAD', 'OPTIONS'])

/** A page that this server itself has given: by its scheme, under one of its names, at the port that was asked. */
function isOwn(
  text: string,
  isOurs: (name: string) => boolean,
  { port }: Authority,
  localPort: number | undefined,
): boolean {
  const origin = originOf(text)
  if (origin === null) return false
  const { protocol, hostname, port: named } = new URL(origin)
  const from = named === '' ? 80 : Number(named)
  return protocol === 'http:' && isOurs(hostname) && (from === (port ?? 80) || from === localPort)
}

/** Returns the host that a request was sent to: a target that names one says more than the header (RFC 9112, 3.2.2). */
function hostOf({ url = '', headers }: SiteRequest): string | undefined {
  if (url.startsWith('/')) return headers.host
  const [, host] = /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url) ?? []
  return host ?? headers.host
}

/** Names and values take turns in it, as they came. */
function hasTwoHosts(rawHeaders: readonly string[]): boolean {
  let hosts = 0
  for (let k = 0; k < rawHeaders.length; k += 2) if (rawHeaders[k]?.toLowerCase() === 'host') hosts++
  return hosts > 1
}

function twoHosts(): HttpRefusal {
  return new HttpRefusal(400, 'BAD_REQUEST', 'The request has more than one Host header.', {})
}

function otherHost(text: string | undefined): HttpRefusal {
  const host = text === undefined ? null : shortened(text)
  const message =
    host === null
      ? 'The request has no Host header, which must name this server: localhost, or a name in ALLOWED_HOSTS.'
      : `Host ${JSON.stringify(host)} is not allowed. If it is a name of this server, add it to ALLOWED_HOSTS.`
  return new HttpRefusal(421, 'FORBIDDEN', message, { host, variable: 'ALLOWED_HOSTS' })
}

function otherOrigin(text: string): HttpRefusal {
  const origin = shortened(text)
  const message = `Pages of ${JSON.stringify(origin)} may not ask this server. If they may, add that origin to ALLOWED_ORIGINS.`
  return new HttpRefusal(403, 'FORBIDDEN', message, { origin, variable: 'ALLOWED_ORIGINS' })
}

function unnamedPage({ headers }: SiteRequest): HttpRefusal {
  const site = shortened(String(headers['sec-fetch-site']))
  const message = `A page of another site (Sec-Fetch-Site: ${JSON.stringify(site)}) may not write here without naming its origin.`
  return new HttpRefusal(403, 'FORBIDDEN', message, { site, variable: 'ALLOWED_ORIGINS' })
}

function shortened(text: string): string {
  return text.length > 255 ? `${text.slice(0, 255)}…` : text
}
