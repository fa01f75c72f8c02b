import type { Block, JsonObject, Role } from '../../domain/model.ts'
import { someResting } from '../breaths.ts'
import type { EntryDraft } from '../plan.ts'
import { attachedName, attachedText, inUrn, type AttachedFile } from '../reading/attached/attached.ts'
import { compaction, note, turn } from '../reading/tree/drafts.ts'
import { asItems, type RecordObject } from '../reading/long/recordValue.ts'
import { newestLeaf, type TimedPlace } from '../reading/long/newestLeaf.ts'
import type { At, EntryPart, ReadContext, RecordReader, Step } from '../reading/tree/steps.ts'
import { asInstant, asList, asObject, asText, objectsIn, objectsOf, someOf, without } from '../reading/values.ts'
import { blocksOf } from './content.ts'

const roles: Readonly<Record<string, Role>> = { human: 'USER', assistant: 'ASSISTANT' }
/** What the first messages of a conversation name as their parent. */
const noParent = '00000000-0000-4000-8000-000000000000'
/** Members of a conversation that its messages, its title or its head tell; and whose it is, which nobody is shown. */
const readMembers: ReadonlySet<string> = new Set([
  'uuid',
  'name',
  'chat_messages',
  'account',
  'current_leaf_message_uuid',
])
const toldOfMessages: ReadonlySet<string> = new Set([
  ...['uuid', 'text', 'content', 'sender', 'created_at', 'parent_message_uuid', 'attachments', 'files', 'model'],
  'compaction_summary',
])

/** Reads conversations of claude.ai, each a list of messages that name their parents, or of older exports a straight one. */
export class ClaudeAiReader implements RecordReader {
  private readonly context: ReadContext
  private readonly mostBytes: number

  constructor(context: ReadContext, mostBytes: number) {
    this.context = context
    this.mostBytes = mostBytes
  }

  *read(value: RecordObject, { line }: At): Iterable<Step> {
    if (!isConversation(value)) return
    const messages = () => objectsOf(value['chat_messages'])
    yield {
      kind: 'conversation',
      id: asText(value['uuid']),
      title: asText(value['name']),
      metadata: without(value, readMembers),
    }
    const isTree = yield* someResting(messages(), (message) => 'parent_message_uuid' in message)
    const places: TimedPlace[] = []
    for (const message of messages()) {
      const id = asText(message['uuid'])
      const before = places.at(-1)?.id ?? null
      const parent = isTree && 'parent_message_uuid' in message ? parentOf(message) : before
      if (id !== null) places.push({ id, parent, at: asInstant(message['created_at']) })
      yield* this.message(message, id, parent, asText(value['model']), line)
    }
    const head = asText(value['current_leaf_message_uuid']) ?? (yield* newestLeaf(places))
    if (head !== null) yield { kind: 'head', id: head }
  }

  private *message(
    message: JsonObject,
    id: string | null,
    parent: string | null,
    model: string | null,
    line: number,
  ): Iterable<Step> {
    const summary = summaryIn(message)
    const marker = summary === null ? null : `${id ?? ''}.compaction`
    const observedAt = asInstant(message['created_at'])
    if (marker !== null) yield { kind: 'entry', id: marker, parent, summary, draft: compaction({ observedAt }) }
    const [draft, ...further] = inSteps(this.draft(message, model, line))
    const parts = further.map((each, at): EntryPart => ({ suffix: `${at + 2}`, draft: each }))
    yield { kind: 'entry', id, content: message, parent: marker ?? parent, draft, parts }
  }

  private draft(message: JsonObject, model: string | null, line: number): EntryDraft {
    const observedAt = asInstant(message['created_at'])
    const role = roleOf(message)
    if (role === null) {
      const sender = JSON.stringify(message['sender'] ?? null)
      this.context.findings.once(
        line,
        'UNKNOWN_TYPE',
        `Messages of the sender ${sender} are unknown; they are stored unchanged.`,
      )
      return note(message, { observedAt })
    }
    const files = [...this.attachments(message), ...filesOf(message)]
    return turn(role, [...blocksOf(message), ...files.map(({ block }) => block)], {
      observedAt,
      model: role === 'ASSISTANT' ? (asText(message['model']) ?? model) : null,
      fields: without(message, toldOfMessages),
      files: files.map(({ file }) => file),
    })
  }

  /** Of an attachment the export has the text that was taken out of it, whatever the file itself was. */
  private attachments(message: JsonObject): AttachedFile[] {
    return objectsIn(message['attachments']).map((attachment) => {
      const [name, type] = [asText(attachment['file_name']), asText(attachment['file_type'])]
      const text = asText(attachment['extracted_content'])
      if (text === null) return attachedName(`urn:claude-ai:attachment:${inUrn(name ?? '')}`, { name })
      return attachedText(
        text,
        { name, mediaType: type?.startsWith('text/') === true ? type : 'text/plain' },
        this.mostBytes,
      )
    })
  }
}

/**
 * Returns an answer as its steps: what was said and called, what came back as a turn of the tools, what was said then. A
 * model is only sent results that stand behind the answer which asked for them.
 */
function inSteps(draft: EntryDraft): [EntryDraft, ...EntryDraft[]] {
  const isResult = ({ type }: Block) => type === 'toolResult'
  if (!draft.blocks.some(isResult)) return [draft]
  const { files: _files, ...bare } = draft
  const steps: { role: EntryDraft['role']; blocks: Block[] }[] = []
  for (const block of draft.blocks) {
    const role = isResult(block) ? 'TOOL' : draft.role
    const last = steps.at(-1)
    if (last?.role === role) last.blocks.push(block)
    else steps.push({ role, blocks: [block] })
  }
  const [first, ...rest] = steps.map((step) => ({
    ...bare,
    fields: {},
    ...step,
    model: step.role === 'TOOL' ? null : draft.model,
  }))
  const files = draft.files === undefined ? {} : { files: draft.files }
  return [{ ...(first ?? bare), fields: draft.fields, ...files }, ...rest]
}

/** Of files the export has the names alone. */
function filesOf(message: JsonObject): AttachedFile[] {
  return objectsIn(message['files']).map((file) => {
    const [name, id] = [asText(file['file_name']), asText(file['file_uuid'])]
    return attachedName(id === null ? `urn:claude-ai:file:${inUrn(name ?? '')}` : `urn:uuid:${inUrn(id)}`, { name })
  })
}

function roleOf(message: JsonObject): Role | null {
  const sender = asText(message['sender']) ?? ''
  return Object.hasOwn(roles, sender) ? (roles[sender] as Role) : null
}

function parentOf(message: JsonObject): string | null {
  const parent = asText(message['parent_message_uuid'])
  return parent === noParent ? null : parent
}

/** What stands in place of all before a message; null where nothing does. */
function summaryIn({ compaction_summary: input }: JsonObject): string | null {
  const parts = typeof input === 'string' ? [input] : asList(input)
  const texts = parts.flatMap((part) => {
    const object = asObject(part)
    return asText(part) ?? asText(object?.['text']) ?? asText(object?.['summary']) ?? asText(object?.['content']) ?? []
  })
  return texts.length === 0 ? null : texts.join('\n\n')
}

/** Says whether a value is a conversation of claude.ai. */
export function isConversation(value: RecordObject): boolean {
  const messages = asItems(value['chat_messages'])
  if (messages === null) return false
  if (messages.length === 0) return 'uuid' in value
  return someOf(objectsOf(value['chat_messages']), (message) => 'sender' in message)
}
