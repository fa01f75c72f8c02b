import type { Block, Instant, Json, JsonObject, Role } from '../../domain/model.ts'
import type { EntryDraft } from '../plan.ts'
import { note, textBlocks, turn } from '../reading/tree/drafts.ts'
import { asHolder, asItems, type RecordObject } from '../reading/long/recordValue.ts'
import { newestLeaf, type TimedPlace } from '../reading/long/newestLeaf.ts'
import type { At, ReadContext, RecordReader, Step } from '../reading/tree/steps.ts'
import { asInstant, asObject, asText, objectsOf, someOf, without } from '../reading/values.ts'

const roles: Readonly<Record<string, Role>> = { human: 'USER', user: 'USER', assistant: 'ASSISTANT', system: 'SYSTEM' }
const readMembers: ReadonlySet<string> = new Set(['conversation_id', 'title', 'leaf_response_id'])
const toldOfResponses: ReadonlySet<string> = new Set([
  ...[
    'response_id',
    'conversation_id',
    'parent_response_id',
    'message',
    'sender',
    'create_time',
    'thinking_trace',
    'model',
  ],
])

/** Reads conversations of Grok, each a list of responses, a person's among them, that name their parents. */
export class GrokReader implements RecordReader {
  private readonly context: ReadContext

  constructor(context: ReadContext) {
    this.context = context
  }

  *read(value: RecordObject, { line }: At): Iterable<Step> {
    if (!isConversation(value)) return
    const about = asHolder(value['conversation']) ?? {}
    yield {
      kind: 'conversation',
      id: asText(about['conversation_id']),
      title: asText(about['title']),
      metadata: without(about, readMembers),
    }
    const places: TimedPlace[] = []
    for (const { response: input } of objectsOf(value['responses'])) {
      const response = asObject(input)
      if (response === null) continue
      const [id, parent] = [asText(response['response_id']), asText(response['parent_response_id'])]
      if (id !== null) places.push({ id, parent, at: timeOf(response['create_time']) })
      yield { kind: 'entry', id, content: response, parent, draft: this.draft(response, line) }
    }
    const head = asText(about['leaf_response_id']) ?? (yield* newestLeaf(places))
    if (head !== null) yield { kind: 'head', id: head }
  }

  private draft(response: JsonObject, line: number): EntryDraft {
    const observedAt = timeOf(response['create_time'])
    const sender = asText(response['sender'])?.toLowerCase() ?? ''
    const role = Object.hasOwn(roles, sender) ? (roles[sender] as Role) : null
    if (role === null) {
      const words = `Responses of the sender ${JSON.stringify(response['sender'] ?? null)} are unknown; they are stored unchanged.`
      this.context.findings.once(line, 'UNKNOWN_TYPE', words)
      return note(response, { observedAt })
    }
    const thought = asText(response['thinking_trace'])
    const thoughts: Block[] = thought === null ? [] : [{ type: 'thinking', thinking: thought }]
    const model = role === 'ASSISTANT' ? asText(response['model']) : null
    const blocks = [...thoughts, ...textBlocks(response['message'])]
    return turn(role, blocks, { observedAt, model, fields: without(response, toldOfResponses) })
  }
}

/** A time, or one as a database writes it out. */
function timeOf(value: Json | undefined): Instant | null {
  const date = asObject(value)?.['$date']
  const milliseconds = asText(asObject(date)?.['$numberLong'])
  return asInstant(milliseconds === null ? (date ?? value) : Number(milliseconds))
}

/** Says whether a value is a conversation of an export. */
export function isConversation(value: RecordObject): boolean {
  if (asItems(value['responses']) === null || asHolder(value['conversation']) === null) return false
  if (someOf(objectsOf(value['responses']), ({ response }) => 'response_id' in (asObject(response) ?? {}))) return true
  return asItems(value['responses'])?.length === 0 && 'conversation_id' in (asHolder(value['conversation']) ?? {})
}
