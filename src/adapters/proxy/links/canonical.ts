import type { Block, Json, Role } from '../../../domain/model.ts'
import { canonicalJson } from '../../../domain/tree/pathHash.ts'
import { asObject, asText } from '../../../formats/reading/values.ts'

/** What clients drop, blank or sign again between two requests. */
const thoughts: ReadonlySet<string> = new Set(['redacted_thinking', 'reasoning', 'reasoning_content'])
const texts: ReadonlySet<string> = new Set(['text', 'input_text', 'output_text'])

/**
 * Returns a message in the form in which two requests that repeat it are equal: a string is one text block, arguments are JSON,
 * and ids of blocks, states, cache marks, empty members and thoughts are no part of it. Null: nothing is left.
 */
export function canonicalMessage(role: Role, blocks: readonly Block[]): string | null {
  const parts = blocks.flatMap(partOf)
  return parts.length === 0 ? null : canonicalJson([role, parts])
}

function partOf(block: Block): Json[] {
  switch (block.type) {
    case 'text':
      return block.text === '' ? [] : [['text', block.text]]
    case 'thinking':
      return []
    case 'toolCall':
      return [['call', block.callId, block.name, inputOf(block.input)]]
    case 'toolResult':
      return [['result', block.callId, contentOf(block.content), block.isError]]
    case 'attachment':
      return [['attachment', block.attachmentId]]
    case 'other':
      return otherPart(block.value)
  }
}

/** No arguments are the empty object, however a client writes them. */
const inputOf = (input: Json): Json => (input === null || input === '' ? {} : input)

function contentOf(content: Json): Json[] {
  if (typeof content === 'string') return content === '' ? [] : [['text', content]]
  return Array.isArray(content) ? (content as Json[]).flatMap(contentPart) : content === null ? [] : otherPart(content)
}

function contentPart(value: Json): Json[] {
  const part = asObject(value)
  const { type, text } = part ?? {}
  if (texts.has(asText(type) ?? '') && typeof text === 'string') return text === '' ? [] : [['text', text]]
  return otherPart(value)
}

function otherPart(value: Json): Json[] {
  const object = asObject(value)
  if (object === null) return [['other', value]]
  if (thoughts.has(asText(object['type']) ?? '')) return []
  const { id: _id, status: _status, ...rest } = object
  return [['other', pruned(rest)]]
}

/** Returns a value without cache marks and empty members. */
function pruned(value: Json): Json {
  if (Array.isArray(value)) return (value as Json[]).map(pruned)
  const object = asObject(value)
  if (object === null) return value
  const members = Object.entries(object).flatMap(([name, member]): [string, Json][] => {
    const prunedMember = pruned(member)
    return name === 'cache_control' || isEmpty(prunedMember) ? [] : [[name, prunedMember]]
  })
  return Object.fromEntries(members)
}

const isEmpty = (value: Json): boolean =>
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (asObject(value) !== null && Object.keys(value as object).length === 0)
