import { parseInstant } from '../../domain/instants.ts'
import type { Block, Instant, Json, JsonObject, Role, UsageInput } from '../../domain/model.ts'
import type { Findings } from '../findings.ts'
import type { EntryDraft } from '../plan.ts'
import { readContent } from '../anthropic/content.ts'
import { anthropicUsage } from '../reading/usage.ts'
import { asObject, asText } from '../reading/values.ts'
import { queuedPrompt, type LineEntry, type NodeKind } from './entry.ts'

/** Lines longer than this keep their structured tool result in the raw line only: it repeats the content. */
export const longLine = 16 * 1024

/** Members that say where and when an entry was written, not what it says: they enter no content hash. */
const context: ReadonlySet<string> = new Set([
  'parentUuid',
  'logicalParentUuid',
  'sessionId',
  'cwd',
  'version',
  'gitBranch',
  'slug',
  'userType',
  'entrypoint',
  'isSidechain',
  'agentId',
  'forkedFrom',
  'requestSessionId',
  'promptId',
  'requestId',
  'type',
])

const roles: Readonly<Partial<Record<NodeKind, Role>>> = { USER: 'USER', TOOL: 'TOOL', ASSISTANT: 'ASSISTANT' }

/** Returns what a node's entry says. `length` is that of its line. */
export function readDraft(entry: LineEntry, length: number, line: number, findings: Findings): EntryDraft {
  const role = (entry.node && roles[entry.node]) ?? null
  const message = role ? asObject(entry.value['message']) : null
  return {
    kind: role ? 'TURN' : entry.node === 'BOUNDARY' ? 'COMPACTION' : 'NOTE',
    role,
    blocks: blocksOf(entry, message),
    model: asText(message?.['model']),
    usage: message && role === 'ASSISTANT' ? readUsage(message, entry.answerId) : null,
    observedAt: readTime(entry.value['timestamp'], line, findings),
    fields: readFields(entry, message, length),
    metadata: {},
  }
}

function blocksOf({ node, value }: LineEntry, message: JsonObject | null): Block[] {
  if (message) return readContent(message['content'])
  if (node === 'USER') return readContent(queuedPrompt(value) ?? undefined)
  return node === 'NOTE' ? noteBlocks(value) : []
}

/** A note is kept verbatim, without what says where and when it was written. */
function noteBlocks(value: JsonObject): Block[] {
  const { uuid: _uuid, timestamp: _timestamp, ...rest } = value
  const parts = Object.entries(rest).filter(([name]) => name === 'type' || !context.has(name))
  return [{ type: 'other', value: Object.fromEntries(parts) }]
}

/** Everything that no other member of an observation holds. */
function readFields(entry: LineEntry, message: JsonObject | null, length: number): JsonObject {
  const { uuid: _uuid, timestamp: _timestamp, message: _message, toolUseResult, ...rest } = entry.value
  if (entry.node === 'NOTE') return Object.fromEntries(Object.entries(rest).filter(([name]) => context.has(name)))
  // What is left of the line is an object of its own already, and every line would pay for a further copy.
  const fields: Record<string, Json> = rest
  if (toolUseResult !== undefined && length <= longLine) fields['toolUseResult'] = toolUseResult
  if (message === null) return fields
  const { role: _role, content: _content, model: _model, usage: _usage, id: _id, ...more } = message
  if (Object.keys(more).length > 0) fields['message'] = more
  return fields
}

function readUsage(message: JsonObject, answerId: string | null): UsageInput | null {
  const usage = asObject(message['usage'])
  if (!usage && answerId === null) return null
  return { ...anthropicUsage(usage, answerId), answerId }
}

function readTime(value: Json | undefined, line: number, findings: Findings): Instant | null {
  try {
    if (typeof value === 'string') return parseInstant(value)
  } catch {
    // Named below: a time that is none is no reason to lose the entry.
  }
  const message =
    value === undefined
      ? 'The entry has no time; it gets the time of the import.'
      : `${JSON.stringify(value).slice(0, 60)} is not a time; the entry gets the time of the import.`
  findings.add(line, value === undefined ? 'NO_TIMESTAMP' : 'BAD_TIMESTAMP', message)
  return null
}
