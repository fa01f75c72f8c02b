import type { JsonObject, Role } from '../../domain/model.ts'
import type { EntryDraft } from '../plan.ts'
import { note, textBlocks, turn } from '../reading/tree/drafts.ts'
import type { At, ReadContext, RecordReader, Step } from '../reading/tree/steps.ts'
import { asInstant, asObject, asText, objectsIn, without } from '../reading/values.ts'

const roles: Readonly<Record<string, Role>> = { prompter: 'USER', assistant: 'ASSISTANT' }

/** Reads OpenAssistant lines: a whole message tree on each, or one message on each. */
export class OasstReader implements RecordReader {
  private readonly context: ReadContext
  /** The tree of a flat line's message, where the lines do not name it. */
  private readonly trees = new Map<string, string>()

  constructor(context: ReadContext) {
    this.context = context
  }

  *read(value: JsonObject, { line }: At): Iterable<Step> {
    const prompt = asObject(value['prompt'])
    if (prompt && isMessage(prompt)) {
      const { prompt: _prompt, message_tree_id: tree, ...metadata } = value
      yield { kind: 'conversation', id: asText(tree) ?? asText(prompt['message_id']), metadata }
      yield* this.branch(prompt, line)
    } else if (isMessage(value)) {
      yield { kind: 'conversation', id: this.treeOf(value) }
      yield* this.branch(value, line)
    }
  }

  /** A message and the replies below it, which may be many levels deep. */
  private *branch(message: JsonObject, line: number): Iterable<Step> {
    const open: { message: JsonObject; above: string | null }[] = [{ message, above: asText(message['parent_id']) }]
    for (let next = open.pop(); next; next = open.pop()) {
      const { message: one, above } = next
      const id = asText(one['message_id'])
      const replies = objectsIn(one['replies'])
      // What answers it is no part of what it says.
      const content = replies.length === 0 ? one : without(one, new Set(['replies']))
      yield { kind: 'entry', id, content, parent: asText(one['parent_id']) ?? above, draft: this.draft(one, line) }
      for (const reply of replies.reverse()) open.push({ message: reply, above: id })
    }
  }

  private draft(message: JsonObject, line: number): EntryDraft {
    const {
      message_id: _id,
      parent_id: _parent,
      message_tree_id: _tree,
      replies: _replies,
      text,
      role,
      ...rest
    } = message
    const { model_name: model, created_date: created, ...fields } = rest
    const details = { observedAt: asInstant(created), model: asText(model), fields }
    const name = asText(role) ?? ''
    if (Object.hasOwn(roles, name)) return turn(roles[name] as Role, textBlocks(text), details)
    this.context.findings.once(
      line,
      'UNKNOWN_TYPE',
      `Messages of the role "${name}" are unknown; they are stored unchanged.`,
    )
    return note({ text: text ?? null, role: role ?? null, ...rest }, { observedAt: details.observedAt })
  }

  private treeOf(message: JsonObject): string | null {
    const [id, parent] = [asText(message['message_id']), asText(message['parent_id'])]
    const tree = asText(message['message_tree_id']) ?? (parent === null ? id : (this.trees.get(parent) ?? parent))
    if (id !== null && tree !== null && !('message_tree_id' in message)) this.trees.set(id, tree)
    return tree
  }
}

/** Says whether a value is a message of a tree. */
export function isMessage(value: JsonObject): boolean {
  return asText(value['message_id']) !== null && typeof value['text'] === 'string' && typeof value['role'] === 'string'
}
