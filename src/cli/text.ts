export { counted } from '../domain/tree/drawing.ts'

/** Returns rows as indented lines, the second column aligned. */
export function columns(rows: readonly (readonly [string, string | number])[]): string {
  const width = Math.max(0, ...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}\n`).join('')
}

/** Returns a time of the API as a person reads it, to the minute. */
export const minuteOf = (time: string): string => time.slice(0, 16).replace('T', ' ')

const units = ['KB', 'MB', 'GB', 'TB']

/** Returns a number of bytes as a person reads it. */
export function sizeText(bytes: number): string {
  let [value, unit] = [bytes, 'bytes']
  for (const next of units) {
    if (value < 1000) break
    ;[value, unit] = [value / 1000, next]
  }
  return `${unit === 'bytes' || value >= 100 ? Math.round(value) : value.toFixed(1)} ${unit}`
}

/** Returns a format's name as the command line spells it. */
export function spelled(name: string): string {
  return name.toLowerCase().replaceAll('_', '-')
}
