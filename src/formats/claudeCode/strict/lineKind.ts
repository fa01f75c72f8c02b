import type { JsonObject } from '../../../domain/model.ts'
import { own } from '../../../runtime/own.ts'
import { asObject, asText } from '../../reading/values.ts'

/** Members that hold what a line of this type is about, under a type of its own. */
const held: Readonly<Record<string, string>> = { attachment: 'attachment', progress: 'data' }

/** Returns which kind of line a value is: its type and, where it has one, its subtype (`system/compact_boundary`). */
export function lineKind(value: JsonObject): string {
  const type = asText(value['type']) ?? ''
  const member = asObject(own(value, own(held, type) ?? ''))
  const subtype = type === 'system' ? asText(value['subtype']) : asText(member?.['type'])
  return subtype === null ? type : `${type}/${subtype}`
}
