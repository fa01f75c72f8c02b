import type { Block, Json, JsonObject, Role } from '../../domain/model.ts'
import type { EntryDraft } from '../plan.ts'
import { argumentsOf, note, resultBlock, textBlocks, turn } from '../reading/tree/drafts.ts'
import { jsonIn } from '../reading/lines/jsonIn.ts'
import type { RecordObject } from '../reading/long/recordValue.ts'
import type { At, ReadContext, RecordReader, Step } from '../reading/tree/steps.ts'
import { asList, asObject, asText, objectsOf, someOf, without } from '../reading/values.ts'

const roles: Readonly<Record<string, Role>> = {
  human: 'USER',
  user: 'USER',
  gpt: 'ASSISTANT',
  assistant: 'ASSISTANT',
  chatgpt: 'ASSISTANT',
  bard: 'ASSISTANT',
  bing: 'ASSISTANT',
  model: 'ASSISTANT',
  system: 'SYSTEM',
}
const calling: ReadonlySet<string> = new Set(['function_call', 'tool_call'])
const answering: ReadonlySet<string> = new Set(['observation', 'tool', 'function_response', 'tool_response'])
const readMembers: ReadonlySet<string> = new Set(['conversations', 'system', 'title'])

/** Reads ShareGPT's conversations: turns of `{from, value}`, with calls and observations among them. */
export class ShareGptReader implements RecordReader {
  private readonly context: ReadContext

  constructor(context: ReadContext) {
    this.context = context
  }

  *read(value: RecordObject, { line }: At): Iterable<Step> {
    if (!isConversation(value)) return
    const { system } = value
    yield {
      kind: 'conversation',
      id: asText(value['id']),
      title: asText(value['title']),
      metadata: without(value, readMembers),
    }
    if (typeof system === 'string' && system !== '')
      yield { kind: 'entry', id: null, content: { system }, draft: turn('SYSTEM', textBlocks(system)) }
    const talk = new Talk(this.context, line)
    for (const each of objectsOf(value['conversations']))
      yield { kind: 'entry', id: null, content: each, draft: talk.turn(each) }
  }
}

/** One conversation: calls have no ids, so observations answer them in their order. */
class Talk {
  private readonly context: ReadContext
  private readonly line: number
  private calls = 0
  private observations = 0
  private open: string[] = []

  constructor(context: ReadContext, line: number) {
    this.context = context
    this.line = line
  }

  turn({ from, value, ...fields }: JsonObject): EntryDraft {
    const name = asText(from) ?? ''
    if (calling.has(name)) return turn('ASSISTANT', this.callsOf(value), { fields })
    if (answering.has(name)) return turn('TOOL', this.results(value ?? null), { fields })
    if (Object.hasOwn(roles, name)) return turn(roles[name] as Role, contentOf(value), { fields })
    this.context.findings.once(
      this.line,
      'UNKNOWN_ROLE',
      `Turns from "${name}" are unknown; they are stored unchanged.`,
    )
    return note({ from: from ?? null, value: value ?? null, ...fields })
  }

  private callsOf(value: Json | undefined): Block[] {
    this.open = []
    const fields = parsed(value)
    const calls = (Array.isArray(fields) ? asList(fields) : [fields]).map((call) => this.callOf(asObject(call)))
    if (calls.every((call) => call !== null)) return calls
    this.context.findings.once(this.line, 'UNKNOWN_SHAPE', 'A call is not JSON with a name; it is stored as text.')
    this.open = []
    return contentOf(value)
  }

  private callOf(call: JsonObject | null): Block | null {
    const name = asText(call?.['name'])
    if (!call || name === null) return null
    const callId = `call-${++this.calls}`
    this.open.push(callId)
    return { type: 'toolCall', callId, name, input: argumentsOf(call['arguments'] ?? call['parameters']) }
  }

  /** One observation may be a list with an answer for each call. */
  private results(value: Json): Block[] {
    this.observations++
    const each = asList(parsed(value) ?? null)
    if (this.open.length > 1 && each.length === this.open.length) {
      const blocks = this.open.map((callId, i) => resultBlock(callId, each[i] ?? null, false))
      this.open = []
      return blocks
    }
    return [resultBlock(this.open.shift() ?? `observation-${this.observations}`, value, false)]
  }
}

function contentOf(value: Json | undefined): Block[] {
  if (typeof value === 'string') return textBlocks(value)
  return value === undefined || value === null ? [] : [{ type: 'other', value }]
}

function parsed(value: Json | undefined): Json | undefined {
  return typeof value === 'string' ? jsonIn(value) : value
}

/** Says whether a value is a conversation of turns from somebody. */
export function isConversation(value: RecordObject): boolean {
  return someOf(objectsOf(value['conversations']), (each) => typeof each['from'] === 'string' && 'value' in each)
}
