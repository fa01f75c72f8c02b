import { usageWithoutCached } from '../../domain/usage/cachedTokens.ts'
import type { JsonObject, Role, UsageInput } from '../../domain/model.ts'
import type { EntryDraft } from '../plan.ts'
import { compaction, note, turn } from '../reading/tree/drafts.ts'
import { readParts } from '../reading/attached/googleParts.ts'
import type { At, EntryStep, ReadContext, RecordReader, Step } from '../reading/tree/steps.ts'
import { asCount, asInstant, asObject, asText, objectsIn, without } from '../reading/values.ts'

const roles: Readonly<Record<string, Role>> = { user: 'USER', assistant: 'ASSISTANT', tool_result: 'TOOL' }
/** Members that say where a line stands, or that its turn tells. */
const told: ReadonlySet<string> = new Set([
  ...['uuid', 'parentUuid', 'sessionId', 'timestamp', 'type', 'message', 'model', 'usageMetadata', 'cwd'],
])

/** Reads the lines of a session, a tree by ids and parents in which the program's own entries stand between the turns. */
export class QwenCodeReader implements RecordReader {
  private readonly context: ReadContext
  private readonly mostBytes: number
  /** Where each conversation stands. */
  private readonly heads = new Map<string, string | null>()

  constructor(context: ReadContext, mostBytes: number) {
    this.context = context
    this.mostBytes = mostBytes
  }

  *read(value: JsonObject, { line }: At): Iterable<Step> {
    const id = asText(value['uuid'])
    if (id === null || !('parentUuid' in value || 'sessionId' in value)) return
    const conversation = conversationOf(value)
    yield { kind: 'conversation', id: conversation, cwd: asText(value['cwd']), ...titleIn(value) }
    const parent = asText(value['parentUuid'])
    const draft = this.draft(value, line)
    const entry: EntryStep = { kind: 'entry', id, parent, draft }
    yield draft.kind === 'COMPACTION' ? { ...entry, summary: summaryIn(value) } : entry
    this.stand(conversation ?? '', id, parent, draft, value)
  }

  /** Each conversation stands at its newest turn, or where the person went back to. */
  *end(): Iterable<Step> {
    for (const [conversation, head] of this.heads) {
      if (head === null) continue
      yield { kind: 'conversation', id: conversation === '' ? null : conversation }
      yield { kind: 'head', id: head }
    }
  }

  private stand(
    conversation: string,
    id: string,
    parent: string | null,
    { kind }: EntryDraft,
    value: JsonObject,
  ): void {
    const key = (entry: string) => `${conversation}\n${entry}`
    const above = parent === null ? null : asText(this.context.held.get(key(parent))?.['turn'])
    const isTurn = kind === 'TURN'
    // The last turn on the way to each entry.
    this.context.held.set(key(id), { turn: isTurn ? id : above })
    if (isTurn) this.heads.set(conversation, id)
    else if (value['subtype'] === 'rewind') this.heads.set(conversation, above)
  }

  private draft(value: JsonObject, line: number): EntryDraft {
    const type = asText(value['type']) ?? ''
    const observedAt = asInstant(value['timestamp'])
    const message = asObject(value['message'])
    const role = message && Object.hasOwn(roles, type) ? (roles[type] as Role) : null
    if (role !== null && message) return this.turn(role, message, value)
    const { subtype } = value
    if (subtype === 'chat_compression') return compaction({ observedAt, fields: without(value, told) })
    if (type !== 'system')
      this.context.findings.once(
        line,
        'UNKNOWN_TYPE',
        `Entries of the type "${type}" are not known; they are kept as they are.`,
      )
    return note({ type, ...without(value, told) }, { observedAt })
  }

  private turn(role: Role, { parts, role: _role, ...rest }: JsonObject, value: JsonObject): EntryDraft {
    const { blocks, files } = readParts(parts, this.mostBytes)
    const isError = asObject(value['toolCallResult'])?.['status'] === 'error'
    return turn(
      role,
      isError ? blocks.map((block) => (block.type === 'toolResult' ? { ...block, isError } : block)) : blocks,
      {
        observedAt: asInstant(value['timestamp']),
        model: role === 'ASSISTANT' ? asText(value['model']) : null,
        usage: role === 'ASSISTANT' ? usageOf(asObject(value['usageMetadata'])) : null,
        fields: { ...without(value, told), ...rest },
        files,
      },
    )
  }
}

/** A sub-agent's talk is a conversation of its own, as Claude Code's is. */
function conversationOf(value: JsonObject): string | null {
  const [session, agent] = [asText(value['sessionId']), asText(value['agentId'])]
  return session !== null && agent !== null && value['isSidechain'] === true ? `${session}.agent-${agent}` : session
}

/** A title that a person gave is not replaced by one that the program made. */
function titleIn({ subtype, systemPayload }: JsonObject): { title?: string; rank?: number } {
  const payload = asObject(systemPayload)
  const title = subtype === 'custom_title' ? (asText(payload?.['customTitle']) ?? asText(payload?.['title'])) : null
  if (title === null) return {}
  return { title, rank: (payload?.['titleSource'] ?? payload?.['source']) === 'auto' ? 2 : 3 }
}

/** The texts that a compression left of the talk. */
function summaryIn({ systemPayload }: JsonObject): string | null {
  const history = objectsIn(asObject(systemPayload)?.['compressedHistory'])
  const texts = history.flatMap(({ parts }) =>
    objectsIn(parts).flatMap(({ text, thought }) => (thought === true ? [] : (asText(text) ?? []))),
  )
  return texts.length === 0 ? null : texts.join('\n\n')
}

/** What is thought counts as output: the sum tells whether it stands in the answer's count already. */
function usageOf(usage: JsonObject | null): UsageInput | null {
  if (!usage) return null
  const count = (name: string) => asCount(usage[name])
  const [input, answer, thoughts, total] = [count('promptTokenCount'), count('candidatesTokenCount'), count('thoughtsTokenCount') ?? 0, count('totalTokenCount')] // prettier-ignore
  const holdsThoughts = total === (input ?? 0) + (answer ?? 0)
  const output = answer === null || holdsThoughts ? answer : answer + thoughts
  return usageWithoutCached({ input, cacheRead: count('cachedContentTokenCount'), output })
}

/** Says whether a value is a line of a session, and none of Claude Code's. */
export function isLine(value: JsonObject): boolean {
  if (asText(value['uuid']) === null || !('parentUuid' in value) || asText(value['sessionId']) === null) return false
  return (
    Array.isArray(asObject(value['message'])?.['parts']) || 'systemPayload' in value || value['type'] === 'tool_result'
  )
}
