import type { Instant, Json, JsonObject, Role } from '../../domain/model.ts'
import { someResting, type Resting } from '../breaths.ts'
import type { EntryDraft } from '../plan.ts'
import { note, turn } from '../reading/tree/drafts.ts'
import { callIn, resultIn, ToolAnswers } from './tools.ts'
import { headOf, NewestTurn } from '../reading/tree/newestTurn.ts'
import { asEntries, valuesOf, type RecordObject } from '../reading/long/recordValue.ts'
import type { At, EntryStep, ReadContext, RecordReader, Step } from '../reading/tree/steps.ts'
import { linkedTree } from '../reading/tree/treeOrder.ts'
import { asInstant, asList, asObject, asText, someOf, without } from '../reading/values.ts'
import { noAssets, withFiles, type Assets } from './assets.ts'
import { readContent } from './content.ts'

const roles: Readonly<Record<string, Role>> = { user: 'USER', assistant: 'ASSISTANT', system: 'SYSTEM', tool: 'TOOL' }
/** Members of a conversation that its nodes, its title or its head tell. */
const readMembers: ReadonlySet<string> = new Set(['mapping', 'title', 'current_node', 'id', 'conversation_id'])

/** Reads the conversations of a ChatGPT export, each a mapping of nodes with parent and children. */
export class ChatGptReader implements RecordReader {
  private readonly context: ReadContext
  /** Of the conversation: when it began, and the model that answers where an answer names none. */
  private began: Instant | null = null
  private model: string | null = null

  private readonly assets: Assets

  constructor(context: ReadContext, assets: Assets = noAssets) {
    this.context = context
    this.assets = assets
  }

  *read(value: RecordObject, { line }: At): Iterable<Step> {
    const mapping = asEntries(value['mapping'])
    if (!mapping || !(yield* isConversation(value))) return
    const id = asText(value['conversation_id']) ?? asText(value['id'])
    yield { kind: 'conversation', id, title: asText(value['title']), metadata: without(value, readMembers) }
    this.began = asInstant(value['create_time'])
    this.model = asText(value['default_model_slug'])
    const { order, parentOf } = yield* linkedTree(mapping, { parent: 'parent', children: 'children' })
    const answers = new ToolAnswers()
    const newest = new NewestTurn()
    for (const key of order) {
      const node = asObject(mapping.get(key)) ?? {}
      const parent = parentOf(key)
      const answered = answers.take(key, parent, asObject(node['message']))
      if (answered?.isRepeated === true) this.repeated(line)
      const entry = this.entry({ key, node, parent, line }, answered?.call ?? null)
      newest.take(key, entry.draft)
      yield entry
    }
    yield* headOf(asText(value['current_node']), newest.id, (id) => asObject(mapping.get(id)) !== null)
  }

  private entry({ key, node, parent, line }: TreeNode, call: string | null): EntryStep {
    const message = asObject(node['message'])
    // Roots without a message have one id in all newer exports; the conversation below distinguishes them.
    const first = asText(asList(node['children'])[0]) ?? ''
    const own = message ? {} : { key: `${key}:${first}` }
    const draft = this.draft(node, message, line)
    const isUnknown = message !== null && draft.kind === 'NOTE' ? ({ isUnknown: true } as const) : {}
    return {
      kind: 'entry',
      id: key,
      ...own,
      ...isUnknown,
      parent,
      draft: message ? withTools(draft, message, key, call) : draft,
    }
  }

  private draft(node: JsonObject, message: JsonObject | null, line: number): EntryDraft {
    const { began } = this
    const { id: _id, message: _message, parent: _parent, children: _children, ...outer } = node
    if (!message) return note({ message: null, ...outer }, { observedAt: began })
    const { id: _messageId, author, create_time: time, content, ...rest } = message
    const observedAt = asInstant(time) ?? began
    const role = roleOf(asObject(author), asObject(rest['metadata']), asText(asObject(content)?.['content_type']))
    const { blocks, isKnown } = readContent(content)
    if (!isKnown && content != null)
      this.unknown(line, `Content of the type ${JSON.stringify(asObject(content)?.['content_type'] ?? null)}`)
    if (role === null) {
      this.unknown(line, `Messages of the role ${JSON.stringify(asObject(author)?.['role'] ?? null)}`)
      return note(message, { observedAt })
    }
    const named = asText(asObject(rest['metadata'])?.['model_slug'])
    const model = named ?? (role === 'ASSISTANT' ? this.model : null)
    const displayed = withFiles(blocks, message, this.assets)
    const pointers = displayed.pointers.length > 0 ? { pointers: displayed.pointers } : {}
    const fields = { ...outer, ...rest, ...pointers, author: author as Json }
    return turn(role, displayed.blocks, { observedAt, model, fields, files: displayed.files })
  }

  /** A provider takes one result of a call. */
  private repeated(line: number): void {
    const message = 'A call has several results of its tool: all are stored, and a model is sent the first.'
    this.context.findings.once(line, 'REPEATED_RESULT', message)
  }

  private unknown(line: number, what: string): void {
    this.context.findings.once(line, 'UNKNOWN_TYPE', `${what} are unknown; they are stored unchanged.`)
  }
}

interface TreeNode {
  readonly key: string
  readonly node: JsonObject
  readonly parent: string | null
  readonly line: number
}

/** A message to a tool is a call, and what the tool says its result; the files of either stand behind that. */
function withTools(draft: EntryDraft, message: JsonObject, key: string, call: string | null): EntryDraft {
  const files = draft.blocks.filter(({ type }) => type === 'attachment')
  const blocks = draft.blocks.filter(({ type }) => type !== 'attachment')
  if (draft.role === 'ASSISTANT') {
    const made = callIn(message, key)
    return made === null ? draft : { ...draft, blocks: [...made, ...files] }
  }
  if (draft.role !== 'TOOL' || call === null) return draft
  return { ...draft, blocks: [...resultIn(blocks, message['content'], call), ...files] }
}

const hidden = ['is_visually_hidden_from_conversation', 'is_user_system_message'] as const

/** What the program puts in under the person's name is hidden from them. */
function roleOf(author: JsonObject | null, metadata: JsonObject | null, contentType: string | null): Role | null {
  const name = asText(author?.['role']) ?? ''
  const role = Object.hasOwn(roles, name) ? (roles[name] as Role) : null
  const isHidden = hidden.some((mark) => metadata?.[mark] === true) || contentType === 'user_editable_context'
  // What the program remembers stands there as an answer.
  return (role === 'USER' && isHidden) || contentType === 'model_editable_context' ? 'SYSTEM' : role
}

/** Says whether a value is a conversation of an export. */
export function* isConversation(value: RecordObject): Resting<boolean> {
  const mapping = asEntries(value['mapping'])
  if (mapping === null || !someOf(valuesOf(mapping), () => true)) return false
  return !(yield* someResting(valuesOf(mapping), (node) => !isNode(asObject(node))))
}

function isNode(node: JsonObject | null): boolean {
  return node !== null && ('message' in node || 'parent' in node || 'children' in node)
}
