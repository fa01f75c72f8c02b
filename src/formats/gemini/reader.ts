import type { JsonObject } from '../../domain/model.ts'
import {
  asHolder,
  asItems,
  plainObject,
  type Items,
  type RecordObject,
  type RecordValue,
} from '../reading/long/recordValue.ts'
import type { At, ReadContext, RecordReader, Step } from '../reading/steps.ts'
import { asObject, asText } from '../reading/values.ts'
import { readMessage } from './messages.ts'

interface Held {
  /** Where its last state is: of a list it is read again; null: it stood on a line of its own, and is held. */
  readonly among: Items | null
  readonly at: number
  readonly line: number
  /** The message that it continues. */
  readonly parent: string | null
}

/**
 * Reads a Gemini CLI session: one object; or lines, a log in which a message is written again when it changes and the
 * talk may go back. Of each message the last state counts, so it is held until the end.
 */
export class GeminiReader implements RecordReader {
  private readonly context: ReadContext
  private readonly messages = new Map<string, Held>()
  private session: string | null = null
  private hasBegun = false
  private tip: string | null = null

  constructor(context: ReadContext) {
    this.context = context
  }

  *read(value: RecordObject, { line }: At): Iterable<Step> {
    if (isSession(value)) yield* this.header(value, line)
    if (!this.hasBegun) return
    const change = asHolder(value['$set'])
    const back = asText(value['$rewindTo'])
    if (change) yield* this.changed(change, line)
    else if (back !== null) this.tip = this.messages.get(back)?.parent ?? null
    else if (asText(value['id']) !== null && 'type' in value) this.addLine(plainObject(value), line)
    else if (!isSession(value))
      this.context.findings.once(line, 'UNKNOWN_TYPE', 'The line is no message and no change; it is kept as it is.')
  }

  *end(): Iterable<Step> {
    for (const [id, { among, at, line, parent }] of this.messages) {
      const message = (among === null ? this.context.held.get(keyOf(id)) : asObject(among.at(at))) ?? {}
      const { draft, parts, isKnown } = readMessage(message)
      const type = JSON.stringify(message['type'] ?? null)
      if (!isKnown)
        this.context.findings.once(
          line,
          'UNKNOWN_TYPE',
          `Messages of the type ${type} are not known; they are kept as they are.`,
        )
      yield { kind: 'entry', id, parent, draft, parts, line }
    }
    if (this.tip !== null) yield { kind: 'head', id: this.tip }
  }

  private *header(value: RecordObject, line: number): Iterable<Step> {
    const { sessionId, messages, ...metadata } = value
    if (!this.hasBegun) this.session = asText(sessionId)
    this.hasBegun = true
    yield { kind: 'conversation', id: this.session, metadata, cwd: directoryOf(value) }
    this.addAll(messages, line)
  }

  private *changed(change: RecordObject, line: number): Iterable<Step> {
    const { messages, ...metadata } = change
    yield { kind: 'conversation', id: this.session, metadata }
    if (messages === undefined) return
    // What the model is sent from now on: those that are known stay where they are.
    this.addAll(messages, line)
  }

  private addAll(messages: RecordValue | undefined, line: number): void {
    const among = asItems(messages) ?? []
    for (let at = 0; at < among.length; at++) {
      const message = asObject(among.at(at))
      if (message !== null) this.add(message, among, at, line)
    }
  }

  private addLine(message: JsonObject, line: number): void {
    this.add(message, null, 0, line)
    if (this.tip !== null) this.context.held.set(keyOf(this.tip), message)
  }

  private add(message: RecordObject, among: Items | null, at: number, line: number): void {
    const id = asText(message['id']) ?? `#${this.messages.size + 1}`
    const known = this.messages.get(id)
    this.messages.set(id, { among, at, line: known?.line ?? line, parent: known ? known.parent : this.tip })
    this.tip = id
  }
}

/** As JSON, for an id of a file may hold half of a character, and those are one where they lie on the disk. */
const keyOf = (id: string) => JSON.stringify(id)

const directoryOf = (value: RecordObject) => asText(asItems(value['directories'])?.at(0))

/** Says whether a value is a session, or the first line of one. */
export function isSession(value: RecordObject): boolean {
  return (
    asText(value['sessionId']) !== null &&
    ['projectHash', 'startTime', 'lastUpdated'].some((name) => name in value) &&
    !('uuid' in value)
  )
}
