import type { Block, JsonObject } from '../../domain/model.ts'
import { readContent } from '../anthropic/content.ts'
import type { EntryDraft } from '../plan.ts'
import { note, turn } from '../reading/tree/drafts.ts'
import type { At, ReadContext, RecordReader, Step } from '../reading/tree/steps.ts'
import { anthropicUsage } from '../reading/usage.ts'
import { asCount, asInstant, asObject, asText, objectsIn, without } from '../reading/values.ts'
import { gaveOf } from './results.ts'

/** Members that say where a line belongs, or that its turn holds already. */
const readMembers: ReadonlySet<string> = new Set([
  'uuid',
  'parentUuid',
  'sessionId',
  'timestamp',
  'type',
  'message',
  'cwd',
])
const toldOfMessages: ReadonlySet<string> = new Set(['role', 'content', 'model', 'usage', 'type'])

/**
 * Reads the lines of a session. Every answer names the prompt as its parent, and not the answer before: what follows a
 * prompt is one line, in the order of the file. A call is written again at the beginning of the next answer: it stands
 * where it is met first.
 */
export class IflowReader implements RecordReader {
  private readonly context: ReadContext
  /** The last entry behind each prompt, by the prompt. */
  private readonly tails = new Map<string, string>()
  private head: string | null = null
  private isOpen = false
  /** Ids are of one entry inside of a session alone. */
  private session: string | null = null

  constructor(context: ReadContext) {
    this.context = context
  }

  *read(value: JsonObject, { line }: At): Iterable<Step> {
    const id = asText(value['uuid'])
    if (id === null || !('parentUuid' in value || 'sessionId' in value)) return
    const session = asText(value['sessionId'])
    const about = { kind: 'conversation', id: session, cwd: asText(value['cwd']) } as const
    // A line is of the conversation that it names first.
    yield about
    if (session !== this.session) {
      yield* this.sessionOver()
      yield about
    }
    this.session = session
    if (this.promptOf(id, line) !== null) return
    const draft = this.draft(value, line)
    const isPrompt = draft.role === 'USER'
    if (isPrompt && this.isOpen) yield { kind: 'run', state: 'COMPLETED' }
    if (isPrompt) yield { kind: 'run', state: 'CLAIMED' }
    this.isOpen ||= isPrompt
    const named = asText(value['parentUuid'])
    const prompt = named === null ? null : this.promptOf(named, line)
    const parent = prompt === null ? named : (this.tails.get(this.keyOf(prompt)) ?? named)
    yield { kind: 'entry', id, parent, draft }
    const of = isPrompt ? id : (prompt ?? id)
    this.context.held.set(keyOf('of', this.keyOf(id)), { prompt: of, line })
    this.tails.set(this.keyOf(of), id)
    if (draft.kind === 'TURN') this.head = id
  }

  private *sessionOver(): Iterable<Step> {
    if (this.session === null) return
    yield { kind: 'conversation', id: this.session }
    yield* this.end()
  }

  *end(): Iterable<Step> {
    if (this.isOpen) yield { kind: 'run', state: 'COMPLETED' }
    if (this.head !== null) yield { kind: 'head', id: this.head }
    this.isOpen = false
    this.head = null
  }

  /** The prompt that an entry follows, or is; null where no line before this one has it. */
  private promptOf(id: string, line: number): string | null {
    const known = this.context.held.get(keyOf('of', this.keyOf(id)))
    return isBefore(known, line) ? asText(known?.['prompt']) : null
  }

  private keyOf(id: string): string {
    return `${this.session ?? ''}\n${id}`
  }

  private draft(value: JsonObject, line: number): EntryDraft {
    const message = asObject(value['message'])
    const type = asText(value['type']) ?? ''
    const observedAt = asInstant(value['timestamp'])
    if (message && type === 'assistant') return this.answer(message, value, line)
    if (message && type === 'user') return entryOf(message, value)
    const words = `Entries of the type "${type}" are unknown; they are stored unchanged.`
    if (type !== 'system') this.context.findings.once(line, 'UNKNOWN_TYPE', words)
    return note({ type, ...without(value, readMembers), ...(message && { message }) }, { observedAt })
  }

  /** A line that only says again what was called is no turn. */
  private answer(message: JsonObject, value: JsonObject, line: number): EntryDraft {
    const all = readContent(message['content'])
    const blocks = all.filter((block) => block.type !== 'toolCall' || this.isNew(block.callId, line))
    const fields = entryBy(message, value)
    if (all.length > 0 && blocks.length === 0)
      return note({ type: 'assistant', message }, { observedAt: fields.observedAt })
    const usage = asObject(message['usage'])
    const isCounted = usage !== null && Object.values(usage).some((count) => typeof count === 'number' && count > 0)
    return turn('ASSISTANT', blocks, {
      ...fields,
      model: asText(message['model']),
      usage: isCounted ? anthropicUsage(usage, asText(message['id'])) : null,
    })
  }

  private isNew(callId: string, line: number): boolean {
    const key = keyOf('call', this.keyOf(callId))
    const known = this.context.held.get(key)
    if (!isBefore(known, line)) this.context.held.set(key, { line })
    return !isBefore(known, line)
  }
}

function entryBy(message: JsonObject, value: JsonObject) {
  const fields = { ...without(value, readMembers), ...without(message, toldOfMessages) }
  return { observedAt: asInstant(value['timestamp']), fields }
}

/** What the person says, or what tools gave. */
function entryOf(message: JsonObject, value: JsonObject): EntryDraft {
  const isError = asObject(value['toolUseResult'])?.['status'] === 'error'
  const blocks = readContent(message['content']).map((block): Block => {
    return block.type === 'toolResult' ? gaveOf(block, isError) : block
  })
  const isResult = objectsIn(message['content']).some(({ type }) => type === 'tool_result')
  return turn(isResult ? 'TOOL' : 'USER', blocks, entryBy(message, value))
}

/** What is held is of an earlier line; a file is read twice, and what is held stays. */
const isBefore = (held: JsonObject | undefined, line: number) =>
  held !== undefined && (asCount(held['line']) ?? 0) < line

/** As JSON, for an id of a file may hold half of a character, and those are one where they lie on the disk. */
const keyOf = (kind: string, id: string) => JSON.stringify([kind, id])

/** Says whether a value is a line of a session of iFlow, and none of Claude Code's. */
export function isLine(value: JsonObject): boolean {
  if (asText(value['uuid']) === null || !('parentUuid' in value)) return false
  const { sessionId, version } = value
  return asText(sessionId)?.startsWith('session-') === true && asText(version)?.startsWith('1.0.') === true
}
