/** Names and values in turns, as Node has them and sends them. */
export type RawHeaders = readonly string[]

/** Returns the headers as pairs, in their order. */
export function pairsOf(raw: RawHeaders): (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = []
  for (let k = 0; k + 1 < raw.length; k += 2) pairs.push([raw[k] ?? '', raw[k + 1] ?? ''])
  return pairs
}

/** Returns what the headers called `Connection` name, in small letters. */
export function namedByConnection(raw: RawHeaders): ReadonlySet<string> {
  const values = pairsOf(raw).flatMap(([name, value]) => (name.toLowerCase() === 'connection' ? value.split(',') : []))
  return new Set(values.map((name) => name.trim().toLowerCase()))
}
