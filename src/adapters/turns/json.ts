import { codeFrom, type FailureCode } from '../../client/failureCodes.ts'
import { TurngraphError } from '../../client/turngraphError.ts'
import { own } from '../../runtime/own.ts'

/** An object as JSON has it. */
export type Members = { readonly [name: string]: unknown }

/** Returns a value as it is once it was JSON; refuses what JSON cannot hold, by the path of the field. */
export function asJson<T>(value: T, field: readonly string[]): T {
  try {
    const text = JSON.stringify(value) as string | undefined
    return (text === undefined ? null : JSON.parse(text)) as T
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause)
    throw badInput(`The value of "${field.join('.')}" is not JSON: ${why}`, { reason: why }, field, cause)
  }
}

/** Says whether two values are the same JSON. The order of members is none of it. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) || Array.isArray(b))
    return Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((each, i) => isSame(each, b[i]))
  const [ours, theirs] = [a as Members, b as Members]
  const names = Object.keys(ours)
  return (
    names.length === Object.keys(theirs).length &&
    names.every((name) => Object.hasOwn(theirs, name) && isSame(own(ours, name), own(theirs, name)))
  )
}

/** Returns a value as an object; null where it is none. */
export function membersOf(value: unknown): Members | null {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Members) : null
}

/** Returns the members of an object but for those named. */
export function without(value: Members, names: readonly string[]): Members {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
}

/** Returns that the caller gave something that cannot be stored. */
export function badInput(message: string, details: object, field: readonly string[], cause?: unknown): TurngraphError {
  return new TurngraphError('BAD_INPUT', message, details, field, cause === undefined ? {} : { cause })
}

/** Returns the code of anything thrown; null where it has none. A client may come from another copy of the package. */
export function codeOf(thrown: unknown): FailureCode | null {
  const { code } = (thrown ?? {}) as { readonly code?: unknown }
  return typeof code === 'string' ? codeFrom(code) : null
}
