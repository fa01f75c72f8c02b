import { randomUUID } from 'node:crypto'
import { thoughtId, wireId } from '../messageIds.ts'
import { objectOf, type Facts, type GivenBlock, type AcpTurn } from '../graph.ts'

/** What is known of a tool call: all that was said of it, the last of each member. */
type Call = Facts & { readonly toolCallId: string }

/** A block of an answer; of a call its id, for what it is given may come later. */
type AnswerPart =
  { kind: 'text' | 'thinking'; text: string } | { kind: 'other'; value: unknown } | { kind: 'call'; id: string }

/** An answer and the results of its calls, as long as it may go on. */
interface OpenMessage {
  readonly turnId: string
  /** The agent's own id of the message. */
  readonly theirs: string | null
  readonly parts: AnswerPart[]
  readonly calls: Map<string, Call>
}

/** What an update is shown as, and the turns that are whole by it. */
export interface Recorded {
  readonly update: Facts
  readonly turns: readonly AcpTurn[]
}

/** Makes turns of the updates of one prompt: what the agent says and calls, then what its tools answered. */
export class Recorder {
  private open: OpenMessage | null = null
  private readonly messageIdOf: (turnId: string) => string

  constructor(messageIdOf: (turnId: string) => string) {
    this.messageIdOf = messageIdOf
  }

  take(update: Facts): Recorded {
    switch (update['sessionUpdate']) {
      case 'agent_message_chunk':
        return this.chunk(update, 'text')
      case 'agent_thought_chunk':
        return this.chunk(update, 'thinking')
      case 'tool_call':
      case 'tool_call_update':
        return this.call(update)
      default:
        return { update, turns: [] }
    }
  }

  /** Returns what is left, the last answer with what is known of the end. */
  end(last: Pick<AcpTurn, 'metadata' | 'usage'>): readonly AcpTurn[] {
    const turns = this.close()
    const at = turns.findLastIndex(({ role }) => role === 'ASSISTANT')
    return turns.map((turn, i) => {
      if (i !== at) return turn
      return { ...turn, ...last, metadata: { ...turn.metadata, ...last.metadata } }
    })
  }

  private chunk(update: Facts, kind: 'text' | 'thinking'): Recorded {
    const theirs = textOf(update['messageId'])
    const turns = this.isOver(kind, theirs) ? this.close() : []
    const open = this.opened(theirs)
    const content = objectOf(update['content'])
    const last = open.parts.at(-1)
    if (content?.['type'] !== 'text') open.parts.push({ kind: 'other', value: update['content'] })
    else if (last?.kind === kind) last.text += String(content['text'])
    else open.parts.push({ kind, text: String(content['text']) })
    const messageId = this.messageIdOf(open.turnId)
    return { update: { ...update, messageId: kind === 'text' ? wireId(messageId) : thoughtId(messageId) }, turns }
  }

  /** An answer is over when its tools have answered, or another one begins. Calls that are open keep it open. */
  private isOver(kind: 'text' | 'thinking', theirs: string | null): boolean {
    if (!this.open || [...this.open.calls.values()].some((call) => !isEnded(call))) return false
    if (this.open.calls.size > 0) return true
    const isOther = theirs !== null && this.open.theirs !== null && theirs !== this.open.theirs
    return isOther && this.open.parts.at(-1)?.kind === kind
  }

  private call(update: Facts): Recorded {
    const id = textOf(update['toolCallId']) ?? ''
    const open = this.opened(null)
    const { sessionUpdate: _, ...rest } = update
    const known = open.calls.get(id)
    if (!known) open.parts.push({ kind: 'call', id })
    const input = Object.fromEntries(Object.entries(rest).filter(([, value]) => value != null))
    open.calls.set(id, { ...known, ...input, toolCallId: id })
    const meta = objectOf(update['_meta'])
    const _meta = { ...meta, turngraph: { messageId: wireId(this.messageIdOf(open.turnId)) } }
    return { update: { ...update, _meta }, turns: [] }
  }

  private opened(theirs: string | null): OpenMessage {
    return (this.open ??= { turnId: randomUUID(), theirs, parts: [], calls: new Map() })
  }

  private close(): AcpTurn[] {
    const { open } = this
    this.open = null
    if (!open || open.parts.length === 0) return []
    const { turnId, theirs, parts, calls } = open
    const content = parts.map((part) => blockOf(part, calls))
    const acp = {
      ...(theirs !== null && { messageId: theirs }),
      toolCalls: shownAs(calls, ['title', 'kind', 'locations']),
    }
    const answer: AcpTurn = { turnId, role: 'ASSISTANT', content, metadata: { acp } }
    if (calls.size === 0) return [answer]
    const results = [...calls.values()].map(resultOf)
    const toolCalls = shownAs(calls, ['content', 'locations'])
    return [answer, { turnId: randomUUID(), role: 'TOOL', content: results, metadata: { acp: { toolCalls } } }]
  }
}

function blockOf(part: AnswerPart, calls: ReadonlyMap<string, Call>): GivenBlock {
  if (part.kind === 'other') return { other: part.value ?? {} }
  if (part.kind === 'call') {
    const call = calls.get(part.id)
    const name = textOf(call?.['name']) ?? textOf(call?.['title']) ?? 'tool'
    return { toolCall: { callId: part.id, name, input: call?.['rawInput'] ?? {} } }
  }
  return part.kind === 'text' ? { text: part.text } : { thinking: { thinking: part.text } }
}

/** A call that nothing more was said of has failed, as far as anybody knows. */
function resultOf(call: Call): GivenBlock {
  const content = call['rawOutput'] ?? call['content'] ?? '(no result reported)'
  return { toolResult: { callId: call.toolCallId, content, isError: call['status'] !== 'completed' } }
}

function shownAs(calls: ReadonlyMap<string, Call>, members: readonly string[]): Facts {
  const pick = (call: Call) =>
    Object.fromEntries(members.flatMap((name) => (Object.hasOwn(call, name) ? [[name, call[name]]] : [])))
  return Object.fromEntries([...calls].map(([id, call]) => [id, pick(call)]))
}

function isEnded({ status }: Facts): boolean {
  return status === 'completed' || status === 'failed'
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
