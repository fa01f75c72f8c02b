/** Returns a number as a person reads it: 12,345.5. */
export const numberText = (value: number): string => value.toLocaleString('en-US', { maximumFractionDigits: 6 })

/** Returns how many there are of something: "1 turn", "12,345 turns". */
export function counted(count: number, one: string, many: string): string {
  return `${numberText(count)} ${count === 1 ? one : many}`
}

/** Returns rows as indented lines, the second column aligned, all of its lines. */
export function columns(rows: readonly (readonly [string, string | number])[]): string {
  const width = Math.max(0, ...rows.map(([name]) => name.length))
  const cellText = (value: string | number) =>
    typeof value === 'number' ? numberText(value) : value.replaceAll('\n', `\n${' '.repeat(width + 4)}`)
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${cellText(value)}\n`).join('')
}

const signsIn = (text: string): number => Array.from(text).length

/** Returns a table for people: columns aligned under their names, numbers to the right, each row one line. */
export function tableText(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  isNumber: readonly boolean[],
): string {
  const lines = [names, ...rows.map((row) => row.map((cell) => cell.replaceAll(/\s+/g, ' ')))]
  const widths = names.map((_, k) => Math.max(...lines.map((line) => signsIn(line[k] ?? ''))))
  const padded = (cell: string, k: number) => {
    const room = ' '.repeat((widths[k] ?? 0) - signsIn(cell))
    return isNumber[k] ? room + cell : cell + room
  }
  return lines.map((line) => `${line.map(padded).join('  ').trimEnd()}\n`).join('')
}

/** Returns an observation as a person names a place: by its turn, where it has a number, and its id. */
export function placeText({ id, turn }: { readonly id: string; readonly turn: number | null }): string {
  return turn === null ? id : `turn ${numberText(turn)} (${id})`
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
  return `${unit === 'bytes' || value >= 100 ? numberText(Math.round(value)) : value.toFixed(1)} ${unit}`
}

/** Returns a format's name as the command line spells it. */
export function spelled(name: string): string {
  return name.toLowerCase().replaceAll('_', '-')
}
