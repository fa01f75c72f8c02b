import type { JsonObject } from '../../domain/model.ts'
import { promptOf } from '../../domain/prompts/promptOf.ts'
import { callIds, textOf } from '../../domain/messages/blocks.ts'
import { readContent } from '../anthropic/content.ts'
import type { EntryDraft } from '../plan.ts'
import { compaction, note, turn } from '../reading/tree/drafts.ts'
import type { At, ReadContext, RecordReader, Step } from '../reading/tree/steps.ts'
import { anthropicUsage } from '../reading/usage.ts'
import { asCount, asInstant, asObject, asText, without } from '../reading/values.ts'
import { RunUsage } from './runUsage.ts'

const types: ReadonlySet<string> = new Set(['system', 'assistant', 'user', 'result', 'stream_event'])
/** Lines that come while something is under way: they say nothing that is not said again. */
const passing: ReadonlySet<string> = new Set([
  'stream_event',
  'keep_alive',
  'tool_progress',
  'control_request',
  'control_response',
  'control_cancel_request',
])
/** Lines of the program. */
const notes: ReadonlySet<string> = new Set([
  'system',
  'auth_status',
  'rate_limit_event',
  'tool_use_summary',
  'prompt_suggestion',
])
const places: ReadonlySet<string> = new Set([
  'uuid',
  'session_id',
  'timestamp',
  'message',
  'parent_tool_use_id',
  'type',
])
const toldOfMessages: ReadonlySet<string> = new Set(['role', 'content', 'model', 'usage', 'type', 'id'])

/** Reads what is printed of a session: one line of entries, and one for each sub-agent, which its call names. */
export class StreamReader implements RecordReader {
  private readonly context: ReadContext
  private readonly usage = new RunUsage()
  private session: string | null = null
  private count = 0
  private isOpen = false
  /** The summary that a compaction left comes next. */
  private isSummed = false
  private readonly agents = new Set<string>()

  constructor(context: ReadContext) {
    this.context = context
  }

  *read(value: JsonObject, { line }: At): Iterable<Step> {
    const type = asText(value['type']) ?? ''
    if (!isStreamed(value)) return
    this.session = asText(value['session_id']) ?? this.session
    const cwd = asText(value['cwd'])
    const conversation = yield* this.conversation(asText(value['parent_tool_use_id']), cwd, line)
    if (passing.has(type)) return
    if (!this.isOpen && type !== 'result') yield { kind: 'run', state: 'CLAIMED' }
    this.isOpen = true
    const id = asText(value['uuid'])
    const name = id ?? `#${++this.count}`
    const draft = this.draft(type, value, line)
    for (const callId of callIds(draft.blocks)) this.context.held.set(keyOf(callId), { conversation, name, line })
    yield { kind: 'entry', id, ...(id === null && { label: name }), content: value, draft }
    if (type !== 'result') return
    yield { kind: 'run', state: value['is_error'] === true ? 'ABORTED' : 'COMPLETED' }
    this.isOpen = false
  }

  *end(): Iterable<Step> {
    if (!this.isOpen || this.session === null) return
    yield { kind: 'conversation', id: this.session }
    yield { kind: 'run', state: 'COMPLETED' }
  }

  /** The session's, or that of the sub-agent which a call started. */
  private *conversation(call: string | null, cwd: string | null, line: number): Generator<Step, string | null> {
    const { session } = this
    if (call === null || session === null) {
      yield { kind: 'conversation', id: session, cwd }
      return session
    }
    const held = this.context.held.get(keyOf(call))
    // A file is read twice, and what is held stays: only what stands on an earlier line is known here.
    const caller = (asCount(held?.['line']) ?? line) < line ? held : undefined
    const [by, name] = [asText(caller?.['conversation']) ?? session, asText(caller?.['name'])]
    const agent = `${session}.agent-${call}`
    const isNew = !this.agents.has(agent)
    this.agents.add(agent)
    if (isNew && name !== null) {
      yield { kind: 'conversation', id: by }
      yield { kind: 'spawn', by, agent: call, caller: name }
    }
    yield { kind: 'conversation', id: agent, sidechainOf: by, cwd }
    if (isNew) yield { kind: 'spawn', by, agent: call }
    return agent
  }

  private draft(type: string, value: JsonObject, line: number): EntryDraft {
    const message = asObject(value['message'])
    const observedAt = asInstant(value['timestamp'])
    if (type === 'assistant' && message) return this.answer(message, value)
    if (type === 'user' && message) return this.entryOf(message, value)
    const rest = without(value, places)
    if (type === 'result') return note({ type, ...rest }, { observedAt, usage: this.usage.end(value) })
    if (type === 'system' && value['subtype'] === 'compact_boundary') {
      this.isSummed = true
      return compaction({ observedAt, fields: rest })
    }
    if (!notes.has(type))
      this.context.findings.once(
        line,
        'UNKNOWN_TYPE',
        `Lines of the type "${type}" are unknown; they are stored unchanged.`,
      )
    return note({ type, ...rest, ...(message && { message }) }, { observedAt })
  }

  private answer(message: JsonObject, value: JsonObject): EntryDraft {
    const usageFields = asObject(message['usage'])
    const usage = usageFields && anthropicUsage(usageFields, asText(message['id']))
    if (usage) this.usage.answer(usage)
    const fields = { ...without(value, places), ...without(message, toldOfMessages) }
    const values = { observedAt: asInstant(value['timestamp']), model: asText(message['model']), usage, fields }
    return turn('ASSISTANT', readContent(message['content']), values)
  }

  /** What the person says, what tools gave, or what the program put in for the model to read. */
  private entryOf(message: JsonObject, value: JsonObject): EntryDraft {
    const blocks = readContent(message['content'])
    const isResult = blocks.some(({ type }) => type === 'toolResult')
    const isPutIn = value['isSynthetic'] === true || promptOf(textOf(blocks) ?? '').kind === 'MACHINE'
    const isProgram = !isResult && !this.isSummed && blocks.every(({ type }) => type === 'text') && isPutIn
    if (!isResult) this.isSummed = false
    const fields = { ...without(value, places), ...without(message, toldOfMessages) }
    const role = isResult ? 'TOOL' : isProgram ? 'SYSTEM' : 'USER'
    return turn(role, blocks, { observedAt: asInstant(value['timestamp']), fields })
  }
}

/** As JSON, for an id of a file may hold half of a character, and those are one where they lie on the disk. */
const keyOf = (callId: string) => JSON.stringify(callId)

const isStreamed = (value: JsonObject): boolean =>
  asText(value['type']) !== null &&
  typeof value['session_id'] === 'string' &&
  !('sessionId' in value) &&
  !('parentUuid' in value)

/** Says whether a value is a line of such an output. */
export function isLine(value: JsonObject): boolean {
  const type = asText(value['type']) ?? ''
  if (!isStreamed(value) || !types.has(type)) return false
  return 'uuid' in value || 'subtype' in value || asObject(value['message']) !== null
}
