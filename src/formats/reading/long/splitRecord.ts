import { SmallSteps } from '../../breaths.ts'
import { hasTooMany, longFrom, mostValues } from '../../amount.ts'
import { isTooDeep, pruned } from '../lines/nesting.ts'
import {
  behindBlanks,
  behindValue,
  closeBrace,
  closeBracket,
  colon,
  comma,
  endOfText,
  openBrace,
  openBracket,
  parsedAt,
  quote,
} from './jsonBytes.ts'
import { Elements, LongList, LongMap } from './longValues.ts'
import { asHolder, type RecordObject } from './recordValue.ts'
import { nestedIn, type Path, type RecordShape } from './recordShape.ts'
import type { Json, JsonObject } from '../../../domain/model.ts'
import { setOwn } from '../../../runtime/own.ts'

/** A record whose long lists and maps are kept as bytes. */
export interface Apart {
  readonly value: RecordObject
  /** Something in it is nested too deep, and is left out where it is read. */
  readonly isTooDeep: boolean
  /** The first number that is too large and was kept as its text; null: none is. */
  readonly large: string | null
}
/** Why there is none: nothing in it may be long; it is not JSON; or more is in it than is read. */
export type NotApart = 'PLAIN' | 'MALFORMED' | 'TOO_MANY'

/** Bytes that are read without a rest, about. */
const atOnce = 4 * 1024 * 1024

/**
 * Returns a record without what is long in it having been made values of: each element was only tried. What it
 * says is what `JSON.parse` would. It rests now and then, for others to have their turn.
 */
export function* splitRecord(bytes: Buffer, shape: RecordShape): Generator<void, Apart | NotApart> {
  const cuts = cutsIn(bytes, shape.long ?? [])
  if (typeof cuts === 'string') return cuts
  const shortened = withoutCuts(bytes, cuts)
  if (hasTooMany(shortened)) return 'TOO_MANY'
  let large: string | null = null
  const tell = (number: string) => (large = number)
  const skeleton = parsedAt(shortened, 0, shortened.length, tell) as JsonObject | undefined
  if (skeleton === undefined) return 'MALFORMED'
  const long: LongValue[] = []
  for (const cut of cuts) {
    const value = yield* longValue(bytes, cut, shape)
    if (typeof value === 'string') return value
    long.push(value)
    large ??= value.elements.large
  }
  const nested = nestedIn(skeleton, shape)
  const isDeep = isTooDeep(skeleton, 1, nested)
  const value = withLongValues((isDeep ? pruned(skeleton, 1, nested) : skeleton) as JsonObject, shape.long ?? [], long)
  return { value, isTooDeep: isDeep || long.some(({ elements }) => elements.hasDeep), large }
}

interface ValueCut {
  readonly from: number
  readonly to: number
  readonly path: Path
}
interface LongValue {
  readonly elements: Elements
  readonly value: LongList | LongMap
}

/** Finds the lists and maps at some paths of an object: those that will count, and others of the same names. */
function cutsIn(bytes: Buffer, long: readonly Path[]): readonly ValueCut[] | NotApart {
  const from = behindBlanks(bytes, 0)
  if (long.length === 0 || bytes[from] !== openBrace) return 'PLAIN'
  const cuts: ValueCut[] = []
  let members = 0
  /** Returns the place behind an object; null where it is none that is read. */
  const inObject = (begin: number, paths: readonly Path[], depth: number): number | null => {
    let at = behindBlanks(bytes, begin + 1)
    if (bytes[at] === closeBrace) return at + 1
    for (; bytes[at] === quote && members++ <= mostValues; at = behindBlanks(bytes, at + 1)) {
      const end = endOfText(bytes, at) + 1
      const below = pathsBelow(bytes, at, end, paths, depth)
      at = behindBlanks(bytes, end)
      if (bytes[at] !== colon) return null
      const after = inMember(behindBlanks(bytes, at + 1), below, depth + 1)
      if (after === null) return null
      at = behindBlanks(bytes, after)
      if (bytes[at] === closeBrace) return at + 1
      if (bytes[at] !== comma) return null
    }
    return null
  }
  const inMember = (at: number, paths: readonly Path[], depth: number): number | null => {
    const path = paths.find(({ length }) => length === depth)
    if (path && (bytes[at] === openBracket || bytes[at] === openBrace)) {
      cuts.push({ from: at, to: behindValue(bytes, at), path })
      return cuts.at(-1)?.to ?? null
    }
    return paths.length > 0 && bytes[at] === openBrace ? inObject(at, paths, depth) : behindValue(bytes, at)
  }
  const end = inObject(from, long, 0)
  if (members > mostValues) return 'TOO_MANY'
  if (end === null || behindBlanks(bytes, end) < bytes.length) return 'MALFORMED'
  return cuts.length > 0 ? cuts : 'PLAIN'
}

/** A name of more bytes is none of ours, however it is written. */
const longestName = 200

function pathsBelow(bytes: Buffer, from: number, to: number, paths: readonly Path[], depth: number): readonly Path[] {
  if (paths.length === 0 || to - from > longestName) return []
  const name = parsedAt(bytes, from, to)
  return paths.filter((path) => path[depth] === name)
}

/** Returns the record with the number of each cut, in brackets, in its place. */
function withoutCuts(bytes: Buffer, cuts: readonly ValueCut[]): Buffer {
  const parts: Uint8Array[] = []
  let from = 0
  for (const [i, cut] of cuts.entries()) {
    parts.push(bytes.subarray(from, cut.from), Buffer.from(`[${i}]`))
    from = cut.to
  }
  return Buffer.concat([...parts, bytes.subarray(from)])
}

/** Tries each element of a list or map. */
function* longValue(
  bytes: Buffer,
  { from, to, path }: ValueCut,
  shape: RecordShape,
): Generator<void, LongValue | NotApart> {
  const isMap = bytes[from] === openBrace
  const close = isMap ? closeBrace : closeBracket
  const elements = new Elements(bytes, path.length + 2, isMap ? null : nestedByAt(path, shape))
  const byKey = Object.create(null) as Record<string, number>
  const value = isMap ? new LongMap(elements, byKey) : new LongList(elements)
  let at = behindBlanks(bytes, from + 1)
  if (bytes[at] === close) return at + 1 === to ? { elements, value } : 'MALFORMED'
  const steps = new SmallSteps()
  for (let rested = at; ; at = behindBlanks(bytes, at + 1)) {
    if (isMap) {
      const end = endOfText(bytes, at) + 1
      const key = bytes[at] === quote ? parsedAt(bytes, at, end) : undefined
      at = behindBlanks(bytes, end)
      if (typeof key !== 'string' || bytes[at] !== colon) return 'MALFORMED'
      at = behindBlanks(bytes, at + 1)
      setOwn(byKey, key, elements.length)
    }
    const end = behindValue(bytes, at)
    if (elements.length === mostValues || (end - at >= longFrom && hasTooMany(bytes.subarray(at, end))))
      return 'TOO_MANY'
    if (!elements.add(at, end)) return 'MALFORMED'
    at = behindBlanks(bytes, end)
    if (bytes[at] === close) return at + 1 === to ? { elements, value } : 'MALFORMED'
    if (bytes[at] !== comma) return 'MALFORMED'
    if (at - rested < atOnce && !steps.areMany()) continue
    rested = at
    yield
  }
}

function nestedByAt(path: Path, { nested }: RecordShape): string | null {
  const isOfEntries = nested?.roots.some((root) => root.join('\n') === [...path, '*'].join('\n')) === true
  return isOfEntries ? nested.by : null
}

/** Puts what is long where its number stands: of members of one name that is the last one's. */
function withLongValues(skeleton: JsonObject, paths: readonly Path[], long: readonly LongValue[]): RecordObject {
  for (const path of paths) {
    const name = path.at(-1) ?? ''
    let holder: RecordObject | null = skeleton
    for (const each of path.slice(0, -1)) holder = asHolder(memberOf(holder, each))
    const place = memberOf(holder, name)
    const [index] = Array.isArray(place) ? (place as readonly Json[]) : []
    const result = typeof index === 'number' ? long[index] : undefined
    if (holder && result) setOwn(holder, name, result.value)
  }
  return skeleton
}

const memberOf = (holder: RecordObject | null, name: string) =>
  holder && Object.hasOwn(holder, name) ? holder[name] : undefined
