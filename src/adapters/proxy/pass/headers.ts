import { framingHeaders, framingNames, type Framing } from './framing.ts'
import { namedByConnection, pairsOf, type RawHeaders } from './rawHeaders.ts'

/** Of one connection alone (RFC 9110, 7.6.1). */
const hopByHop: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authenticate', 'proxy-authorization'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade'],
])
/** Said to this server, and answered by it. */
const toUs: ReadonlySet<string> = new Set(['host', 'expect'])
const ours = 'x-turngraph-'

/**
 * What an upstream says of its own origin and must not say of ours: a browser keeps cookies, rights and addresses by the origin
 * that it asked.
 */
const ofTheOrigin: ReadonlySet<string> = new Set([
  ...['set-cookie', 'set-cookie2', 'clear-site-data', 'service-worker-allowed', 'alt-svc', 'strict-transport-security'],
  ...['public-key-pins', 'expect-ct', 'nel', 'report-to', 'reporting-endpoints', 'accept-ch', 'critical-ch'],
  ...['origin-agent-cluster', 'speculation-rules', 'x-content-type-options', 'x-xss-protection', 'refresh'],
])
const isOfTheOrigin = (name: string): boolean =>
  ofTheOrigin.has(name) || name.startsWith('access-control-') || name.startsWith('cross-origin-')

/** Returns the headers of a request as they are sent on: as they came, in their order, for another host, and framed as is said. */
export function requestHeaders(raw: RawHeaders, host: string, framing: Framing): string[] {
  const dropped = namedByConnection(raw)
  const remaining = pairsOf(raw).filter(([name]) => !dropped.has(name.toLowerCase()) && !isDropped(name))
  return [['Host', host] as const, ...remaining, ...framingHeaders(framing)].flat()
}

const isDropped = (name: string): boolean =>
  hopByHop.has(name.toLowerCase()) ||
  framingNames.has(name.toLowerCase()) ||
  toUs.has(name.toLowerCase()) ||
  name.toLowerCase().startsWith(ours)

/** Returns the headers of an answer as they are passed back, with more behind them. */
export function answerHeaders(raw: RawHeaders, more: readonly (readonly [string, string])[]): string[] {
  const dropped = namedByConnection(raw)
  const remaining = pairsOf(raw).filter(([name]) => !dropped.has(name.toLowerCase()) && !isKeptBack(name.toLowerCase()))
  return [...remaining, ...more].flat()
}

const isKeptBack = (name: string): boolean => hopByHop.has(name) || isOfTheOrigin(name) || name.startsWith(ours)

/** Returns a header of our own that is not known: who sends it takes it for something that it is not. */
export function unknownHeader(raw: RawHeaders): string | null {
  const known = new Set(['key', 'conversation', 'record'].map((name) => `${ours}${name}`))
  const names = pairsOf(raw).map(([name]) => name.toLowerCase())
  return names.find((name) => name.startsWith(ours) && !known.has(name)) ?? null
}
