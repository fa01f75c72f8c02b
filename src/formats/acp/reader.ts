import { usageWithoutCached } from '../../domain/usage/cachedTokens.ts'
import type { Block, Instant, Json, JsonObject, Role, UsageInput } from '../../domain/model.ts'
import { note, turn } from '../reading/tree/drafts.ts'
import type { At, EntryStep, ReadContext, RecordReader, Step } from '../reading/tree/steps.ts'
import { asCount, asInstant, asObject, asText, objectsIn } from '../reading/values.ts'
import { ToolCalls } from './toolCalls.ts'
import { contentBlock, exchangeOf, joinedBlocks, updateOf, type Update } from './updates.ts'
import { own } from '../../runtime/own.ts'

/** What is said in pieces, or as a whole: who says it, and whether it is a thought. */
const speaking: Readonly<Record<string, { readonly role: Role; readonly isThought?: true; readonly isWhole?: true }>> =
  {
    user_message_chunk: { role: 'USER' },
    agent_message_chunk: { role: 'ASSISTANT' },
    agent_thought_chunk: { role: 'ASSISTANT', isThought: true },
    user_message: { role: 'USER', isWhole: true },
    agent_message: { role: 'ASSISTANT', isWhole: true },
    agent_thought: { role: 'ASSISTANT', isThought: true, isWhole: true },
  }
/** Updates about the session, which no one says. */
const aboutSession: ReadonlySet<string> = new Set([
  'plan',
  'plan_update',
  'available_commands_update',
  'current_mode_update',
  'config_option_update',
  'session_info_update',
  'usage_update',
  'hook_execution',
  'turn_completed',
  'forkPoint',
])

/** A message that may go on with the next update. */
interface OpenMessage {
  readonly kind: string
  readonly messageId: string | null
  readonly role: Role
  readonly isThought: boolean
  readonly blocks: readonly Block[]
  /** The piece with which it began, by which it is known where it has no id. */
  readonly first: JsonObject
  readonly observedAt: Instant | null
  readonly line: number
  readonly model: string | null
}

/** What is known of one session of the file. */
class Session {
  readonly calls = new ToolCalls()
  open: OpenMessage | null = null
  usage: UsageInput | null = null
  hasRun = false
  /** The prompt that the client sent: the agent may repeat it. */
  sent: string | null = null
  sentId: Json = null
  readonly seen = new Set<string>()
}

/** Reads updates of the Agent Client Protocol: pieces of a message are joined, updates of a call merged. */
export class AcpReader implements RecordReader {
  private readonly context: ReadContext
  private readonly sessions = new Map<string, Session>()
  private current: string | null = null

  constructor(context: ReadContext) {
    this.context = context
  }

  *read(value: JsonObject, { line }: At): Iterable<Step> {
    const update = updateOf(value)
    if (update) {
      yield* this.enter(update.sessionId)
      yield* this.update(this.sessionOf(update.sessionId), update, line)
      return
    }
    const exchange = exchangeOf(value)
    if (exchange?.kind === 'prompt') yield* this.prompt(exchange.sessionId, exchange.prompt, exchange.id, value, line)
    else if (exchange) yield* this.answered(exchange.id, exchange.result)
  }

  *end(): Iterable<Step> {
    for (const [id, session] of this.sessions) {
      yield { kind: 'conversation', id }
      yield* this.over(session)
      if (session.hasRun) yield { kind: 'run', state: 'COMPLETED' }
    }
  }

  private sessionOf(id: string): Session {
    const known = this.sessions.get(id) ?? new Session()
    this.sessions.set(id, known)
    return known
  }

  private *enter(id: string): Iterable<Step> {
    if (this.current === id) return
    this.current = id
    yield { kind: 'conversation', id }
  }

  private *update(session: Session, fields: Update, line: number): Iterable<Step> {
    const { kind, update } = fields
    if (Object.hasOwn(speaking, kind)) yield* this.turnSteps(session, fields, line)
    else if (kind === 'tool_call' || kind === 'tool_call_update') {
      yield* this.messageOver(session)
      yield* session.calls.update(update, asInstant(fields.timestamp), line)
    } else yield* this.aside(session, fields, line)
  }

  private *turnSteps(session: Session, { kind, update, meta, timestamp }: Update, line: number): Iterable<Step> {
    const { role, isThought = false, isWhole = false } = own(speaking, kind) ?? { role: 'ASSISTANT' as const }
    const messageId = asText(update['messageId'])
    const content = isWhole ? objectsIn(update['content']).flatMap(contentBlock) : contentBlock(update['content'])
    const { open } = session
    if (open?.kind === kind && open.messageId === messageId && !isWhole) {
      session.open = { ...open, blocks: joinedBlocks(open.blocks, content) }
      return
    }
    yield* this.over(session)
    if (role === 'USER' && session.sent !== null && textIn(content) === session.sent) return
    if (role === 'USER') yield* this.runBegins(session, asText(meta['promptId']))
    const model = asText(asObject(update['_meta'])?.['modelId']) ?? asText(meta['modelId'])
    session.open = {
      kind,
      messageId,
      role,
      isThought,
      blocks: content,
      first: update,
      observedAt: asInstant(timestamp),
      line,
      model,
    }
  }

  private *runBegins(session: Session, runId: string | null): Iterable<Step> {
    if (session.hasRun) yield { kind: 'run', state: 'COMPLETED' }
    session.hasRun = true
    session.sent = null
    yield { kind: 'run', state: 'CLAIMED', runId }
  }

  /** What the client asked, where the file has both sides. */
  private *prompt(sessionId: string, prompt: Json, id: Json, value: JsonObject, line: number): Iterable<Step> {
    yield* this.enter(sessionId)
    const session = this.sessionOf(sessionId)
    yield* this.over(session)
    yield* this.runBegins(session, null)
    const blocks = objectsIn(prompt).flatMap(contentBlock)
    session.sent = textIn(blocks)
    session.sentId = id
    yield {
      kind: 'entry',
      id: null,
      content: value,
      line,
      draft: turn('USER', blocks, { observedAt: asInstant(value['timestamp']) }),
    }
  }

  private *answered(id: Json, result: JsonObject): Iterable<Step> {
    const match = [...this.sessions].find(([, session]) => session.sentId === id && session.hasRun)
    if (!match) return
    yield* this.enter(match[0])
    yield* this.turnOver(match[1], asText(result['stopReason']), asObject(result['usage']))
  }

  /** Something that nobody says: it ends what is being said, and a turn where it says so. */
  private *aside(session: Session, { kind, update, timestamp }: Update, line: number): Iterable<Step> {
    const observedAt = asInstant(timestamp)
    if (!aboutSession.has(kind))
      this.context.findings.once(
        line,
        'UNKNOWN_TYPE',
        `Updates of the type "${kind}" are unknown; they are stored unchanged.`,
      )
    if (kind === 'session_info_update' && this.current !== null)
      yield { kind: 'conversation', id: this.current, title: asText(update['title']) }
    const isOver = kind === 'turn_completed'
    if (isOver) session.usage = usageOf(asObject(update['usage']))
    yield* this.over(session)
    yield { kind: 'entry', id: null, content: update, line, draft: note(update, { observedAt }) }
    if (isOver) yield* this.turnOver(session, asText(update['stop_reason']) ?? asText(update['stopReason']), null)
  }

  private *turnOver(session: Session, stopReason: string | null, usage: JsonObject | null): Iterable<Step> {
    if (usage) session.usage = usageOf(usage)
    yield* this.over(session)
    if (session.hasRun)
      yield { kind: 'run', state: stopReason?.toLowerCase() === 'cancelled' ? 'ABORTED' : 'COMPLETED' }
    session.hasRun = false
    session.sent = null
  }

  /** Ends the message under way, and yields the calls that were made. */
  private *over(session: Session): Iterable<Step> {
    yield* this.messageOver(session)
    yield* session.calls.over()
  }

  private *messageOver(session: Session): Iterable<Step> {
    const { open } = session
    session.open = null
    if (!open) return
    if (open.role === 'USER' || !open.isThought) yield* session.calls.over()
    yield entryOf(open, session)
  }
}

function entryOf(open: OpenMessage, session: Session): EntryStep {
  const { role, isThought, blocks, messageId, first, observedAt, line, model } = open
  const text = textIn(blocks) ?? ''
  const content: readonly Block[] = isThought
    ? [{ type: 'thinking', thinking: text }, ...blocks.filter(({ type }) => type !== 'text')]
    : blocks
  const usage = role === 'ASSISTANT' ? session.usage : null
  if (usage) session.usage = null
  const id = messageId === null || session.seen.has(messageId) ? null : messageId
  if (messageId !== null) session.seen.add(messageId)
  return { kind: 'entry', id, content: first, line, draft: turn(role, content, { observedAt, model, usage }) }
}

function textIn(blocks: readonly Block[]): string | null {
  const texts = blocks.flatMap((block) => (block.type === 'text' ? [block.text] : []))
  return texts.length === 0 ? null : texts.join('')
}

/** A ten-billionth of a dollar: the unit of one vendor's costs. */
const costTick = 1e-10

function usageOf(usage: JsonObject | null): UsageInput | null {
  if (!usage) return null
  const ticks = usage['costUsdTicks']
  const fields = {
    input: asCount(usage['inputTokens']),
    cacheRead: asCount(usage['cachedReadTokens']),
    cacheWrite: asCount(usage['cacheCreationTokens']) ?? asCount(usage['cachedWriteTokens']),
    output: asCount(usage['outputTokens']),
  }
  return {
    ...usageWithoutCached({ ...fields, total: asCount(usage['totalTokens']) }, 'BESIDE_INPUT'),
    costUsd: typeof ticks === 'number' ? ticks * costTick : null,
  }
}
