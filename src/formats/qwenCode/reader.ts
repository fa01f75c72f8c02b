import { usageWithoutCached } from '../../domain/usage/cachedTokens.ts'
import type { Instant, JsonObject, Role, UsageInput } from '../../domain/model.ts'
import type { EntryDraft } from '../plan.ts'
import { compaction, note, turn } from '../reading/tree/drafts.ts'
import { readParts } from '../reading/attached/googleParts.ts'
import { RepeatedEntries } from './compressed.ts'
import type { At, EntryStep, ReadContext, RecordReader, Step } from '../reading/tree/steps.ts'
import { asCount, asInstant, asObject, asText, without } from '../reading/values.ts'
import { own } from '../../runtime/own.ts'

const roles: Readonly<Record<string, Role>> = { user: 'USER', assistant: 'ASSISTANT', tool_result: 'TOOL' }
/** Members that say where a line belongs, or that its turn holds already. */
const readMembers: ReadonlySet<string> = new Set([
  ...['uuid', 'parentUuid', 'sessionId', 'timestamp', 'type', 'message', 'model', 'usageMetadata', 'cwd'],
])

/** Reads the lines of a session, a tree by ids and parents in which the program's own entries stand between the turns. */
export class QwenCodeReader implements RecordReader {
  private readonly context: ReadContext
  private readonly mostBytes: number
  /** Where each conversation stands. */
  private readonly heads = new Map<string, string | null>()
  private readonly repeated = new RepeatedEntries()

  constructor(context: ReadContext, mostBytes: number) {
    this.context = context
    this.mostBytes = mostBytes
  }

  *read(value: JsonObject, { line }: At): Iterable<Step> {
    const id = asText(value['uuid'])
    if (id === null || !('parentUuid' in value || 'sessionId' in value)) return
    const conversation = conversationOf(value)
    const [session, caller] = [asText(value['sessionId']), this.callerOf(value, conversation)]
    if (caller !== null) yield { kind: 'conversation', id: session }
    if (caller !== null && session !== null) yield { kind: 'spawn', by: session, agent: conversation ?? '', caller }
    const by = startedBy(value, conversation)
    const about = { kind: 'conversation', id: conversation, cwd: asText(value['cwd']), ...titleIn(value) } as const
    yield by === null ? about : { ...about, sidechainOf: by }
    if (by !== null && asText(value['parentUuid']) === null) yield { kind: 'spawn', by, agent: conversation ?? '' }
    if (caller !== null && session !== null) yield { kind: 'spawn', by: session, agent: conversation ?? '' }
    const parent = this.isInline(value, conversation) ? null : asText(value['parentUuid'])
    const draft = this.draft(value, line)
    const origin = originOf(value)
    const entry: EntryStep = {
      kind: 'entry',
      id,
      parent,
      draft,
      ...(origin && { origin: { id: origin.id, isSure: true }, key: origin.key }),
    }
    if (draft.kind === 'COMPACTION') yield* this.compressed(entry, value, conversation ?? '')
    else yield entry
    this.stand(conversation ?? '', id, parent, draft, value)
  }

  /** From here on the model is sent exactly a list: what is new in it stands before the marker. */
  private *compressed(entry: EntryStep, value: JsonObject, conversation: string): Iterable<Step> {
    const list = this.repeated.replacedBy(conversation, asObject(value['systemPayload'])?.['compressedHistory'])
    const summaries = list.flatMap((one) => (one.kind === 'summary' ? [one.text] : []))
    const keep: (readonly [string, string])[] = []
    let [summaryAt, parent] = [null as number | null, entry.parent ?? null]
    for (const [at, one] of list.entries()) {
      if (one.kind === 'summary') {
        summaryAt ??= keep.length
        continue
      }
      const id = one.kind === 'known' ? one.id : `${entry.id ?? ''}.${at}`
      keep.push([id, id])
      if (one.kind === 'known') continue
      yield { kind: 'entry', id, parent, draft: this.sent(one.content, entry.draft.observedAt) }
      parent = id
    }
    const summary = summaries.length === 0 ? null : summaries.join('\n\n')
    yield { ...entry, parent, keep, summaryAt: summaryAt ?? 0, summary }
  }

  private sent({ role, parts }: JsonObject, observedAt: Instant | null): EntryDraft {
    const { blocks, files } = readParts(parts, this.mostBytes)
    const isResult = blocks.length > 0 && blocks.every(({ type }) => type === 'toolResult')
    return turn(role === 'model' ? 'ASSISTANT' : isResult ? 'TOOL' : 'USER', blocks, { observedAt, files })
  }

  /** Says whether an agent's line goes on from one of the session's own: there its talk begins. */
  private isInline(value: JsonObject, conversation: string | null): boolean {
    const [session, parent] = [asText(value['sessionId']), asText(value['parentUuid'])]
    if (conversation === session || parent === null) return false
    return this.held(conversation, parent) === undefined && this.held(session, parent) !== undefined
  }

  /** The answer of the session that an agent's talk begins below, where it calls anything. */
  private callerOf(value: JsonObject, conversation: string | null): string | null {
    if (!this.isInline(value, conversation)) return null
    const parent = asText(value['parentUuid']) ?? ''
    return this.held(asText(value['sessionId']), parent)?.['calls'] === true ? parent : null
  }

  private held(conversation: string | null, entry: string): JsonObject | undefined {
    return this.context.held.get(`${conversation ?? ''}\n${entry}`)
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
    { kind, blocks }: EntryDraft,
    value: JsonObject,
  ): void {
    const above = parent === null ? null : asText(this.held(conversation, parent)?.['turn'])
    const isTurn = kind === 'TURN'
    // The last turn on the way to each entry.
    const calls = blocks.some(({ type }) => type === 'toolCall')
    this.context.held.set(`${conversation}\n${id}`, { turn: isTurn ? id : above, calls })
    const message = asObject(value['message'])
    if (isTurn && message) this.repeated.add(conversation, id, message)
    if (isTurn || kind === 'COMPACTION') this.heads.set(conversation, id)
    else if (value['subtype'] === 'rewind') this.heads.set(conversation, above)
  }

  private draft(value: JsonObject, line: number): EntryDraft {
    const type = asText(value['type']) ?? ''
    const observedAt = asInstant(value['timestamp'])
    const message = asObject(value['message'])
    const role = message && Object.hasOwn(roles, type) ? (roles[type] as Role) : null
    if (role !== null && message) return this.turn(role, message, value)
    const { subtype } = value
    if (subtype === 'chat_compression') return compaction({ observedAt, fields: without(value, readMembers) })
    if (type !== 'system')
      this.context.findings.once(
        line,
        'UNKNOWN_TYPE',
        `Entries of the type "${type}" are unknown; they are stored unchanged.`,
      )
    return note({ type, ...without(value, readMembers) }, { observedAt })
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
        fields: { ...without(value, readMembers), ...rest },
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

/** The session that started this one, or the one that an agent works for. */
function startedBy(value: JsonObject, conversation: string | null): string | null {
  const session = asText(value['sessionId'])
  if (conversation !== session) return session
  const by =
    value['subtype'] === 'parent_session' ? asText(asObject(value['systemPayload'])?.['parentSessionId']) : null
  return by === session ? null : by
}

/** What `/branch` copied says of which entry of which session it is a copy. */
function originOf(value: JsonObject): { readonly id: string; readonly isSure: true; readonly key: string } | null {
  const from = asObject(value['forkedFrom'])
  const [id, key] = [asText(from?.['sessionId']), asText(from?.['messageUuid']) ?? asText(value['uuid'])]
  if (id === null || key === null || id === value['sessionId']) return null
  return { id, isSure: true, key }
}

/** A title that a person gave is not replaced by one that the program made. */
function titleIn({ subtype, systemPayload }: JsonObject): { title?: string; rank?: number } {
  const payload = asObject(systemPayload)
  const title = subtype === 'custom_title' ? (asText(payload?.['customTitle']) ?? asText(payload?.['title'])) : null
  if (title === null) return {}
  return { title, rank: (payload?.['titleSource'] ?? payload?.['source']) === 'auto' ? 2 : 3 }
}

/** Thinking counts as output: the sum shows whether the answer's count includes it already. */
function usageOf(usage: JsonObject | null): UsageInput | null {
  if (!usage) return null
  const count = (name: string) => asCount(own(usage, name))
  const [input, answer, thoughts, total] = [
    count('promptTokenCount'),
    count('candidatesTokenCount'),
    count('thoughtsTokenCount') ?? 0,
    count('totalTokenCount'),
  ]
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
