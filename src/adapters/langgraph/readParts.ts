import type { SerializerProtocol } from '@langchain/langgraph-checkpoint'
import type { StateRecordInput } from '../../client/client.ts'
import { readElements } from './elements.ts'
import { decode, encodedOf, isEncoded, read, writtenIn, type Written } from './encoding.ts'
import { MissingPart } from './missingPart.ts'
import { kinds } from './names.ts'
import { chunkName, itemName, valueName, type ListReference, type Reference, type ValuePart } from './parts.ts'
import { fillTemplate, namesIn } from './template.ts'
import type { GraphThread } from './thread.ts'

/** Reads values that are stored in parts, each part once. */
export class PartReader {
  readonly #thread: GraphThread
  readonly #serde: SerializerProtocol
  readonly #values = new Map<string, ValuePart>()
  readonly #chunks = new Map<string, readonly string[]>()
  readonly #items = new Map<string, Written>()
  /** Elements as they were read: lists of one answer share them. */
  readonly #elements = new Map<string, Promise<unknown>>()

  constructor(thread: GraphThread, serde: SerializerProtocol) {
    this.#thread = thread
    this.#serde = serde
  }

  /** Reads the parts of all these values at once; what is missing is noticed by `value`. */
  async prepare(references: readonly Reference[], depth: 'names' | 'elements' = 'elements'): Promise<void> {
    const values = await this.#read(this.#values, kinds.value, partsOf(references), valueIn)
    const items = [...references, ...values].flatMap(templateNames)
    items.push(...(await this.#prepareLists([...references.flatMap(listsOf), ...values.flatMap(oldListsOf)])))
    if (depth === 'names') return
    await this.#takeKnown(items)
    await this.#read(this.#items, kinds.item, items, itemIn(this.#thread))
    this.#thread.rememberTexts(this.#items)
  }

  /** An element is what its name says, so of those that this process knows it is enough that they are there. */
  async #takeKnown(names: readonly string[]): Promise<void> {
    const known = new Map<string, Written>()
    for (const name of names) {
      const written = this.#items.has(name) ? undefined : this.#thread.textOf(name)
      if (written !== undefined) known.set(name, written)
    }
    if (known.size < worthCounting || !(await this.#thread.hasAll(kinds.item, [...known.keys()]))) return
    for (const [name, written] of known) this.#items.set(name, written)
  }

  /** Reads the chunks of lists level by level, and returns the names of their elements. */
  async #prepareLists(lists: readonly OpenList[]): Promise<string[]> {
    const items = lists.flatMap(({ last }) => last)
    let open = lists.filter(({ names }) => names.length > 0)
    while (open.length > 0) {
      await this.#read(
        this.#chunks,
        kinds.chunk,
        open.flatMap(({ names }) => names),
        chunkIn,
      )
      const below = open.map(({ names, levels }) => ({ names: this.#within(names), levels: levels - 1, last: [] }))
      items.push(...below.flatMap(({ names, levels }) => (levels === 0 ? names : [])))
      open = below.filter(({ names, levels }) => levels > 0 && names.length > 0)
    }
    return items
  }

  #within(chunks: readonly string[]): string[] {
    return chunks.flatMap((name) => this.#chunks.get(name) ?? [])
  }

  /** Returns a value whose parts were prepared. `isOnly`: none that shares elements with it is asked for after it. */
  async value(reference: Reference, isOnly = false): Promise<unknown> {
    if ('inline' in reference) return decode(this.#serde, reference.inline)
    if ('list' in reference) return this.#list(openList(reference.list), isOnly)
    const part = 'text' in reference ? reference : this.#mustHave(this.#values, kinds.value, reference.part)
    if ('one' in part) return decode(this.#serde, part.one)
    if ('list' in part) return this.#list(oldList(part.list), isOnly)
    const json = fillTemplate(part.text, (name) => this.#mustHave(this.#items, kinds.item, name))
    return this.#serde.loadsTyped('json', json)
  }

  #list({ names, levels, last }: OpenList, isOnly: boolean): Promise<unknown[]> {
    let below = names
    for (let level = levels; level > 0; level--)
      below = below.flatMap((name) => this.#mustHave(this.#chunks, kinds.chunk, name))
    const all = [...below, ...last]
    const items = isOnly ? all.map((name) => this.#mustHave(this.#items, kinds.item, name)) : []
    const whole = isOnly ? readElements(this.#serde, items) : null
    return whole ?? Promise.all(all.map((name) => this.#element(name)))
  }

  /** Lets the thread know that the parts of a value are there. */
  async know(reference: Reference): Promise<void> {
    await this.prepare([reference], 'names')
    const named = 'list' in reference ? reference.list.last : templateNames(reference)
    this.#thread.know(kinds.chunk, [...this.#chunks.keys()])
    this.#thread.know(kinds.item, [...this.#chunks.values(), named].flat())
  }

  /** Returns all parts that were read, to be written elsewhere. */
  all(): StateRecordInput[] {
    const of = (kind: string, read: ReadonlyMap<string, unknown>) =>
      [...read].map(([key, value]): StateRecordInput => ({ kind, key, value, ifExists: 'KEEP' }))
    const items = new Map([...this.#items].map(([name, written]) => [name, encodedOf(written)]))
    return [...of(kinds.item, items), ...of(kinds.chunk, this.#chunks), ...of(kinds.value, this.#values)]
  }

  #element(name: string): Promise<unknown> {
    const known = this.#elements.get(name)
    if (known !== undefined) return known
    const element = read(this.#serde, this.#mustHave(this.#items, kinds.item, name))
    this.#elements.set(name, element)
    return element
  }

  #mustHave<T>(read: ReadonlyMap<string, T>, kind: string, name: string): T {
    const part = read.get(name)
    if (part !== undefined) return part
    throw new MissingPart(kind, name)
  }

  /** Returns the parts of these names that are there and are what they are named by. */
  async #read<T>(read: Map<string, T>, kind: string, names: readonly string[], partIn: PartIn<T>): Promise<T[]> {
    const all = new Set(names)
    const wanted = [...all].filter((name) => !read.has(name))
    const { salt } = await this.#thread.salt()
    for (const [key, value] of await this.#thread.parts(kind, wanted)) {
      const part = partIn(value, key, salt)
      if (part !== null) read.set(key, part)
    }
    return [...all].flatMap((name) => read.get(name) ?? [])
  }
}

/** Returns the part that a record's value is; null where it is none, or is not what it is named by. */
type PartIn<T> = (value: unknown, name: string, salt: string) => T | null

const valueIn: PartIn<ValuePart> = (value, name, salt) =>
  isValue(value) && valueName(salt, value) === name ? value : null
const chunkIn: PartIn<readonly string[]> = (value, name, salt) =>
  isNames(value) && chunkName(salt, value) === name ? value : null

/** An element that this process has named is known by its text. */
const itemIn =
  (thread: GraphThread): PartIn<Written> =>
  (value, name, salt) => {
    if (!isEncoded(value)) return null
    const written = writtenIn(value)
    return written === thread.textOf(name) || itemName(salt, written) === name ? written : null
  }

/** With fewer that are known it is not worth a request to count them. */
const worthCounting = 32

/** A list of which the chunks at the root of its tree are known. */
interface OpenList {
  readonly names: readonly string[]
  readonly levels: number
  readonly last: readonly string[]
}

const openList = ({ last, root, levels = 0 }: ListReference): OpenList => ({
  names: root === undefined ? [] : [root],
  levels,
  last,
})
const oldList = (names: readonly string[]): OpenList => ({ names, levels: 1, last: [] })

const partsOf = (references: readonly Reference[]): string[] =>
  references.flatMap((reference) => ('part' in reference ? [reference.part] : []))
const listsOf = (reference: Reference): OpenList[] => ('list' in reference ? [openList(reference.list)] : [])
const oldListsOf = (part: ValuePart): OpenList[] => ('list' in part ? [oldList(part.list)] : [])
const templateNames = (one: Reference | ValuePart): string[] => ('text' in one ? namesIn(one.text) : [])

const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string')
const isValue = (value: unknown): value is ValuePart => {
  const { one, list, text } = (value ?? {}) as Readonly<Record<string, unknown>>
  return isNames(list) || isNames(text) || (one !== undefined && isEncoded(one))
}
