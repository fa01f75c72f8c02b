const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]
const relative = new Intl.RelativeTimeFormat('en', { style: 'narrow', numeric: 'auto' })

/** Returns how long ago something was: `2 min. ago`. */
export function ago(time: string, now: number = Date.now()): string {
  const seconds = (Date.parse(time) - now) / 1000
  const [unit, size] = units.find(([, each]) => Math.abs(seconds) >= each) ?? ['minute', Infinity]
  return size === Infinity ? 'now' : relative.format(Math.trunc(seconds / size), unit)
}

/** Returns a count in few signs: `1.2k`. */
export const short = (count: number): string =>
  new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 }).format(count).toLowerCase()

/** Returns a sum of money in few signs. */
export const dollars = (usd: number): string => `$${usd.toFixed(usd < 1 ? 3 : 2)}`

/** Returns a size as people read it. */
export function bytes(size: number): string {
  if (size < 1024) return `${size} B`
  return size < 1024 * 1024 ? `${Math.round(size / 1024)} kB` : `${(size / 1024 / 1024).toFixed(1)} MB`
}

/** Returns `1 turn`, `2 turns`. */
export const counted = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`

/** Returns any JSON value as text: a text as it is, texts of blocks one under the other. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value) && value.length > 0 && value.every(isTextBlock))
    return value.map(({ text }) => text).join('\n')
  return value === undefined ? '' : JSON.stringify(value, null, 2)
}

function isTextBlock(value: unknown): value is { text: string } {
  return typeof value === 'object' && value !== null && 'text' in value && typeof value.text === 'string'
}
