/** Values in parts: a list is stored element by element, so that lists which begin alike share what they share. */
import type { SerializerProtocol } from '@langchain/langgraph-checkpoint'
import type { StateRecordInput } from '../../client/client.ts'
import { writtenElements } from './elements.ts'
import { digestible, digestOf, encode, encodedOf, writtenIn, type Encoded, type Written } from './encoding.ts'
import { kinds, nameOf } from './names.ts'
import { cut, type Template } from './template.ts'

/** The elements of a list: the last ones by their names, those before them by chunks, which stand in a tree. */
export interface ListReference {
  readonly last: readonly string[]
  /** The chunk at the root of the tree, and how many levels of chunks there are. */
  readonly root?: string
  readonly levels?: number
}
/** A value, the name of the part that has it, or the names of what it consists of. */
export type Reference =
  | { readonly inline: Encoded }
  | { readonly part: string }
  | { readonly list: ListReference }
  | { readonly text: Template }
/**
 * What a part of the kind of values has: a value, or what it consists of. `list`: the names of chunks of one level, as lists
 * were stored at first.
 */
export type ValuePart = { readonly one: Encoded } | { readonly list: readonly string[] } | { readonly text: Template }

/** What is longer is a part of its own. */
export const longestInline = 128
/** A template that is longer is a part of its own. */
const longestTemplate = 512
/** How many elements a chunk of the first level names, and how many chunks one of each level above. */
const [elementsInChunk, chunksInChunk] = [16, 64]

/** A value that is to be stored. */
export interface Split {
  readonly reference: Reference
  /** The parts it consists of, by their kinds and names. */
  readonly parts: readonly StateRecordInput[]
  /** The names of its elements, where it is a list: those of a short one are no parts. */
  readonly items: readonly string[]
  /** What to know of it when the next list is split; of a list alone. */
  readonly list?: KnownList
}

/** The elements of a list with their names: those that the next list has in the same places keep their names. */
export interface KnownList {
  readonly written: readonly Written[]
  readonly names: readonly string[]
}

/** Returns a value in parts, each named by its content. `before`: a list that it probably begins as. */
export async function split(
  serde: SerializerProtocol,
  salt: string,
  value: unknown,
  before?: KnownList,
): Promise<Split> {
  if (isList(value)) return splitList(serde, salt, value, before)
  const encoded = await encode(serde, value)
  if (digestible(encoded).length <= longestInline) return { reference: { inline: encoded }, parts: [], items: [] }
  const pieces = cut(encoded, longestInline, (element) => itemName(salt, writtenIn(element)))
  if (pieces === null) return inOnePart(valuePart(salt, { one: encoded }), [])
  const items = pieces.elements.map((element) => itemPart(itemName(salt, writtenIn(element)), writtenIn(element)))
  const { text } = pieces
  if (JSON.stringify(text).length <= longestTemplate) return { reference: { text }, parts: items, items: [] }
  return inOnePart(valuePart(salt, { text }), items)
}

const inOnePart = (part: StateRecordInput, others: readonly StateRecordInput[]): Split => ({
  reference: { part: part.key },
  parts: [...others, part],
  items: [],
})

/** Bytes within a list the serializer writes otherwise than bytes alone. */
const isList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > 0 && !value.some((element) => element instanceof Uint8Array)

async function splitList(
  serde: SerializerProtocol,
  salt: string,
  value: readonly unknown[],
  before: KnownList | undefined,
): Promise<Split> {
  const written = await writtenElements(serde, value)
  const names = written.map((element, i) => {
    const name = element === before?.written[i] ? before.names[i] : undefined
    return name ?? itemName(salt, element)
  })
  if (lengthOf(written) <= longestInline)
    return { reference: { inline: await encode(serde, value) }, parts: [], items: names }
  const items = names.map((name, i) => itemPart(name, written[i] as Written))
  const { list, chunks } = inChunks(salt, names)
  return { reference: { list }, parts: [...items, ...chunks], items: names, list: { written, names } }
}

function lengthOf(elements: readonly Written[]): number {
  let length = 0
  for (const element of elements) if ((length += digestOf(element).length) > longestInline) break
  return length
}

/** A list that grows changes the names of its last elements, and now and then one chunk of each level. */
function inChunks(salt: string, names: readonly string[]): { list: ListReference; chunks: StateRecordInput[] } {
  const isWhole = names.length - (names.length % elementsInChunk)
  const last = names.slice(isWhole)
  const chunks: StateRecordInput[] = []
  let [level, levels, length] = [names.slice(0, isWhole), 0, elementsInChunk]
  while (level.length > 1 || (level.length === 1 && levels === 0)) {
    const above: StateRecordInput[] = []
    for (let i = 0; i < level.length; i += length) above.push(chunkPart(salt, level.slice(i, i + length)))
    chunks.push(...above)
    ;[level, levels, length] = [above.map(({ key }) => key), levels + 1, chunksInChunk]
  }
  const [root] = level
  return { list: root === undefined ? { last } : { last, root, levels }, chunks }
}

const keep = { ifExists: 'KEEP' } as const

/** Returns the name of an element. */
export const itemName = (salt: string, element: Written): string => nameOf(salt, kinds.item, digestOf(element))
/** Returns the name of a chunk. */
export const chunkName = (salt: string, names: readonly string[]): string => nameOf(salt, kinds.chunk, ...names)
/** Returns the name of a value. */
export function valueName(salt: string, part: ValuePart): string {
  if ('one' in part) return nameOf(salt, kinds.value, digestible(part.one))
  if ('text' in part) return nameOf(salt, kinds.value, 'text', ...part.text)
  return nameOf(salt, kinds.value, 'list', ...part.list)
}

/** Most elements of a list are there already, so what is stored of one is made when it is asked for. */
function itemPart(key: string, element: Written): StateRecordInput {
  return {
    kind: kinds.item,
    key,
    get value() {
      return encodedOf(element)
    },
    ...keep,
  }
}

function chunkPart(salt: string, names: readonly string[]): StateRecordInput {
  return { kind: kinds.chunk, key: chunkName(salt, names), value: names, ...keep }
}

function valuePart(salt: string, part: ValuePart): StateRecordInput {
  return { kind: kinds.value, key: valueName(salt, part), value: part, ...keep }
}
