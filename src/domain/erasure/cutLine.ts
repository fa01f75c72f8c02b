import { own } from '../../runtime/own.ts'
import type { Json, JsonObject } from '../model.ts'

const mark = 'turngraphCut'

/** Returns a value that says that texts were cut out of it, where it can. */
export function markedAsCut(value: Json, erasureId: string): Json {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? { ...(value as JsonObject), [mark]: erasureId } : value
}

/** Says whether a stored line is what is left of another one once texts were cut out of it. */
export function isCutOf(stored: Uint8Array, line: Uint8Array): boolean {
  if (!Buffer.from(stored).includes(mark)) return false
  try {
    const [left, whole] = [stored, line].map((bytes) => JSON.parse(Buffer.from(bytes).toString('utf8')) as JsonObject)
    const { [mark]: by, ...rest } = left as JsonObject
    return typeof by === 'string' && isEqualButFor(rest, whole as JsonObject, isShortened)
  } catch {
    return false
  }
}

/** Says whether two values are equal, but for texts that may differ. */
export function isEqualButFor(one: Json, other: Json, mayDiffer: (one: string, other: string) => boolean): boolean {
  if (typeof one === 'string' && typeof other === 'string') return one === other || mayDiffer(one, other)
  if (typeof one !== 'object' || one === null || typeof other !== 'object' || other === null) return one === other
  const [names, others] = [Object.keys(one), Object.keys(other)]
  if (Array.isArray(one) !== Array.isArray(other) || names.length !== others.length) return false
  const [left, right] = [one as JsonObject, other as JsonObject]
  return names.every((name) => {
    return Object.hasOwn(other, name) && isEqualButFor(own(left, name) ?? null, own(right, name) ?? null, mayDiffer)
  })
}

/** Whether nothing but the taking out of pieces lies between two texts. */
function isShortened(left: string, whole: string): boolean {
  let at = 0
  for (const letter of left) {
    at = whole.indexOf(letter, at)
    if (at < 0) return false
    at += letter.length
  }
  return left.length < whole.length
}
