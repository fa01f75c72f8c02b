import type { Json, JsonObject } from '../../domain/model.ts'
import { asId, asObject, asText } from '../reading/values.ts'

/** What an entry is in the tree. */
export type NodeKind = 'USER' | 'ASSISTANT' | 'TOOL' | 'NOTE' | 'BOUNDARY'

/** One value of a transcript line, with what its place depends on. */
export interface LineEntry {
  readonly value: JsonObject
  readonly type: string
  /** Null for entries without a place in the chain (titles, snapshots, modes …). */
  readonly node: NodeKind | null
  /** What it is known by; of a copy that names its original, that one's. */
  readonly uuid: string | null
  /** What the file calls it. */
  readonly ownUuid: string | null
  /** For a compact boundary without one: its logical parent. */
  readonly parentUuid: string | null
  readonly sessionId: string | null
  readonly isSidechain: boolean
  readonly agentId: string | null
  /** The session that a fork copied this line from. */
  readonly forkedFrom: string | null
  /** The session that an answer was asked for in, where the line says so. */
  readonly requestSession: string | null
  /** What the prompts and answers of one request have in common. */
  readonly promptId: string | null
  readonly isSummary: boolean
  readonly answerId: string | null
  /** Text that the program put in to go with a tool result. */
  readonly isToolText: boolean
  readonly isApiError: boolean
  /** The name of the turn where it was stored, in a line that turngraph wrote. */
  readonly turnId: string | null
}

const turnTypes: ReadonlySet<string> = new Set(['user', 'assistant'])
const noteTypes: ReadonlySet<string> = new Set(['system', 'progress', 'attachment'])
const metaTypes: ReadonlySet<string> = new Set([
  'summary',
  'file-history-snapshot',
  'queue-operation',
  'pr-link',
  'permission-mode',
  'last-prompt',
  'ai-title',
  'custom-title',
  'tag',
  'mode',
  'agent-name',
  'agent-color',
  'agent-setting',
  'worktree-state',
  'cost-state',
  'attribution-snapshot',
  'content-replacement',
  'relocated',
  'derived-from',
  'tools-used',
  'atis-latch',
  'api-request',
  'api-request-shape',
  'api-request-blob',
  'fork',
])

/** Returns the blocks of a message's content that are objects; none when the content is a text. */
export function foreignBlocks(content: Json | undefined): JsonObject[] {
  return Array.isArray(content) ? content.map((block: Json) => asObject(block)).filter((block) => block !== null) : []
}

/** Returns what a value of a line is. */
export function readEntry(value: JsonObject): LineEntry {
  const type = asText(value['type']) ?? ''
  const ownUuid = asId(value['uuid'])
  const copied = asObject(value['forkedFrom'])
  const isRef = type === 'fork' && asText(value['forkOf']) !== null
  const node = isRef || (ownUuid === null && !turnTypes.has(type)) ? null : nodeKind(type, value)
  const message = asObject(value['message'])
  const logical = node === 'BOUNDARY' ? asText(value['logicalParentUuid']) : null
  return {
    value,
    type,
    node,
    uuid: (copied && node !== null ? asId(copied['messageUuid']) : null) ?? ownUuid,
    ownUuid,
    parentUuid: asText(value['parentUuid']) ?? logical,
    sessionId: asId(value['sessionId']),
    isSidechain: value['isSidechain'] === true,
    agentId: asId(value['agentId']),
    forkedFrom: asId(copied?.['sessionId']),
    requestSession: asId(value['requestSessionId']),
    promptId: asId(value['promptId']),
    isSummary: value['isCompactSummary'] === true,
    answerId: node === 'ASSISTANT' ? asText(message?.['id']) : null,
    isToolText: value['isMeta'] === true && asText(value['sourceToolUseID']) !== null,
    isApiError: value['subtype'] === 'api_error',
    turnId: asId(asObject(value['turngraph'])?.['turnId']),
  }
}

/** Returns the session that owns an entry: the one that it was copied from, else the one that it names. */
export function ownerSession(entry: LineEntry, current: string | null): string | null {
  return entry.forkedFrom ?? entry.sessionId ?? current
}

function nodeKind(type: string, value: JsonObject): NodeKind | null {
  const message = asObject(value['message'])
  if (turnTypes.has(type) && message) {
    if (type === 'assistant') return 'ASSISTANT'
    return foreignBlocks(message['content']).some((block) => block['type'] === 'tool_result') ? 'TOOL' : 'USER'
  }
  // What tells of a session is no node, whether or not it has an id: its type says so.
  if (asText(value['uuid']) === null || metaTypes.has(type)) return null
  if (queuedPrompt(value) !== null) return 'USER'
  return type === 'system' && value['subtype'] === 'compact_boundary' ? 'BOUNDARY' : 'NOTE'
}

/** Returns what a person typed while the agent worked, which is kept as an attachment; null for all other entries. */
export function queuedPrompt(value: JsonObject): Json | null {
  const attachment = value['type'] === 'attachment' ? asObject(value['attachment']) : null
  if (attachment?.['type'] !== 'queued_command' || value['isMeta'] === true) return null
  // A task's message to its agent comes the same way.
  if ((attachment['commandMode'] ?? 'prompt') !== 'prompt') return null
  const prompt = attachment['prompt'] ?? null
  return asText(prompt) !== null || foreignBlocks(prompt).length > 0 ? prompt : null
}

/** Returns why an entry is not fully understood (a code and words), or null. It is kept all the same. */
export function strangeness({ value, type, node }: LineEntry): { code: string; message: string } | null {
  if (!turnTypes.has(type) && !noteTypes.has(type) && !metaTypes.has(type))
    return { code: 'UNKNOWN_TYPE', message: `Entries of the type "${type}" are unknown; they are stored unchanged.` }
  if (turnTypes.has(type) && (node === 'NOTE' || node === null))
    return { code: 'UNKNOWN_SHAPE', message: `This "${type}" entry has no message; it is kept as it is.` }
  const version = value['version']
  if (node !== null && version !== undefined && !(typeof version === 'string' && /^[0-2]\./.test(version)))
    return {
      code: 'UNKNOWN_VERSION',
      message: `Version ${JSON.stringify(version)} is not known; its entries are read as those of version 2.`,
    }
  return null
}

/** Says whether the value looks like an entry of this format. */
export function isEntry(value: JsonObject): boolean {
  const type = asText(value['type']) ?? ''
  if (turnTypes.has(type)) return asObject(value['message']) !== null && ('uuid' in value || 'sessionId' in value)
  if (asText(value['uuid']) !== null) return 'parentUuid' in value || asText(value['sessionId']) !== null
  return metaTypes.has(type) && ['sessionId', 'leafUuid', 'messageId'].some((name) => asText(value[name]) !== null)
}
