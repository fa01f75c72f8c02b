import type { Block, Json, JsonObject } from '../model.ts'

/** Members by which readers of files find where something stands, and which say nothing of what it said. */
const structural: ReadonlySet<string> = new Set([
  ...['type', 'subtype', 'role', 'kind', 'id', 'uuid', 'parentUuid', 'parentId', 'parent_id', 'parent_uuid', 'parent'],
  ...['logicalParentUuid', 'sessionId', 'session_id', 'timestamp', 'isSidechain', 'isMeta', 'version', 'userType'],
  ...['tool_use_id', 'toolUseId', 'call_id', 'callId', 'requestId', 'is_error', 'isError', 'agentId', 'message_id'],
])
/** Members that hold others of which the same is true. */
const holding: ReadonlySet<string> = new Set(['message', 'payload', 'content', 'parts', 'item', 'msg'])
const mark = 'turngraphErased'

/** What an observation says. */
interface Content {
  readonly blocks: readonly Block[]
  readonly fields: JsonObject
}

/**
 * Returns a raw line without what was said in it. One JSON object keeps the members that say where it stands; of a line that
 * may hold other entries too (`isShared`) their texts stay.
 */
export function erasedLine(bytes: Uint8Array, content: Content, erasureId: string, isShared = false): Uint8Array {
  const text = Buffer.from(bytes).toString('utf8')
  const end = /\r?\n?$/.exec(text)?.[0] ?? ''
  const value = isShared ? null : objectIn(text)
  if (value !== null) return Buffer.from(`${JSON.stringify({ ...emptied(value), [mark]: erasureId })}${end}`)
  return Buffer.from(withoutTexts(text, content) ?? `${JSON.stringify({ [mark]: erasureId })}${end}`)
}

/** Returns a raw line without anything that it says. */
export function bareLine(bytes: Uint8Array, erasureId: string): Uint8Array {
  return erasedLine(bytes, { blocks: [], fields: {} }, erasureId)
}

/** Says whether a raw line was emptied. */
export function isErased(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes)
  return buffer.includes(mark) && typeof objectIn(buffer.toString('utf8'))?.[mark] === 'string'
}

/** Shorter texts are in many lines by chance. */
const shortest = 12

/** Returns what says of a line whether a text in it is one of these contents', holds one, or is a part of one. */
export function repeats(contents: readonly Content[]): (bytes: Uint8Array) => boolean {
  const contentTexts = contents.flatMap(({ blocks, fields }) => stringsIn([blocks, fields]))
  const texts = [...new Set(contentTexts.map((text) => text.trim()))].filter(({ length }) => length >= shortest)
  return (bytes) => {
    const value = texts.length === 0 ? null : objectIn(Buffer.from(bytes).toString('utf8'))
    // A list of prompts is often of their beginnings, with dots behind.
    const own = value === null ? [] : stringsIn(value).map((text) => text.trim().replace(/\s*(?:…|\.{3})$/u, ''))
    return own.some((text) => text.length >= shortest && texts.some((one) => one.includes(text) || text.includes(one)))
  }
}

const leaf = 'leafUuid'

/** Returns the summary that a line has of the talk up to one of some entries, by their ids in its file; null where it is none. */
export function summaryOfLeaf(bytes: Uint8Array, entryIds: ReadonlySet<string>): string | null {
  if (!Buffer.from(bytes).includes(leaf)) return null
  const value = objectIn(Buffer.from(bytes).toString('utf8'))
  const leafId = value?.['type'] === 'summary' ? value[leaf] : undefined
  if (typeof leafId !== 'string' || !entryIds.has(leafId)) return null
  const summary = value?.['summary']
  return typeof summary === 'string' ? summary : ''
}

/** Says whether a line stands in the place of an erased one: it has all that was kept of it. */
export function isErasedOf(stored: Uint8Array, line: Uint8Array): boolean {
  if (!Buffer.from(stored).includes(mark)) return false
  const [left, whole] = [stored, line].map((bytes) => objectIn(Buffer.from(bytes).toString('utf8')))
  if (!left || typeof left[mark] !== 'string') return false
  if (Object.keys(left).length === 1) return true
  const { [mark]: _, ...structure } = left
  return !!whole && JSON.stringify(structure) === JSON.stringify(emptied(whole))
}

function objectIn(text: string): JsonObject | null {
  try {
    const value = JSON.parse(text) as Json
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as JsonObject) : null
  } catch {
    return null
  }
}

function emptied(value: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]): [string, Json][] => {
      if (holding.has(name)) return [[name, emptiedMember(member)]]
      const isPlain = typeof member !== 'object' || member === null
      return structural.has(name) && isPlain ? [[name, member]] : []
    }),
  )
}

function emptiedMember(member: Json): Json {
  if (typeof member === 'string') return ''
  if (typeof member !== 'object' || member === null) return null
  if (Array.isArray(member)) return (member as readonly Json[]).map((part) => emptiedMember(part))
  return emptied(member as JsonObject)
}

/** Where several entries share a line, their texts are cut out one by one; null where one of them is not found. */
function withoutTexts(text: string, { blocks, fields }: Content): string | null {
  let rest = text
  for (const content of stringsIn(blocks).sort((a, b) => b.length - a.length)) {
    const forms = [JSON.stringify(content).slice(1, -1), content]
    if (!forms.some((form) => rest.includes(form))) return null
    for (const form of forms) rest = rest.replaceAll(form, '')
  }
  for (const content of stringsIn(fields))
    if (content.length >= 8) rest = rest.replaceAll(JSON.stringify(content).slice(1, -1), '')
  return rest
}

/** Strings that may be content: names of types and ids of calls are none. */
function stringsIn(value: Json): string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  if (typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(stringsIn)
  return Object.entries(value).flatMap(([name, member]) =>
    structural.has(name) || name === 'name' ? [] : stringsIn(member),
  )
}
