import type { JsonObject } from '../../domain/model.ts'
import { someResting } from '../breaths.ts'
import type { EntryDraft } from '../plan.ts'
import { Condensed } from './tree/condensed.ts'
import type { At, RecordReader, Step } from './tree/steps.ts'
import type { Path } from './long/recordShape.ts'
import { asHolder, plainObject, type RecordObject } from './long/recordValue.ts'
import { asText, objectsOf, someOf, without } from './values.ts'

/** Members in which programs keep the messages of a conversation. */
const lists = ['messages', 'traj', 'history', 'conversation', 'conversations', 'trajectory'] as const
/** Members that hold the request with the messages. */
const wrappings = ['body', 'request'] as const
/** Where what reads messages meets lists of them. */
export const longMessages: readonly Path[] = [[], ...wrappings.map((name) => [name])].flatMap((around) =>
  lists.map((name) => [...around, name]),
)
/** Members that name a conversation. */
const idNames = ['conversation_id', 'conversationId', 'session_id', 'thread_id', 'id'] as const

/** A value that has a list of messages. */
export interface MessageList {
  /** What holds the list; the value itself or a member of it. */
  readonly holder: RecordObject
  readonly messages: Iterable<JsonObject>
  /** The value without the list. */
  readonly rest: RecordObject
}

/** Members by which messages of trees name the one that they continue. */
const parents = [
  'parentId',
  'parent_id',
  'parentUuid',
  'parent_message_uuid',
  'parent_response_id',
  'parentMessageId',
] as const

/** Says whether a message names its parent: such ones are a tree, and never read as a straight line. */
export function namesParent(message: RecordObject): boolean {
  return parents.some((name) => asText(message[name]) !== null)
}

/** Says whether a value is a message of a chat. */
export function isMessage(value: RecordObject): boolean {
  return asText(value['role']) !== null && (value['content'] !== undefined || Array.isArray(value['tool_calls']))
}

/** Returns the list of messages that a value has; null when it has none. */
export function messageList(value: RecordObject): MessageList | null {
  for (const wrapping of [null, ...wrappings]) {
    const holder = wrapping === null ? value : asHolder(value[wrapping])
    const name = holder && lists.find((each) => someOf(objectsOf(holder[each]), isMessage))
    if (!holder || name === undefined || name === null) continue
    const rest: RecordObject = without(holder, new Set([name]))
    const around = wrapping === null ? rest : { ...without(value, new Set([wrapping])), [wrapping]: rest }
    return { holder, messages: objectsOf(holder[name]), rest: around }
  }
  return null
}

/** Returns the messages that a value is, or has. */
export function messagesIn(value: JsonObject): readonly JsonObject[] {
  return isMessage(value) ? [value] : [...(messageList(value)?.messages ?? [])]
}

/** Returns what of a list's surroundings names its conversation, null when nothing does. */
export function idIn({ rest }: MessageList): string | null {
  return idNames.map((name) => asText(rest[name])).find((id) => id !== null) ?? null
}

/** Says of the messages of one conversation, in order, what they are. */
export interface MessageReader {
  /** What stands beside the list and is part of the talk. */
  before?(list: MessageList): Iterable<EntryDraft>
  message(message: JsonObject, line: number): EntryDraft
  /** Says whether something of a message is none of the format. */
  isOdd(message: JsonObject): boolean
}

/** Reads files of messages: each record is one of a conversation, or has all of one. */
export class MessageFileReader implements RecordReader {
  private readonly begin: () => MessageReader
  private array = -1
  private reader: MessageReader
  private condensed = new Condensed()

  constructor(begin: () => MessageReader) {
    this.begin = begin
    this.reader = begin()
  }

  *read(value: RecordObject, { line, array }: At): Iterable<Step> {
    if (isMessage(value)) {
      if (namesParent(value)) return
      yield* this.single(array)
      const message = plainObject(value)
      yield* entry(message, this.reader, this.condensed, line)
      return
    }
    const list = messageList(value)
    if (!list || (yield* someResting(list.messages, namesParent))) return
    const reader = this.begin()
    yield { kind: 'conversation', id: idIn(list), title: asText(list.rest['title']), metadata: list.rest }
    for (const draft of reader.before?.(list) ?? []) yield { kind: 'entry', id: null, draft }
    const condensed = new Condensed()
    for (const message of list.messages) yield* entry(message, reader, condensed, line)
  }

  /** Messages one by one are of one conversation, those of a further array at the top of a further one. */
  private *single(array: number): Iterable<Step> {
    if (array === this.array) return
    this.array = array
    this.reader = this.begin()
    this.condensed = new Condensed()
    yield { kind: 'conversation', id: null }
  }
}

function* entry(message: JsonObject, reader: MessageReader, condensed: Condensed, line: number): Iterable<Step> {
  const label = condensed.labelOf(message)
  const draft = reader.message(message, line)
  const isOdd = reader.isOdd(message) ? ({ isOdd: true } as const) : {}
  yield { kind: 'entry', id: null, content: message, draft, ...isOdd, ...(label !== undefined && { label }) }
  yield* condensed.after(message, label)
}
