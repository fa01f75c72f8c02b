import type { Json } from '../../../domain/model.ts'
import { jsonIn } from '../lines/jsonIn.ts'
import { isTooDeep, mayBeTooDeep, pruned, unnested } from '../lines/nesting.ts'
import { own } from '../../../runtime/own.ts'

/** Where the elements of a long list or map stand in their record, and how they are read. */
export class Elements {
  private readonly bytes: Buffer
  /** The level of each in its record. */
  private readonly level: number
  /** The member by which each holds what answers it; null: they hold none. */
  private readonly nestedBy: string | null
  /** Begin and end of each, in turns; outside of V8's heap. */
  private places = new Uint32Array(512)
  private count = 0
  /** Some reach too deep. */
  hasDeep = false
  /** The first number that is too large; null: none is. */
  large: string | null = null

  constructor(bytes: Buffer, level: number, nestedBy: string | null) {
    this.bytes = bytes
    this.level = level
    this.nestedBy = nestedBy
  }

  get length(): number {
    return this.count
  }

  /** Takes the next one; false where it is not JSON. */
  add(from: number, to: number): boolean {
    const text = this.bytes.toString('utf8', from, to)
    const value = jsonIn(text, (number) => (this.large ??= number))
    if (value === undefined) return false
    if (!this.hasDeep && mayBeTooDeep(text, this.level))
      this.hasDeep = isTooDeep(value, this.level, this.nestedIn(value))
    if (this.count * 2 === this.places.length) {
      const more = new Uint32Array(this.places.length * 2)
      more.set(this.places)
      this.places = more
    }
    this.places[this.count * 2] = from
    this.places[this.count * 2 + 1] = to
    this.count++
    return true
  }

  /** Reads one of them. */
  read(index: number): Json {
    const [from, to] = [this.places[index * 2], this.places[index * 2 + 1]]
    const value = jsonIn(this.bytes.toString('utf8', from, to)) as Json
    return this.hasDeep ? pruned(value, this.level, this.nestedIn(value)) : value
  }

  private nestedIn(value: Json) {
    return this.nestedBy === null ? unnested : { roots: new Set<unknown>([value]), by: this.nestedBy }
  }
}

/** A list of a record that is in memory as its bytes: an element is read when it is taken, and again each time. */
export class LongList implements Iterable<Json> {
  private readonly elements: Elements

  constructor(elements: Elements) {
    this.elements = elements
  }

  get length(): number {
    return this.elements.length
  }

  /** Returns an element, as a list has it: a number below zero counts from the end; undefined where there is none. */
  at(index: number): Json | undefined {
    const at = index < 0 ? this.length + index : index
    return at >= 0 && at < this.length ? this.elements.read(at) : undefined
  }

  *[Symbol.iterator](): Iterator<Json> {
    for (let index = 0; index < this.length; index++) yield this.elements.read(index)
  }
}

/** A map of a record that is in memory as its keys and bytes: a value is read when it is taken, and again each time. */
export class LongMap {
  private readonly elements: Elements
  private readonly byKey: Readonly<Record<string, number>>

  /** Of a key that stands there several times the last value counts, in the place of the first: as in an object. */
  constructor(elements: Elements, byKey: Readonly<Record<string, number>>) {
    this.elements = elements
    this.byKey = byKey
  }

  /** Returns its keys in the order that an object has. */
  keys(): string[] {
    return Object.keys(this.byKey)
  }

  /** Returns the value of a key; undefined where there is none. */
  get(key: string): Json | undefined {
    const index = own(this.byKey, key)
    return index === undefined ? undefined : this.elements.read(index)
  }
}
