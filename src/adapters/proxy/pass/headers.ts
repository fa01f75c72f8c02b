/** Of one connection alone (RFC 9110, 7.6.1). */
const hopByHop: ReadonlySet<string> = new Set([
  ...['connection', 'keep-alive', 'proxy-connection', 'proxy-authenticate', 'proxy-authorization'],
  ...['te', 'trailer', 'transfer-encoding', 'upgrade'],
])
/** Said to this server, and answered by it. */
const toUs: ReadonlySet<string> = new Set(['host', 'expect'])
const ours = 'x-turngraph-'

/** Names and values in turns, as Node has them and sends them. */
export type RawHeaders = readonly string[]

/** Returns the headers of a request as they are sent on: as they came, in their order, for another host. */
export function requestHeaders(raw: RawHeaders, host: string): string[] {
  const dropped = namedByConnection(raw)
  const remaining = pairsOf(raw).filter(([name]) => !dropped.has(name.toLowerCase()) && !isDropped(name))
  // A body of a length that is not known comes, and goes, in pieces.
  const isChunked = pairsOf(raw).some(([name, value]) => /^transfer-encoding$/i.test(name) && /chunked/i.test(value))
  return [
    ['Host', host] as const,
    ...remaining,
    ...(isChunked ? [['Transfer-Encoding', 'chunked'] as const] : []),
  ].flat()
}

const isDropped = (name: string): boolean =>
  hopByHop.has(name.toLowerCase()) || toUs.has(name.toLowerCase()) || name.toLowerCase().startsWith(ours)

/** Returns the headers of an answer as they are passed back, with more behind them. */
export function answerHeaders(raw: RawHeaders, more: readonly (readonly [string, string])[]): string[] {
  const dropped = namedByConnection(raw)
  const remaining = pairsOf(raw).filter(
    ([name]) => !dropped.has(name.toLowerCase()) && !hopByHop.has(name.toLowerCase()),
  )
  return [...remaining, ...more].flat()
}

/** Returns a header of our own that is not known: who sends it takes it for something that it is not. */
export function unknownHeader(raw: RawHeaders): string | null {
  const known = new Set(['key', 'conversation', 'record'].map((name) => `${ours}${name}`))
  const names = pairsOf(raw).map(([name]) => name.toLowerCase())
  return names.find((name) => name.startsWith(ours) && !known.has(name)) ?? null
}

function namedByConnection(raw: RawHeaders): ReadonlySet<string> {
  const values = pairsOf(raw).flatMap(([name, value]) => (name.toLowerCase() === 'connection' ? value.split(',') : []))
  return new Set(values.map((name) => name.trim().toLowerCase()))
}

function pairsOf(raw: RawHeaders): (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = []
  for (let k = 0; k + 1 < raw.length; k += 2) pairs.push([raw[k] ?? '', raw[k + 1] ?? ''])
  return pairs
}
