import type { StateRecordRange } from '../../../domain/records/stateRecord.ts'

/** Behind all kinds, which are ASCII. */
const highestOfKinds = '\u007f'
/** Behind all digits. */
const highestOfSorts = 'g'
/** Right behind a text: before any sign of a kind, and any digit. */
const next = ' '

/** Returns the digits of a key's UTF-8 bytes: they sort as those do. */
export const sortOfKey = (key: string): string => Buffer.from(key).toString('hex')
/** Returns what stands right behind a kind, or a key's digits. */
export const rightBehind = (text: string): string => `${text}${next}`

/** Bounds of kinds and of keys' digits, the lower one included, and the keys that alone are meant. */
export interface Bounds {
  readonly kindFrom: string
  readonly kindTo: string
  readonly sortFrom: string
  readonly sortTo: string
  readonly sorts: readonly string[] | null
}

/** Returns what the kinds and keys of a range lie between. */
export function boundsOf({ kind, kindPrefix, keys, keyPrefix, beforeKey }: StateRecordRange): Bounds {
  const prefix = sortOfKey(keyPrefix ?? '')
  const [end, before] = [`${prefix}${highestOfSorts}`, beforeKey === null ? null : sortOfKey(beforeKey)]
  return {
    ...kindBounds(kind, kindPrefix ?? ''),
    sortFrom: prefix,
    sortTo: before !== null && before < end ? before : end,
    sorts: keys && keys.map(sortOfKey),
  }
}

function kindBounds(kind: string | null, prefix: string): Pick<Bounds, 'kindFrom' | 'kindTo'> {
  return kind === null
    ? { kindFrom: prefix, kindTo: `${prefix}${highestOfKinds}` }
    : { kindFrom: kind, kindTo: rightBehind(kind) }
}

/** Returns what kinds behind one lie between. */
export function kindsBehind(prefix: string, after: string | null): Pick<Bounds, 'kindFrom' | 'kindTo'> {
  const bounds = kindBounds(null, prefix)
  return after !== null && after >= prefix ? { ...bounds, kindFrom: rightBehind(after) } : bounds
}
