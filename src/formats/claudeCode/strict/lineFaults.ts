import type { Check } from './checkOfLines.ts'
import { createFindings } from '../../findings.ts'
import type { ImportSource } from '../../importSource.ts'
import type { LineFault } from '../../format.ts'
import { valuesOf } from '../../reading/lines/lineValues.ts'
import { lines, type SourceLine } from '../../reading/lines/lines.ts'

/** Yields the lines of a file that no schema of Claude Code's lines fits, in order, and why each does not. */
export async function* lineFaults(source: ImportSource): AsyncIterable<LineFault> {
  // Schemas and what checks by them are loaded where they are asked for.
  const { checkOfLines } = await import('./checkOfLines.ts')
  const check = checkOfLines()
  for await (const sourceLines of lines(source.open()))
    for (const line of sourceLines) {
      const message = faultOf(line, check)
      if (message !== null) yield { line: line.number, message }
    }
}

/** Lines without anything but white space say nothing, and fit. */
function faultOf(line: SourceLine, check: Check): string | null {
  const findings = createFindings()
  const { values, skipped } = valuesOf(line, findings)
  const wrong = findings.list().find(({ code }) => !harmless.has(code))
  if (wrong !== undefined) return wrong.message
  if (skipped > 0) return 'The line holds no JSON object.'
  for (const value of values) {
    const fault = check(value)
    if (fault !== null) return fault
  }
  return null
}

const harmless: ReadonlySet<string> = new Set(['BLANK_LINE', 'BYTE_ORDER_MARK', 'CRLF'])
