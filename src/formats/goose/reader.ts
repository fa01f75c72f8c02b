import type { Block, JsonObject, Role } from '../../domain/model.ts'
import type { EntryDraft } from '../plan.ts'
import { compaction, turn, type EntryDetails } from '../reading/tree/drafts.ts'
import { asItems, type RecordObject } from '../reading/long/recordValue.ts'
import type { EntryStep, EntryPart, RecordReader, Step } from '../reading/tree/steps.ts'
import { asInstant, asObject, asText, objectsIn, objectsOf, someOf, without } from '../reading/values.ts'
import { readContent } from './content.ts'
import { own } from '../../runtime/own.ts'

const lists = ['conversation', 'messages', 'history'] as const
const roles: Readonly<Record<string, Role>> = { user: 'USER', assistant: 'ASSISTANT', system: 'SYSTEM', tool: 'TOOL' }
/** Blocks that no other program has. */
const marks: ReadonlySet<string> = new Set([
  'toolRequest',
  'toolResponse',
  'toolConfirmationRequest',
  'frontendToolRequest',
])
const readMembers: ReadonlySet<string> = new Set([...lists, 'id', 'name', 'description', 'working_dir'])
const toldOfMessages: ReadonlySet<string> = new Set(['id', 'role', 'created', 'content'])

/** Reads sessions of Goose: a straight list of messages, of which those before a compaction are no longer sent. */
export class GooseReader implements RecordReader {
  private readonly mostBytes: number
  private hasBegun = false
  private count = 0
  /** First and last of each stretch of messages that the model is sent. */
  private displayed: [string, string][] = []
  private isHiding = false

  constructor(mostBytes: number) {
    this.mostBytes = mostBytes
  }

  *read(value: RecordObject): Iterable<Step> {
    const messages = isSession(value) ? lists.find((name) => asItems(value[name]) !== null) : undefined
    if (isSession(value)) yield* this.header(value)
    if (messages !== undefined) for (const message of objectsOf(value[messages])) yield* this.message(message)
    else if (!isSession(value) && isMessage(value as JsonObject, this.hasBegun)) {
      if (!this.hasBegun) yield { kind: 'conversation', id: null }
      this.hasBegun = true
      yield* this.message(value as JsonObject)
    }
  }

  /** What is not sent at the end of the file is taken out there. */
  *end(): Iterable<Step> {
    if (this.isHiding) yield this.marker()
  }

  private *header(value: RecordObject): Iterable<Step> {
    if (this.hasBegun && this.isHiding) yield this.marker()
    this.hasBegun = true
    this.displayed = []
    const by = asText(value['parent_session_id'])
    const about = {
      kind: 'conversation',
      id: asText(value['id']),
      title: asText(value['name']) ?? asText(value['description']),
      cwd: asText(value['working_dir']),
      metadata: without(value, readMembers),
    } as const
    yield by === null || by === about.id ? about : { ...about, sidechainOf: by }
  }

  private *message(message: JsonObject): Iterable<Step> {
    if (!isMessage(message, true)) return
    const isSent = asObject(message['metadata'])?.['agentVisible'] !== false
    if (isSent && this.isHiding) yield this.marker()
    const [id, label] = [asText(message['id']), `m${++this.count}`]
    const name = id ?? label
    const before = this.displayed.at(-1)
    if (!isSent) this.isHiding = true
    else if (before === undefined || this.isApart) this.displayed.push([name, name])
    else before[1] = name
    this.isApart = !isSent
    const [draft, ...further] = this.steps(message)
    const parts = further.map((each, i): EntryPart => ({ suffix: `${i + 2}`, draft: each }))
    yield { kind: 'entry', id, ...(id === null && { label }), content: message, draft, parts }
  }

  private isApart = false

  /** Stands where messages are sent again: before it only what is shown still is. */
  private marker(): EntryStep {
    this.isHiding = false
    const keep = this.displayed.map(([first, last]) => [first, last] as const)
    const content = { hidden: this.count, keep: keep.map(([first]) => first) }
    return { kind: 'entry', id: null, content, draft: compaction(), keep }
  }

  /** Results stand in messages of the user: they are turns of the tools. What a person does not see is the program's. */
  private steps(message: JsonObject): [EntryDraft, ...EntryDraft[]] {
    const { blocks, files } = readContent(message['content'], this.mostBytes)
    const text = own(roles, asText(message['role']) ?? '') ?? 'USER'
    const isHidden = asObject(message['metadata'])?.['userVisible'] === false
    const role = text === 'USER' && isHidden ? 'SYSTEM' : text
    const observedAt = asInstant(message['created'])
    const groups: { readonly role: Role; readonly blocks: Block[] }[] = []
    for (const block of blocks) {
      const of = block.type === 'toolResult' ? 'TOOL' : role
      const last = groups.at(-1)
      if (last?.role === of) last.blocks.push(block)
      else groups.push({ role: of, blocks: [block] })
    }
    const [first, ...others] = groups
    const entryDetails: EntryDetails = { observedAt, fields: without(message, toldOfMessages), files }
    return [
      turn(first?.role ?? role, first?.blocks ?? [], entryDetails),
      ...others.map((group) => turn(group.role, group.blocks, { observedAt })),
    ]
  }
}

function isMessage(value: JsonObject, hasBegun: boolean): boolean {
  const role = asText(value['role'])
  if (role === null || !Object.hasOwn(roles, role) || value['content'] === undefined) return false
  return hasBegun || hasMark(value) || (typeof value['created'] === 'number' && Array.isArray(value['content']))
}

const hasMark = (message: JsonObject) =>
  objectsIn(message['content']).some(({ type }) => typeof type === 'string' && marks.has(type))

function isSession(value: RecordObject): boolean {
  if ('role' in value) return false
  if ('working_dir' in value && ['conversation', 'description', 'message_count'].some((name) => name in value))
    return true
  return lists.some((name) => asItems(value[name]) !== null && someOf(objectsOf(value[name]), hasMark))
}

/** Says whether a value shows marks of Goose. */
export function isGoose(value: JsonObject): boolean {
  return isSession(value) || hasMark(value)
}
