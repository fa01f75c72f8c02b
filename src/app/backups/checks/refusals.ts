import { damaged } from '../../../formats/ndjson/lines.ts'
import type { Refusal } from '../../../domain/refusals.ts'

/** Returns the refusal of a line that names what the file has not, or not before it. */
export function lacking(line: number, kind: string, id: string, where = 'before it '): Refusal {
  return damaged(line, `names the ${kind.toLowerCase()} "${id}", which no line ${where}is`, {
    kind: kind.toLowerCase(),
    id,
  })
}

/** Returns the refusal of a line whose member says otherwise than what it is made of. */
export function differing(line: number, member: string, why: string): Refusal {
  return damaged(line, `says another ${member} than ${why}`, { member })
}
