import type { Instant, JsonObject, Role, UsageInput } from '../../domain/model.ts'
import { blocksBy, note, textReader, turn } from '../reading/tree/drafts.ts'
import { headOf, NewestTurn } from '../reading/tree/newestTurn.ts'
import { asEntries, asHolder, type RecordObject } from '../reading/long/recordValue.ts'
import type { At, EntryStep, ReadContext, RecordReader, Step } from '../reading/tree/steps.ts'
import { openAiUsage } from '../reading/usage.ts'
import { outputSteps } from './output.ts'
import { linkedTree } from '../reading/tree/treeOrder.ts'
import { asCount, asInstant, asObject, asText, without } from '../reading/values.ts'

const roles: Readonly<Record<string, Role>> = { user: 'USER', assistant: 'ASSISTANT', system: 'SYSTEM', tool: 'TOOL' }
/** Members that nodes, title or head tell; `messages` repeats one path of the history. */
const readMembers: ReadonlySet<string> = new Set(['history', 'messages', 'title', 'id', 'chat'])

/** Reads chats of Open WebUI, each with a history of messages by id. */
export class OpenWebUiReader implements RecordReader {
  private readonly context: ReadContext

  constructor(context: ReadContext) {
    this.context = context
  }

  *read(value: RecordObject, { line }: At): Iterable<Step> {
    const chat = chatOf(value)
    const history = asHolder(chat?.['history'])
    const messages = asEntries(history?.['messages'])
    if (!chat || !history || !messages) return
    const [id, title] = [asText(value['id']) ?? asText(chat['id']), asText(value['title']) ?? asText(chat['title'])]
    const outer = chat === value ? {} : without(value, readMembers)
    yield { kind: 'conversation', id, title, metadata: { ...outer, ...without(chat, readMembers) } }
    const began = asInstant(value['created_at']) ?? asInstant(chat['timestamp'])
    const { order, parentOf } = yield* linkedTree(messages, { parent: 'parentId', children: 'childrenIds' })
    const newest = new NewestTurn()
    for (const key of order) {
      const message = asObject(messages.get(key)) ?? {}
      const draft = this.draft(message, began, line)
      newest.take(key, draft.draft)
      yield { kind: 'entry', id: key, parent: parentOf(key), ...draft }
    }
    yield* headOf(asText(history['currentId']), newest.id, (id) => asObject(messages.get(id)) !== null)
  }

  private draft(message: JsonObject, began: Instant | null, line: number): Pick<EntryStep, 'draft' | 'parts'> {
    const {
      id: _id,
      parentId: _parent,
      childrenIds: _children,
      role,
      content,
      timestamp,
      model,
      usage,
      ...fields
    } = message
    const observedAt = asInstant(timestamp) ?? began
    const name = asText(role) ?? ''
    if (Object.hasOwn(roles, name)) {
      const role = roles[name] as Role
      const details = { observedAt, model: asText(model) }
      const steps = role === 'ASSISTANT' ? outputSteps(fields['output'], content, details) : null
      const blocks = steps?.blocks ?? blocksBy({ text: textReader }, content)
      const { output: _output, ...rest } = fields
      const draft = turn(role, blocks, { ...details, usage: usageOf(asObject(usage)), fields: steps ? rest : fields })
      return { draft, parts: steps?.parts ?? [] }
    }
    this.context.findings.once(
      line,
      'UNKNOWN_TYPE',
      `Messages of the role "${name}" are unknown; they are stored unchanged.`,
    )
    return { draft: note(without(message, new Set(['id', 'parentId', 'childrenIds'])), { observedAt }) }
  }
}

function usageOf(usage: JsonObject | null): UsageInput | null {
  const usageInput = openAiUsage(usage)
  if (!usage || !usageInput) return null
  return {
    ...usageInput,
    inputTokens: usageInput.inputTokens ?? asCount(usage['prompt_eval_count']),
    outputTokens: usageInput.outputTokens ?? asCount(usage['eval_count']),
  }
}

/** Returns the chat of a value, which may be one itself; null when there is none. */
export function chatOf(value: RecordObject): RecordObject | null {
  const chat = asHolder(value['chat']) ?? value
  const history = asHolder(chat['history'])
  return history && (asEntries(history['messages']) !== null || 'currentId' in history) ? chat : null
}
