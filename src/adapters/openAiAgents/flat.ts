import { createHash } from 'node:crypto'
import { badInput, type Members } from '../turns/json.ts'
import { urlOf } from '../turns/dataUrls.ts'
import { dataUrlOf } from '../turns/hashedBytes.ts'
import { own, setOwn } from '../../runtime/own.ts'

/** A value that JSON does not have, and where it stands. */
export type Odd = { readonly at: readonly (string | number)[] } & (
  | { readonly undefined: true }
  | { readonly number: string }
  /** Bytes that are kept as an attachment: as they are, or behind the head of a URL. */
  | { readonly bytes: string; readonly head: string | null }
)

/** A value as JSON, with what JSON does not have beside it. */
export interface Flat {
  readonly value: unknown
  readonly odd: readonly Odd[]
  readonly bytes: ReadonlyMap<string, Uint8Array>
}

/** Returns a value as JSON. Refuses what could not be given back: functions, dates, circles and the like. */
export function flatten(rawValue: unknown, name = 'items'): Flat {
  const odd: Odd[] = []
  const bytes = new Map<string, Uint8Array>()
  const above = new Set<object>()
  const keep = (at: Odd['at'], result: Uint8Array, head: string | null): null => {
    const id = createHash('sha256').update(result).digest('hex')
    bytes.set(id, result)
    odd.push({ at, bytes: id, head })
    return null
  }
  const flat = (value: unknown, at: Odd['at']): unknown => {
    if (value === null || typeof value === 'boolean') return value
    if (typeof value === 'string') {
      const data = value.startsWith('data:') ? dataUrlOf(value) : null
      return data ? keep(at, data.bytes, data.head) : value
    }
    if (typeof value === 'number') {
      if (Number.isFinite(value) && !Object.is(value, -0)) return value
      odd.push({ at, number: Object.is(value, -0) ? '-0' : String(value) })
      return null
    }
    if (value === undefined) {
      odd.push({ at, undefined: true })
      return null
    }
    if (value instanceof Uint8Array) return keep(at, Uint8Array.from(value), null)
    if (typeof value !== 'object' || above.has(value) || !isPlain(value)) throw unsupported(name, at)
    above.add(value)
    const members = Array.isArray(value)
      ? Array.from(value as unknown[], (each, i) => flat(each, [...at, i]))
      : Object.fromEntries(Object.entries(value).map(([key, each]) => [key, flat(each, [...at, key])]))
    above.delete(value)
    return members
  }
  const value = flat(rawValue, [])
  return { value, odd: odd.toSorted(byPlace), bytes }
}

function isPlain(value: object): boolean {
  if (Array.isArray(value)) return true
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null || isOfOtherRealm(prototype)
}

/** An object of another realm's, as a test runner or a sandbox has them, is as plain. */
const isOfOtherRealm = (prototype: unknown): boolean =>
  typeof prototype === 'object' &&
  prototype !== null &&
  Object.getPrototypeOf(prototype) === null &&
  Object.hasOwn(prototype, 'hasOwnProperty')

function unsupported(name: string, at: Odd['at']): Error {
  const path = [name, ...at.map(String)]
  return badInput(`The value of "${path.join('.')}" cannot be stored.`, {}, path)
}

const byPlace = (a: Odd, b: Odd): number => (JSON.stringify(a.at) < JSON.stringify(b.at) ? -1 : 1)

/** Returns the value that was flattened; `bytesOf` reads the bytes that are kept. */
export async function inflate(
  { value, odd }: Pick<Flat, 'value' | 'odd'>,
  bytesOf: (id: string) => Promise<Uint8Array>,
): Promise<unknown> {
  let whole = structuredClone(value)
  for (const each of odd) {
    const put = await valueOf(each, bytesOf)
    const last = each.at.at(-1)
    if (last === undefined) whole = put
    else {
      const holder = each.at
        .slice(0, -1)
        .reduce<unknown>((inner, step) => own((inner ?? {}) as Members, String(step)), whole)
      if (typeof holder === 'object' && holder !== null) setOwn(holder, last, put)
    }
  }
  return whole
}

async function valueOf(odd: Odd, bytesOf: (id: string) => Promise<Uint8Array>): Promise<unknown> {
  if ('undefined' in odd) return undefined
  if ('number' in odd) return Number(odd.number)
  const bytes = await bytesOf(odd.bytes)
  return odd.head === null ? bytes : urlOf(odd.head, bytes)
}
