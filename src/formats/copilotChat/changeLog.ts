import type { Json, JsonObject } from '../../domain/model.ts'
import { longestRead } from '../amount.ts'
import { asCount, asList, asObject } from '../reading/values.ts'

/** Steps into a state that a change may go: no state of the editor has as many, and none may grow without an end. */
const deepest = 24

type Holder = Record<string, Json> | Json[]

/** Why a change was not made. */
export interface Refused {
  readonly code: string
  readonly message: string
}

/**
 * A session's state as the lines of its log make it: 0 is the whole state, 1 sets a member, 2 cuts a list and puts more on it, 3
 * takes a member away. It is held whole, as a session in one value is, and bounded as that.
 */
export class ChangeLog {
  private root: Record<string, Json>
  /** The line on which each request occurs first. */
  private readonly lines: number[] = []
  /** Characters of changes since the state was measured, and what it had then. */
  private since = 0
  private isFull = false

  constructor(state: JsonObject, line: number) {
    this.root = state
    this.count(line)
  }

  state(): JsonObject {
    return this.root
  }

  /** Returns the first line with a request. */
  lineOf(request: number): number {
    return this.lines[request] ?? 1
  }

  /** Makes the change of a line; returns why not, null where it is made. */
  apply(change: JsonObject, line: number): Refused | null {
    if (this.isFull) return tooLong
    if (!this.hasRoom(change)) return tooLong
    const path = asList(change['k'])
    const isMade =
      change['kind'] === 0 ? this.replace(change['v']) : path.length <= deepest && this.change(change, path)
    this.count(line)
    return isMade
      ? null
      : { code: 'UNKNOWN_TYPE', message: 'The line changes nothing before it; it is stored unchanged.' }
  }

  private replace(state: Json | undefined): boolean {
    const object = asObject(state)
    if (object !== null) this.root = object
    return object !== null
  }

  private change({ kind, v, i }: JsonObject, path: readonly Json[]): boolean {
    if (kind === 1 && path.length === 0) return this.replace(v)
    const [holder, key] = [this.holderOf(path), path.at(-1)]
    if (holder === null) return false
    if (kind === 1) return v !== undefined && set(holder, key, v)
    if (kind === 2) return push(holder, key, asList(v), asCount(i))
    return kind === 3 && remove(holder, key)
  }

  /** What has the last member of a path. */
  private holderOf(path: readonly Json[]): Holder | null {
    if (path.length === 0) return null
    let at: Json | undefined = this.root
    for (const key of path.slice(0, -1)) at = memberOf(at, key)
    return typeof at === 'object' && at !== null ? (at as Holder) : null
  }

  private count(line: number): void {
    for (let { length } = this.lines; length < asList(this.root['requests']).length; length++) this.lines.push(line)
  }

  /** A state is measured once as much was changed as may be held. */
  private hasRoom(change: JsonObject): boolean {
    this.since += JSON.stringify(change).length
    if (this.since > longestRead) this.since = JSON.stringify(this.root).length
    this.isFull = this.since > longestRead
    return !this.isFull
  }
}

const tooLong: Refused = {
  code: 'RECORD_TOO_LONG',
  message: 'The session is larger than what is read at once; the changes of its further lines are stored raw only.',
}

function memberOf(holder: Json | undefined, key: Json): Json | undefined {
  if (Array.isArray(holder)) return (holder as readonly Json[])[asCount(key) ?? -1]
  const object = asObject(holder)
  return object !== null && typeof key === 'string' && Object.hasOwn(object, key) ? object[key] : undefined
}

function set(holder: Holder, key: Json | undefined, value: Json): boolean {
  if (Array.isArray(holder)) {
    const at = asCount(key)
    if (at === null || at > holder.length) return false
    holder[at] = value
    return true
  }
  if (typeof key !== 'string') return false
  // A member may be called `__proto__`, and is one like others.
  Object.defineProperty(holder, key, { value, writable: true, enumerable: true, configurable: true })
  return true
}

/** A list that is not there yet begins with what is put on it. */
function push(holder: Holder, key: Json | undefined, values: readonly Json[], from: number | null): boolean {
  const list = memberOf(holder, key ?? null)
  if (list === undefined) return set(holder, key, [...values])
  if (!Array.isArray(list)) return false
  const held = list as Json[]
  if (from !== null && from < held.length) held.length = from
  for (const value of values) held.push(value)
  return true
}

function remove(holder: Holder, key: Json | undefined): boolean {
  if (Array.isArray(holder)) return false
  return typeof key === 'string' && Object.hasOwn(holder, key) && Reflect.deleteProperty(holder, key)
}
