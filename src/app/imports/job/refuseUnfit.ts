import { badInput } from '../../../domain/refusals.ts'
import type { Format, LineFault } from '../../../formats/format.ts'
import type { ImportSource } from '../../../formats/importSource.ts'
import { formats } from '../../../formats/index.ts'

/** The most lines that a refusal names. */
const mostNamed = 20

/** Refuses a file with lines that no schema of its format fits, naming them; one of a format without schemas as well. */
export async function refuseUnfit(source: ImportSource, { name, lineFaults }: Format): Promise<void> {
  const checked = formats.filter((format) => format.lineFaults).map((format) => format.name)
  if (!lineFaults) {
    const why = `of ${checked.join(', ')} alone; this file is ${name}`
    throw badInput(`A strict import holds files to schemas, and there are schemas ${why}.`, { format: name, checked })
  }
  let count = 0
  const lines: LineFault[] = []
  for await (const fault of lineFaults(source)) if (++count <= mostNamed) lines.push(fault)
  if (count === 0) return
  const named = lines.slice(0, 3).map(({ line, message }) => `line ${line}: ${message}`)
  const more = count > named.length ? ` And ${count - named.length} more.` : ''
  throw badInput(`${count === 1 ? '1 line fits' : `${count} lines fit`} no schema: ${named.join(' ')}${more}`, {
    format: name,
    count,
    lines: lines.map(({ line, message }) => ({ line, message })),
  })
}
