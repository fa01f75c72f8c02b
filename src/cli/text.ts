export { counted } from '../domain/drawing.ts'

/** Returns rows as indented lines, the second column aligned. */
export function columns(rows: readonly (readonly [string, string | number])[]): string {
  const width = Math.max(0, ...rows.map(([name]) => name.length))
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}\n`).join('')
}
