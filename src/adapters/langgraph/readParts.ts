import type { SerializerProtocol } from '@langchain/langgraph-checkpoint'
import type { StateRecordInput } from '../../client/client.ts'
import { TurngraphError } from '../../client/turngraphError.ts'
import { decode, type Encoded } from './encoding.ts'
import { kinds } from './names.ts'
import { chunkName, itemName, valueName, type Reference, type ValuePart } from './parts.ts'
import type { Thread } from './thread.ts'

/** Reads values that are stored in parts, each part once. */
export class PartReader {
  readonly #thread: Thread
  readonly #serde: SerializerProtocol
  readonly #values = new Map<string, ValuePart>()
  readonly #chunks = new Map<string, readonly string[]>()
  readonly #items = new Map<string, Encoded>()
  /** Elements as they were read: lists of one answer share them. */
  readonly #elements = new Map<string, Promise<unknown>>()

  constructor(thread: Thread, serde: SerializerProtocol) {
    this.#thread = thread
    this.#serde = serde
  }

  /** Reads the parts of all these values at once; what is missing is noticed by `value`. */
  async prepare(references: readonly Reference[], depth: 'names' | 'elements' = 'elements'): Promise<void> {
    const values = await this.#read(this.#values, kinds.value, partsOf(references), isValue, valueName)
    const chunks = await this.#read(this.#chunks, kinds.chunk, values.flatMap(chunksOf), isNames, chunkName)
    if (depth === 'elements') await this.#read(this.#items, kinds.item, chunks.flat(), isEncoded, itemName)
  }

  /** Returns a value whose parts were prepared. */
  async value(reference: Reference): Promise<unknown> {
    if ('inline' in reference) return decode(this.#serde, reference.inline)
    const part = this.#found(this.#values, kinds.value, reference.part)
    if ('one' in part) return decode(this.#serde, part.one)
    return Promise.all(this.#namesIn(part).map((name) => this.#element(name)))
  }

  /** Lets the thread know that the parts of a value are there. */
  async know(reference: Reference): Promise<void> {
    await this.prepare([reference], 'names')
    this.#thread.know(kinds.chunk, [...this.#chunks.keys()])
    this.#thread.know(kinds.item, [...this.#chunks.values()].flat())
  }

  /** Returns all parts that were read, to be written elsewhere. */
  all(): StateRecordInput[] {
    const of = (kind: string, read: ReadonlyMap<string, unknown>) =>
      [...read].map(([key, value]): StateRecordInput => ({ kind, key, value, ifExists: 'KEEP' }))
    return [...of(kinds.item, this.#items), ...of(kinds.chunk, this.#chunks), ...of(kinds.value, this.#values)]
  }

  #namesIn(part: ValuePart): string[] {
    return chunksOf(part).flatMap((name) => this.#found(this.#chunks, kinds.chunk, name))
  }

  #element(name: string): Promise<unknown> {
    const known = this.#elements.get(name)
    if (known !== undefined) return known
    const element = decode(this.#serde, this.#found(this.#items, kinds.item, name))
    this.#elements.set(name, element)
    return element
  }

  #found<T>(read: ReadonlyMap<string, T>, kind: string, name: string): T {
    const part = read.get(name)
    if (part !== undefined) return part
    throw new MissingPart(kind, name)
  }

  /** Returns the parts of these names that are there and are what they are named by. */
  async #read<T>(
    read: Map<string, T>,
    kind: string,
    names: readonly string[],
    isPart: (value: unknown) => value is T,
    named: (salt: string, part: T) => string,
  ): Promise<T[]> {
    const all = new Set(names)
    const wanted = [...all].filter((name) => !read.has(name))
    const { salt } = await this.#thread.salt()
    for (const { key, value } of await this.#thread.parts(kind, wanted))
      if (isPart(value) && named(salt, value) === key) read.set(key, value)
    return [...all].flatMap((name) => read.get(name) ?? [])
  }
}

/** A part that a checkpoint names is not there, or is not what it is named by. */
export class MissingPart extends Error {
  readonly kind: string
  readonly key: string
  constructor(kind: string, key: string) {
    super(`The part "${key}" of kind "${kind}" is missing or damaged.`)
    this.kind = kind
    this.key = key
  }
}

/** Returns what was thrown with the checkpoint that it is of. */
export function ofCheckpoint(threadId: string, checkpointId: string, thrown: unknown): unknown {
  if (!(thrown instanceof MissingPart)) return thrown
  const { kind, key } = thrown
  const message = `Checkpoint "${checkpointId}" of thread "${threadId}" cannot be read: the part "${key}" of kind "${kind}" is missing or damaged.`
  return new TurngraphError('CHECKPOINT_DAMAGED', message, { threadId, checkpointId, kind, key }, null, {
    cause: thrown,
  })
}

const partsOf = (references: readonly Reference[]): string[] =>
  references.flatMap((reference) => ('part' in reference ? [reference.part] : []))
const chunksOf = (part: ValuePart): readonly string[] => ('list' in part ? part.list : [])

const isNames = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((name) => typeof name === 'string')
const isEncoded = (value: unknown): value is Encoded => {
  const { type, base64 } = (value ?? {}) as { readonly type?: unknown; readonly base64?: unknown }
  return typeof value === 'string' || (typeof type === 'string' && typeof base64 === 'string')
}
const isValue = (value: unknown): value is ValuePart => {
  const { one, list } = (value ?? {}) as { readonly one?: unknown; readonly list?: unknown }
  return isEncoded(one) || isNames(list)
}
