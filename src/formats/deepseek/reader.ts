import type { Block, JsonObject, Role } from '../../domain/model.ts'
import { someResting, type Resting } from '../breaths.ts'
import type { EntryDraft } from '../plan.ts'
import { note, textBlocks, turn } from '../reading/tree/drafts.ts'
import { asEntries, asHolder, asItems, valuesOf, type RecordObject } from '../reading/long/recordValue.ts'
import { newestLeaf, type TimedPlace } from '../reading/long/newestLeaf.ts'
import type { At, EntryStep, ReadContext, RecordReader, Step } from '../reading/tree/steps.ts'
import { placesIn, treeOrder } from '../reading/tree/treeOrder.ts'
import { asInstant, asList, asObject, asText, extraOf, objectsIn, objectsOf, without } from '../reading/values.ts'

/** Members of a conversation that its messages, its title or its head tell. */
const readMembers: ReadonlySet<string> = new Set(['id', 'title', 'mapping', 'current_message_id'])
const toldOfMessages: ReadonlySet<string> = new Set([
  ...['fragments', 'content', 'reasoning_content', 'inserted_at', 'model', 'role', 'message_id', 'parent_id'],
])

/** Reads conversations of DeepSeek. Their messages are numbered 1, 2, 3 …: an id is one inside of its conversation alone. */
export class DeepSeekReader implements RecordReader {
  private readonly context: ReadContext

  constructor(context: ReadContext) {
    this.context = context
  }

  *read(value: RecordObject, { line }: At): Iterable<Step> {
    const answered = sessionOf(value)
    if (answered) yield* this.answered(answered, line)
    else if (yield* isExported(value)) yield* this.exported(value, line)
  }

  /** A root without a message is no turn: what hangs below it are the first ones. */
  private *exported(value: RecordObject, line: number): Iterable<Step> {
    const mapping = asEntries(value['mapping'])
    if (!mapping) return
    yield {
      kind: 'conversation',
      id: asText(value['id']),
      title: asText(value['title']),
      metadata: without(value, readMembers),
    }
    const places: TimedPlace[] = []
    for (const id of yield* treeOrder(placesIn(mapping, { parent: 'parent', children: 'children' }))) {
      const node = asObject(mapping.get(id))
      const message = asObject(node?.['message'])
      if (!node || !message) continue
      const parent = asText(node['parent'])
      const above = parent !== null && isEmptyRoot(asObject(mapping.get(parent))) ? null : parent
      places.push({ id, parent: above, at: asInstant(message['inserted_at']) })
      yield this.entry(id, above, message, line)
    }
    const head = yield* newestLeaf(places)
    if (head !== null) yield { kind: 'head', id: head }
  }

  private *answered({ session, messages }: Answered, line: number): Iterable<Step> {
    yield {
      kind: 'conversation',
      id: asText(session['id']),
      title: asText(session['title']),
      metadata: without(session, readMembers),
    }
    const places: TimedPlace[] = []
    for (const message of messages) {
      const [id, parent] = [idOf(message['message_id']), idOf(message['parent_id'])]
      if (id !== null) places.push({ id, parent, at: asInstant(message['inserted_at']) })
      yield this.entry(id, parent, message, line)
    }
    const head = idOf(session['current_message_id']) ?? (yield* newestLeaf(places))
    if (head !== null) yield { kind: 'head', id: head }
  }

  private entry(id: string | null, parent: string | null, message: JsonObject, line: number): EntryStep {
    return { kind: 'entry', id, isScoped: true, content: message, parent, draft: this.draft(message, line) }
  }

  private draft(message: JsonObject, line: number): EntryDraft {
    const observedAt = asInstant(message['inserted_at'])
    const role = roleOf(message)
    if (role === null) {
      const words = `Messages of the role ${JSON.stringify(message['role'] ?? null)} are unknown; they are stored unchanged.`
      this.context.findings.once(line, 'UNKNOWN_TYPE', words)
      return note(message, { observedAt })
    }
    const model = role === 'ASSISTANT' ? asText(message['model']) : null
    return turn(role, blocksOf(message), { observedAt, model, fields: without(message, toldOfMessages) })
  }
}

/** Who speaks is said, or shows by what is said: a request is a person's. */
function roleOf(message: JsonObject): Role | null {
  const role = asText(message['role'])
  if (role !== null) return role === 'USER' || role === 'ASSISTANT' || role === 'SYSTEM' ? role : null
  const isRequest = objectsIn(message['fragments']).some(({ type }) => type === 'REQUEST')
  return isRequest ? 'USER' : 'ASSISTANT'
}

/** Of a message its fragments, or its content as older exports have it. A thought stands before what it led to. */
function blocksOf(message: JsonObject): Block[] {
  const fragments = asList(message['fragments'])
  if (fragments.length === 0) {
    const thought = asText(message['reasoning_content'])
    const thoughts: Block[] = thought === null ? [] : [{ type: 'thinking', thinking: thought }]
    return [...thoughts, ...textBlocks(message['content'])]
  }
  return fragments.map((value): Block => {
    const { type, content, id: _id, ...rest } = asObject(value) ?? {}
    const extra = extraOf(Object.fromEntries(Object.entries(rest).filter(([, member]) => isSaid(member))))
    if (typeof content !== 'string') return { type: 'other', value }
    if (type === 'REQUEST' || type === 'RESPONSE') return { type: 'text', text: content, ...extra }
    return type === 'THINK' ? { type: 'thinking', thinking: content, ...extra } : { type: 'other', value }
  })
}

const isSaid = (value: unknown): boolean => value !== null && !(Array.isArray(value) && value.length === 0)

interface Answered {
  readonly session: RecordObject
  readonly messages: Iterable<JsonObject>
}

/** Returns a conversation as the interface for programs answers it, with what is around it or without; null for all else. */
export function sessionOf(value: RecordObject): Answered | null {
  const data = asHolder(value['data']) ?? value
  const holder = asHolder(data['biz_data']) ?? data
  const session = asHolder(holder['chat_session'])
  return session && asItems(holder['chat_messages']) ? { session, messages: objectsOf(holder['chat_messages']) } : null
}

/** Says whether a value is a conversation of an export: a mapping as ChatGPT's is, of messages in fragments. */
export function* isExported(value: RecordObject): Resting<boolean> {
  const mapping = asEntries(value['mapping'])
  if (mapping === null || !('inserted_at' in value)) return false
  return !(yield* someResting(valuesOf(mapping), (node) => 'author' in (asObject(asObject(node)?.['message']) ?? {})))
}

const idOf = (value: unknown): string | null =>
  typeof value === 'number' ? String(value) : typeof value === 'string' && value !== '' ? value : null

const isEmptyRoot = (node: JsonObject | null): boolean =>
  node !== null && node['message'] == null && node['parent'] == null
