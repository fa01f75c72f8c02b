/** Values in parts: a list is stored element by element, so that lists which begin alike share what they share. */
import type { SerializerProtocol } from '@langchain/langgraph-checkpoint'
import type { StateRecordInput } from '../../client/client.ts'
import { digestible, encode, type Encoded } from './encoding.ts'
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
}

/** Returns a value in parts, each named by its content. */
export async function split(serde: SerializerProtocol, salt: string, value: unknown): Promise<Split> {
  if (isList(value)) return splitList(serde, salt, value)
  const encoded = await encode(serde, value)
  if (digestible(encoded).length <= longestInline) return { reference: { inline: encoded }, parts: [], items: [] }
  const pieces = cut(encoded, longestInline, (element) => itemName(salt, element))
  if (pieces === null) return inOnePart(valuePart(salt, { one: encoded }), [])
  const items = pieces.elements.map((element) => itemPart(salt, element))
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

async function splitList(serde: SerializerProtocol, salt: string, value: readonly unknown[]): Promise<Split> {
  const elements = await Promise.all(Array.from(value, (element) => encode(serde, element)))
  const items = elements.map((element) => itemPart(salt, element))
  const names = items.map(({ key }) => key)
  if (elements.reduce((sum, element) => sum + digestible(element).length, 0) <= longestInline)
    return { reference: { inline: await encode(serde, value) }, parts: [], items: names }
  const { list, chunks } = inChunks(salt, names)
  return { reference: { list }, parts: [...items, ...chunks], items: names }
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
export const itemName = (salt: string, element: Encoded): string => nameOf(salt, kinds.item, digestible(element))
/** Returns the name of a chunk. */
export const chunkName = (salt: string, names: readonly string[]): string => nameOf(salt, kinds.chunk, ...names)
/** Returns the name of a value. */
export function valueName(salt: string, part: ValuePart): string {
  if ('one' in part) return nameOf(salt, kinds.value, digestible(part.one))
  if ('text' in part) return nameOf(salt, kinds.value, 'text', ...part.text)
  return nameOf(salt, kinds.value, 'list', ...part.list)
}

function itemPart(salt: string, element: Encoded): StateRecordInput {
  return { kind: kinds.item, key: itemName(salt, element), value: element, ...keep }
}

function chunkPart(salt: string, names: readonly string[]): StateRecordInput {
  return { kind: kinds.chunk, key: chunkName(salt, names), value: names, ...keep }
}

function valuePart(salt: string, part: ValuePart): StateRecordInput {
  return { kind: kinds.value, key: valueName(salt, part), value: part, ...keep }
}
