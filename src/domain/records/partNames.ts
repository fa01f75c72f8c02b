/** Which parts are named: by the records of their conversation, and by those of its forks. */
import type { Json } from '../model.ts'
import { isPartKind, type StateRecord } from './stateRecord.ts'

/**
 * What programs keep of a whole conversation under a kind of parts, so that it is not listed over all: LangGraph's salt and
 * forks. No other record names it.
 */
const alone: ReadonlySet<string> = new Set(['lg.thread.part', 'lg.fork.part'])

/** A part that no record names. */
export interface LoosePart {
  readonly kind: string
  readonly key: string
}

/** Says whether a record is a part that is there for others alone: not of a turn, and not its own parent. */
export function isDependent({ kind, key, parentKey, observationId }: Omit<StateRecord, 'value' | 'base64'>): boolean {
  return isPartKind(kind) && !alone.has(kind) && observationId === null && parentKey !== key
}

/** Says whether a record is what a program looks at to learn that parts were dropped: its version grows then. */
export const isWatched = ({ kind }: Pick<StateRecord, 'kind'>): boolean => kind === 'lg.thread.part'

/** Returns the conversation that shares parts though it is no fork; null for any other record. */
export const sharedWith = ({ kind, key }: Pick<StateRecord, 'kind' | 'key'>): string | null =>
  kind === 'lg.fork.part' ? key : null

/** Collects which records name which. */
export class PartNames {
  /** The parts that are there for others alone, by their keys. */
  readonly #parts = new Map<string, LoosePart[]>()
  /** Keys of all other records. */
  readonly #keys = new Set<string>()
  /** What those parts name. */
  readonly #children = new Map<string, readonly string[]>()
  readonly #named = new Set<string>()

  /** Whether there are parts that are to be looked for. */
  get hasParts(): boolean {
    return this.#parts.size > 0
  }

  /** Learns that a record is there. */
  add(record: StateRecord): void {
    const { kind, key } = record
    if (isDependent(record)) this.#parts.set(key, [...(this.#parts.get(key) ?? []), { kind, key }])
    else this.#keys.add(key)
  }

  /** Learns what a record names, once all records were added; `isOfFork`: it is one of a fork. */
  take(record: StateRecord, isOfFork = false): void {
    const { kind, key, parentKey, value } = record
    const names = [...textsIn(value)].filter((text) => this.#parts.has(text))
    const isAlone = isOfFork || !isDependent(record)
    if (!isAlone) this.#children.set(nameOf(kind, key), names)
    else for (const name of names) this.#named.add(name)
    if (!isAlone && parentKey !== null && this.#keys.has(parentKey)) this.#named.add(key)
  }

  /** Returns the parts that nothing names: no record that stands by itself, and no part below such a one. */
  loose(): LoosePart[] {
    const all = [...this.#parts.values()].flat()
    const held = new Set<string>()
    const open = all.filter(({ key }) => this.#named.has(key) || this.#isUnder(key))
    for (let part = open.pop(); part; part = open.pop()) {
      const name = nameOf(part.kind, part.key)
      if (held.has(name)) continue
      held.add(name)
      for (const below of this.#children.get(name) ?? []) open.push(...(this.#parts.get(below) ?? []))
    }
    return all.filter(({ kind, key }) => !held.has(nameOf(kind, key)))
  }

  /** A key that begins with that of another record is a part of it. */
  #isUnder(key: string): boolean {
    for (let end = key.indexOf('/'); end >= 0; end = key.indexOf('/', end + 1))
      if (this.#keys.has(key.slice(0, end))) return true
    return false
  }
}

const nameOf = (kind: string, key: string): string => `${kind}\n${key}`
const longestKey = 1024

/** Yields the texts in a value that may be keys. */
function* textsIn(value: Json): Generator<string> {
  const open: Json[] = [value]
  while (open.length > 0) {
    const next = open.pop()
    if (typeof next === 'string') {
      if (next.length <= longestKey) yield next
    } else if (typeof next === 'object' && next !== null) for (const each of Object.values(next)) open.push(each)
  }
}
