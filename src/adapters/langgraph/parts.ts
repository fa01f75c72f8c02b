/** Values in parts: a list is stored element by element, so that lists which begin alike share what they share. */
import type { SerializerProtocol } from '@langchain/langgraph-checkpoint'
import type { StateRecordInput } from '../../client/client.ts'
import { digestible, encode, type Encoded } from './encoding.ts'
import { kinds, nameOf } from './names.ts'

/** A value, or the name of the part that has it. */
export type Reference = { readonly inline: Encoded } | { readonly part: string }
/** What a part of the kind of values has: a value, or the names of a list's chunks. */
export type ValuePart = { readonly one: Encoded } | { readonly list: readonly string[] }

/** What is longer is a part of its own. */
const longestInline = 128
/** So many elements a chunk names. */
const chunkLength = 32

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
  const part = valuePart(salt, { one: encoded })
  return { reference: { part: part.key }, parts: [part], items: [] }
}

/** Bytes within a list the serializer writes otherwise than bytes alone. */
const isList = (value: unknown): value is readonly unknown[] =>
  Array.isArray(value) && value.length > 0 && !value.some((element) => element instanceof Uint8Array)

async function splitList(serde: SerializerProtocol, salt: string, value: readonly unknown[]): Promise<Split> {
  const elements = await Promise.all(Array.from(value, (element) => encode(serde, element)))
  const items = elements.map((element) => itemPart(salt, element))
  const names = items.map(({ key }) => key)
  if (elements.reduce((sum, element) => sum + digestible(element).length, 0) <= longestInline)
    return { reference: { inline: await encode(serde, value) }, parts: [], items: names }
  const chunks: StateRecordInput[] = []
  for (let i = 0; i < names.length; i += chunkLength) chunks.push(chunkPart(salt, names.slice(i, i + chunkLength)))
  const list = valuePart(salt, { list: chunks.map(({ key }) => key) })
  return { reference: { part: list.key }, parts: [...items, ...chunks, list], items: names }
}

const keep = { ifExists: 'KEEP' } as const

/** Returns the name of an element. */
export const itemName = (salt: string, element: Encoded): string => nameOf(salt, kinds.item, digestible(element))
/** Returns the name of a chunk. */
export const chunkName = (salt: string, names: readonly string[]): string => nameOf(salt, kinds.chunk, ...names)
/** Returns the name of a value. */
export const valueName = (salt: string, part: ValuePart): string =>
  'one' in part ? nameOf(salt, kinds.value, digestible(part.one)) : nameOf(salt, kinds.value, 'list', ...part.list)

function itemPart(salt: string, element: Encoded): StateRecordInput {
  return { kind: kinds.item, key: itemName(salt, element), value: element, ...keep }
}

function chunkPart(salt: string, names: readonly string[]): StateRecordInput {
  return { kind: kinds.chunk, key: chunkName(salt, names), value: names, ...keep }
}

function valuePart(salt: string, part: ValuePart): StateRecordInput {
  return { kind: kinds.value, key: valueName(salt, part), value: part, ...keep }
}
