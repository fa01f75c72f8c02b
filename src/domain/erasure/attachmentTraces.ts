import { isEqualButFor, markedAsCut } from './cutLine.ts'
import type { Block, Hash, Json, JsonObject, Message, Observation } from '../model.ts'
import { attachmentIds } from '../records/attachment.ts'
import { names } from './names.ts'

/** What stands in raw lines of attachments. */
export interface AttachmentTraces {
  /** Their file names. */
  readonly names: readonly string[]
  /** Their bytes, as base64 and as text. */
  readonly contents: readonly string[]
}

/** Says whether an observation embeds one of some attachments, in its blocks or in what it corrects. */
export function embedsOne({ blocks, fields }: Observation, ids: ReadonlySet<Hash>): boolean {
  return attachmentIds(blocks).some((id) => ids.has(id)) || names(fields, (text) => ids.has(text))
}

/** Returns the names that an observation has for some attachments. */
export function namesOf({ blocks, fields }: Pick<Observation, 'blocks' | 'fields'>, ids: ReadonlySet<Hash>): string[] {
  return [...new Set(namesIn([blocks, fields], ids))]
}

function namesIn(value: Json, ids: ReadonlySet<Hash>): string[] {
  if (typeof value !== 'object' || value === null) return []
  const { attachmentId, fileName } = value as JsonObject
  const own =
    typeof attachmentId === 'string' && ids.has(attachmentId) && typeof fileName === 'string' ? [fileName] : []
  return [...own, ...Object.values(value as JsonObject).flatMap((member) => namesIn(member, ids))]
}

/**
 * Returns an observation without its names for some attachments, and without the traces of them in what its file says
 * besides (`traces`, null where it is of no file); the same one where it has none.
 */
export function withoutNames(
  observation: Observation,
  ids: ReadonlySet<Hash>,
  erasureId: string,
  traces: AttachmentTraces | null,
): Observation {
  const cut = traces === null ? observation.fields : mapped(observation.fields, (text) => cutText(text, traces))
  const isCut = !isEqualButFor(cut, observation.fields, () => false)
  if (!isCut && namesOf(observation, ids).length === 0) return observation
  return {
    ...observation,
    blocks: blocksWithoutNames(observation.blocks, ids),
    fields: without(cut, ids) as JsonObject,
    salt: null,
    namesErased: observation.namesErased ?? erasureId,
  }
}

/** Returns blocks without their names for some attachments. */
export function blocksWithoutNames(blocks: readonly Block[], ids: ReadonlySet<Hash>): readonly Block[] {
  return without(blocks, ids) as unknown as readonly Block[]
}

/** Returns a message without names for some attachments in what corrections made of it. */
export function messageWithoutNames(message: Message, ids: ReadonlySet<Hash>): Message {
  const { overlay } = message
  return overlay === null
    ? message
    : { ...message, overlay: { ...overlay, fields: without(overlay.fields, ids) as JsonObject } }
}

function without(value: Json, ids: ReadonlySet<Hash>): Json {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => without(one, ids))
  const { attachmentId } = value as JsonObject
  const isOne = typeof attachmentId === 'string' && ids.has(attachmentId)
  const members = Object.entries(value).filter(([name]) => !(isOne && name === 'fileName'))
  return Object.fromEntries(members.map(([name, member]) => [name, without(member, ids)]))
}

/** Shorter contents are in many lines by chance. */
const shortest = 12
const longOf = (contents: readonly string[]) => contents.filter(({ length }) => length >= shortest)

/** Returns a raw line without the names and the contents of attachments; the same one where it holds none of them. */
export function withoutTraces(bytes: Uint8Array, { names, contents }: AttachmentTraces, erasureId: string): Uint8Array {
  const long = longOf(contents)
  const text = Buffer.from(bytes).toString('utf8')
  const value = parsed(text)
  if (value === undefined) return withoutForms(bytes, text, { names, contents: long })
  const cut = mapped(value, (one) => cutText(one, { names, contents }))
  if (isEqualButFor(cut, value, () => false)) return bytes
  const end = /\r?\n?$/.exec(text)?.[0] ?? ''
  return Buffer.from(`${JSON.stringify(markedAsCut(cut, erasureId))}${end}`)
}

function cutText(text: string, { names, contents }: AttachmentTraces): string {
  const name = names.find((one) => text === one || text.endsWith(`/${one}`) || text.endsWith(`\\${one}`))
  const unnamed = name === undefined ? text : text.slice(0, -name.length)
  return longOf(contents).reduce((left, content) => left.replaceAll(content, ''), unnamed)
}

/** A line that is no JSON value by itself may be a part of one. */
function withoutForms(bytes: Uint8Array, text: string, { names, contents }: AttachmentTraces): Uint8Array {
  let rest = text
  for (const content of contents)
    for (const form of [JSON.stringify(content).slice(1, -1), content]) rest = rest.replaceAll(form, '')
  for (const name of names) {
    const form = JSON.stringify(name).slice(1)
    for (const before of ['"', '/', '\\\\']) rest = rest.replaceAll(`${before}${form}`, `${before}"`)
  }
  return rest === text ? bytes : Buffer.from(rest)
}

function mapped(value: Json, change: (text: string) => string): Json {
  if (typeof value === 'string') return change(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return (value as readonly Json[]).map((one) => mapped(one, change))
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, mapped(member, change)]))
}

function parsed(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json
  } catch {
    return undefined
  }
}
