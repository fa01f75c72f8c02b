import { callIds } from '../../domain/messages/blocks.ts'
import type { Instant, Json, JsonObject } from '../../domain/model.ts'
import { argumentsOf, compaction, note, noteDraft, turn } from '../reading/tree/drafts.ts'
import type { At, EntryStep, PastRecord, ReadContext, RecordReader, Step } from '../reading/tree/steps.ts'
import { asCount, asInstant, asObject, asText, objectsIn } from '../reading/values.ts'
import { CodexAnswers } from './answers.ts'
import { readItem, type Item } from './items.ts'
import { rolloutLine, type RolloutLine } from './lines.ts'
import { Copies, startedBy } from './copies.ts'
import { historyBase, type HistoryBase } from './past.ts'
import { History, retainedOf, type Replacing } from './replaced.ts'
import { Prompts } from './prompts.ts'
import { DuplicateEvents } from './duplicates.ts'

/** Events that repeat what items tell. */
const repeating: ReadonlySet<string> = new Set([
  'user_message',
  'agent_message',
  'agent_reasoning',
  'agent_reasoning_raw_content',
])
/** Events about the work of the program, of which the history has no part. */
const aboutWork: ReadonlySet<string> = new Set([
  'agent_reasoning_section_break', 'context_compacted', 'exec_command_begin', 'exec_command_end', 'exec_command_output_delta', 'patch_apply_begin',
  'patch_apply_end', 'mcp_tool_call_begin', 'mcp_tool_call_end', 'web_search_begin', 'web_search_end', 'entered_review_mode', 'exited_review_mode',
  'task_started', 'task_complete', 'turn_started', 'turn_complete', 'error', 'warning', 'stream_error', 'background_event', 'turn_diff', 'plan_update',
  'item_started', 'item_completed', 'view_image_tool_call', 'undo_started', 'undo_completed', 'thread_name_updated', 'image_generation_begin',
  'image_generation_end', 'thread_settings_applied',
]) // prettier-ignore

/** Reads the lines of a Codex rollout, in both layouts. */
export class CodexReader implements RecordReader {
  private readonly context: ReadContext
  private readonly twice = new DuplicateEvents()
  private session: string | null = null
  private began: Instant | null = null
  private model: string | null = null
  private entries = 0
  private readonly answers = new CodexAnswers(() => this.answersOf())
  /** Before each prompt: the entry that it continues. */
  private readonly before: (string | null)[] = []
  private last: string | null = null
  private isOpen = false
  private turnId: string | null = null
  private copies: Copies | null = null
  /** The thread whose lines are read now that this one goes on from. */
  private past: string | null = null
  private hasPast = false
  private readonly history = new History()
  private readonly prompts = new Prompts()
  /** The entry of each call. */
  private readonly callers = new Map<string, string>()
  private isBack = false
  private base: HistoryBase | null = null

  constructor(context: ReadContext) {
    this.context = context
  }

  *read(value: JsonObject, at: At): Iterable<Step> {
    yield* this.answers.through(this.steps(value, at))
  }

  private *steps(value: JsonObject, { line }: At): Iterable<Step> {
    const result = rolloutLine(value, this.session !== null)
    if (!result) return
    if (result.type === 'session_meta') yield* this.header(result.payload)
    else if (this.session === null) yield* this.header({})
    if (result.type === 'response_item') yield* this.item(result, value, line)
    else if (result.type === 'event_msg') yield* this.event(result, value, line)
    else if (result.type === 'turn_context') yield* this.turnContext(result.payload)
    else if (result.type === 'compacted') yield* this.compacted(result, value)
    else if (result.type === 'token_usage_record') this.answers.recorded(result.payload)
    else if (result.type === 'inter_agent_communication') yield* this.communication(result, value)
    else if (result.type === 'unknown') this.unknown(line, `Lines of the type ${JSON.stringify(value['type'] ?? null)}`)
  }

  /** Reads a line of the past that another file holds. */
  *readPast({ conversationId, value }: PastRecord): Iterable<Step> {
    this.past = conversationId
    this.hasPast = true
    for (const step of this.answers.through(this.steps(value, { line: 0, array: 0 })))
      if (step.kind === 'entry') yield step
    this.past = null
  }

  *pastOver(): Iterable<Step> {
    for (const step of this.answers.through(this.ending())) if (step.kind === 'entry') yield step
    for (const step of this.answers.over()) if (step.kind === 'entry') yield step
    this.isOpen = false
    this.answers.ownBegin()
  }

  *end(): Iterable<Step> {
    yield* this.answers.through(this.ending())
    yield* this.answers.over()
  }

  private *ending(): Iterable<Step> {
    yield* this.turnOver()
    if (this.isOpen) yield { kind: 'run', state: 'COMPLETED' }
    if (this.isBack) yield { kind: 'head', id: this.last }
  }

  /** A resumed or forked session has further headers: the first one names it. */
  private *header(payload: JsonObject): Iterable<Step> {
    if (this.session !== null) return
    this.session = asText(payload['id']) ?? ''
    this.began = asInstant(payload['timestamp'])
    this.copies = new Copies(payload)
    this.base = historyBase(payload)
    const { id: _id, ...metadata } = payload
    const by = startedBy(payload)
    const details = { kind: 'conversation', id: asText(payload['id']), cwd: asText(payload['cwd']), metadata } as const
    yield by === null ? details : { ...details, sidechainOf: by }
    if (by !== null) yield { kind: 'spawn', by, agent: this.session }
    if (this.base !== null) yield { kind: 'waits', for: this.base.thread }
  }

  private *turnContext(payload: JsonObject): Iterable<Step> {
    this.model = asText(payload['model']) ?? this.model
    this.turnId = asText(payload['turn_id']) ?? this.turnId
    this.copies?.turn(asText(payload['turn_id']))
    const cwd = asText(payload['cwd'])
    if (cwd !== null) yield { kind: 'conversation', id: this.session === '' ? null : this.session, cwd }
  }

  private *item({ payload, timestamp }: RolloutLine, value: JsonObject, line: number): Iterable<Step> {
    const item = readItem(payload)
    if (!item) {
      this.unknown(line, `Items of the type ${JSON.stringify(payload['type'] ?? null)}`)
      yield this.entry(note(payload, { observedAt: this.time(timestamp) }), value)
      return
    }
    this.twice.item(item.texts)
    if (item.part === 'PROMPT') yield* this.prompt(item)
    const model = item.part === 'ANSWER' ? { model: this.model } : {}
    const fields = { observedAt: this.time(timestamp) }
    const parts = item.result ? [{ suffix: 'result', draft: item.result(fields) }] : []
    const entry = { ...this.entry(item.draft({ ...model, ...fields }), value), parts }
    if (item.part === 'PROMPT') this.prompts.add(entry.label, item.texts)
    for (const callId of callIds(entry.draft.blocks)) this.callers.set(callId, entry.label)
    this.history.add(payload, entry.label)
    yield { ...entry, line }
    if (item.part === 'RESULT') yield* this.agentIn(payload)
  }

  /** What came back from a call that started a sub-agent names that. */
  private *agentIn({ call_id: callId, output }: JsonObject): Iterable<Step> {
    const caller = this.callers.get(asText(callId) ?? '')
    const agent = asText(asObject(argumentsOf(output))?.['agent_id']) ?? asText(asObject(output)?.['agent_id'])
    if (caller !== undefined && agent !== null && this.past === null)
      yield { kind: 'spawn', by: this.session ?? '', agent, caller }
  }

  /** A prompt begins a turn of the program, which is a run. */
  private *prompt({ texts }: Item): Iterable<Step> {
    yield* this.turnOver()
    this.twice.prompt(texts)
    yield* this.runBegins()
  }

  private *runBegins(): Iterable<Step> {
    if (this.isOpen) yield { kind: 'run', state: 'COMPLETED' }
    this.isOpen = true
    this.before.push(this.last)
    yield { kind: 'run', state: 'CLAIMED', runId: this.turnId }
    this.turnId = null
  }

  private *event({ payload, timestamp }: RolloutLine, value: JsonObject, line: number): Iterable<Step> {
    const type = asText(payload['type']) ?? ''
    const fields = { observedAt: this.time(timestamp), model: type === 'user_message' ? null : this.model }
    if (type === 'user_message' && this.twice.isNewPrompt(payload)) yield* this.turnOver()
    if (repeating.has(type)) {
      if (type !== 'user_message') this.answers.comes()
      this.twice.event(payload, fields)
    } else if (type === 'token_count') this.answers.counted(payload)
    else if (type === 'turn_aborted') yield* this.aborted(payload, fields.observedAt, value)
    else if (type === 'thread_rolled_back') yield* this.rolledBack(payload)
    else if (!aboutWork.has(type)) this.unknown(line, `Events of the type "${type}"`)
    if (type === 'thread_name_updated') yield* this.named(payload)
    if (type === 'task_started' || type === 'turn_started') this.turnId = asText(payload['turn_id'])
  }

  private *named({ thread_id: thread, thread_name: title }: JsonObject): Iterable<Step> {
    if (this.past !== null || this.session === null) return
    if (thread === undefined || thread === this.session)
      yield { kind: 'conversation', id: this.session === '' ? null : this.session, title: asText(title) }
  }

  /** A message from one agent to another, which the program sends to the model: no turn, and recognised by its text. */
  private *communication({ payload, timestamp }: RolloutLine, value: JsonObject): Iterable<Step> {
    yield* this.turnOver()
    const { content, ...rest } = payload
    const texts =
      asText(content) ??
      objectsIn(content)
        .flatMap(({ text }) => asText(text) ?? [])
        .join('\n\n')
    const about = {
      type: 'inter_agent_communication',
      ...rest,
      ...(asText(content) === null && { content: content ?? null }),
    }
    yield this.entry(noteDraft(texts, about, { observedAt: this.time(timestamp) }), value)
  }

  private *aborted(payload: JsonObject, observedAt: Instant | null, value: JsonObject): Iterable<Step> {
    yield* this.turnOver()
    yield this.entry(note(payload, { observedAt }), value)
    if (this.isOpen) yield { kind: 'run', state: 'ABORTED' }
    this.isOpen = false
  }

  /** The talk goes on at the entry before the nth last prompt. */
  private *rolledBack(payload: JsonObject): Iterable<Step> {
    yield* this.turnOver()
    if (this.isOpen) yield { kind: 'run', state: 'COMPLETED' }
    this.isOpen = false
    const turns = asCount(payload['num_turns']) ?? 0
    const at = Math.max(0, this.before.length - turns)
    if (turns > 0 && at < this.before.length) this.last = this.before[at] ?? null
    this.before.length = at
    this.prompts.cut(at)
    this.isBack = true
  }

  private *compacted({ payload, timestamp }: RolloutLine, value: JsonObject): Iterable<Step> {
    yield* this.turnOver()
    const { message, ...fields } = payload
    const observedAt = this.time(timestamp)
    if (!Array.isArray(payload['replacement_history'])) {
      const keep = this.prompts.sent()
      const marker = this.entry(compaction({ observedAt, fields }), value)
      yield { ...marker, keep, summaryAt: keep.length, summary: asText(message) }
      return
    }
    const list: (Replacing & { at?: string })[] = []
    for (const one of this.history.replacedBy(payload['replacement_history'])) {
      if (one.kind !== 'new') list.push(one)
      else {
        const entry = this.entry(one.item.draft({ observedAt }), one.value)
        this.history.add(one.value, entry.label)
        list.push({ ...one, at: entry.label })
        yield entry
      }
    }
    const { replacement_history: _list, ...others } = fields
    yield { ...this.entry(compaction({ observedAt, fields: others }), value), ...retainedOf(list) }
  }

  /** Ends a turn, with its events that have no item. */
  private *turnOver(): Iterable<Step> {
    for (const { type, text, draft, content } of this.twice.over()) {
      if (type === 'user_message') yield* this.runBegins()
      const entryDraft =
        draft.role === 'ASSISTANT' ? turn('ASSISTANT', draft.blocks, { ...draft, model: this.model }) : draft
      const entry = this.entry(entryDraft, content)
      if (type === 'user_message') this.prompts.add(entry.label, [text])
      yield entry
    }
  }

  private entry(draft: EntryStep['draft'], content: Json): EntryStep & { readonly label: string } {
    const label = `#${++this.entries}`
    // What is not there yet is named, so that it is met when it comes.
    const parent = this.last ?? (this.base === null || this.hasPast ? null : `@${this.base.thread}:${this.base.end}`)
    this.last = label
    this.isBack = false
    const timestamp = asObject(content)?.['timestamp'] ?? null
    const origin = this.past === null ? this.copies?.originOf(timestamp) : this.originOfPast(this.past)
    return { kind: 'entry', id: null, content, label, parent, draft, ...(origin && { origin }) }
  }

  /** Answers are counted in each file: a page, and a fork that does not repeat its past, is known by where it begins. */
  private answersOf(): string {
    const session = this.session ?? ''
    return this.base === null ? session : `${session}@${this.base.end}`
  }

  private originOfPast(thread: string): EntryStep['origin'] {
    return thread === this.session ? undefined : { id: thread, isSure: true }
  }

  private time(timestamp: Json): Instant | null {
    return asInstant(timestamp) ?? this.began
  }

  private unknown(line: number, what: string): void {
    this.context.findings.once(line, 'UNKNOWN_TYPE', `${what} are unknown; they are stored unchanged.`)
  }
}
