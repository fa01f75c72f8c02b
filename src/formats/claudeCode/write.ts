import { createHash } from 'node:crypto'
import { callIds, textOf } from '../../domain/messages/blocks.ts'
import { formatInstant } from '../../domain/instants.ts'
import type { JsonObject, Observation } from '../../domain/model.ts'
import { writeContent } from '../anthropic/content.ts'
import { asObject, asText } from '../reading/values.ts'

/** The session that lines are written for. */
export interface WrittenSession {
  readonly id: string
  readonly cwd: string | null
  /** Set when the lines are a sub-agent's. */
  readonly agentId: string | null
  readonly isSidechain: boolean
}

/** A line's place in the file that is written. */
export interface Chained {
  readonly uuid: string
  /** The uuid of the line that it continues; null for a root. */
  readonly parent: string | null
}

const version = '2.1.0'

/** Returns an imported entry as a line of another session: what it says is untouched, only its chain is new. */
export function rewrittenLine(value: JsonObject, session: WrittenSession, { uuid, parent }: Chained): string {
  const { forkedFrom: _origin, requestSessionId: _asked, agentId, ...rest } = value
  const isBoundary = value['type'] === 'system' && value['subtype'] === 'compact_boundary'
  const chain = isBoundary ? { parentUuid: null, logicalParentUuid: parent } : { parentUuid: parent }
  const agent = session.isSidechain && agentId !== undefined ? { agentId } : {}
  const side = 'isSidechain' in value || session.isSidechain ? { isSidechain: session.isSidechain } : {}
  return JSON.stringify({ ...rest, ...chain, ...side, ...agent, sessionId: session.id, uuid })
}

/** Returns an imported entry that says something else now; null where its form has no one place for that. */
export function changedEntry(
  value: JsonObject,
  { role, blocks }: Pick<Observation, 'role' | 'blocks'>,
): JsonObject | null {
  const message = asObject(value['message'])
  // The tool's data for the program belongs to the result that was replaced.
  const { toolUseResult: _replaced, ...rest } = value
  if (message && 'content' in message)
    return { ...rest, message: { ...message, content: writeContent(blocks, role === 'USER') } }
  if (typeof value['content'] === 'string' && value['type'] === 'system')
    return { ...rest, content: textOf(blocks) ?? '' }
  return null
}

/** Returns a turn that was stored here as a line; null for what the format has no form for. */
export function writtenLine(
  node: Observation,
  turnId: string | null,
  session: WrittenSession,
  chained: Chained,
): string | null {
  const entry = entryOf(node, chained.uuid)
  if (!entry) return null
  const isBoundary = node.kind === 'COMPACTION'
  const base = {
    parentUuid: isBoundary ? null : chained.parent,
    ...(isBoundary ? { logicalParentUuid: chained.parent } : {}),
    isSidechain: session.isSidechain,
    ...(session.agentId === null ? {} : { agentId: session.agentId }),
    userType: 'external',
    cwd: session.cwd ?? '',
    sessionId: session.id,
    version,
    gitBranch: '',
  }
  const named = turnId === null || turnId === chained.uuid ? {} : { turngraph: { turnId } }
  return JSON.stringify({ ...base, ...entry, uuid: chained.uuid, timestamp: formatInstant(node.observedAt), ...named })
}

function entryOf(node: Observation, uuid: string): JsonObject | null {
  const { kind, role, blocks } = node
  if (kind === 'COMPACTION')
    return {
      type: 'system',
      subtype: 'compact_boundary',
      content: 'Conversation compacted',
      isMeta: false,
      level: 'info',
      compactMetadata: { trigger: 'manual', preTokens: 0 },
    }
  if (kind !== 'TURN') return null
  if (role === 'SYSTEM')
    return {
      type: 'system',
      subtype: 'informational',
      content: blocks.map((block) => (block.type === 'text' ? block.text : '')).join(''),
      isMeta: false,
      level: 'info',
    }
  if (role === 'ASSISTANT') return { type: 'assistant', message: answerOf(node, uuid) }
  return { type: 'user', message: { role: 'user', content: writeContent(blocks, role === 'USER') } }
}

function answerOf(node: Observation, uuid: string): JsonObject {
  const { usage, blocks, model } = node
  return {
    id: usage?.answerId ?? `msg_${uuid.replaceAll('-', '')}`,
    type: 'message',
    role: 'assistant',
    model: model ?? '<unknown>',
    content: writeContent(blocks, false),
    stop_reason: callIds(blocks).length > 0 ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: {
      input_tokens: usage?.inputTokens ?? 0,
      output_tokens: usage?.outputTokens ?? 0,
      cache_creation_input_tokens: usage?.cacheWriteTokens ?? 0,
      cache_read_input_tokens: usage?.cacheReadTokens ?? 0,
    },
  }
}

/** Returns the summary of a compaction as the user's line that follows its boundary. */
export function summaryLine(summary: string, session: WrittenSession, chained: Chained, timestamp: string): string {
  const flags = { isVisibleInTranscriptOnly: true, isCompactSummary: true }
  const base = {
    parentUuid: chained.parent,
    isSidechain: session.isSidechain,
    userType: 'external',
    cwd: session.cwd ?? '',
    sessionId: session.id,
    version,
    gitBranch: '',
  }
  return JSON.stringify({
    ...base,
    type: 'user',
    message: { role: 'user', content: summary },
    ...flags,
    uuid: chained.uuid,
    timestamp: formatInstant(timestamp),
  })
}

const isUuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** Returns the id that a turn has in the file: its own when that is a UUID, else one derived from its name. */
export function uuidOf(node: Observation, turnId: string | null): string {
  const imported = node.sourceKind === 'CLAUDE_CODE' ? asText(node.externalId) : null
  const own = imported ?? (turnId !== null && isUuid.test(turnId) ? turnId : null)
  return own ?? derivedUuid(node.messageId ?? node.id)
}

/** Namespace of the UUIDs that are derived from names here. */
const namespace = Buffer.from('8f3b1c5e7a4d4e0b9c2d6f1a0e5b7d94', 'hex')

/** Returns the version 5 UUID of a name (RFC 9562). */
export function derivedUuid(name: string): string {
  const bytes = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
