import type { JsonObject } from '../../domain/model.ts'
import { rest, SmallSteps, someResting, type Resting } from '../breaths.ts'
import {
  asHolder,
  asItems,
  plainObject,
  type Items,
  type RecordObject,
  type RecordValue,
} from '../reading/long/recordValue.ts'
import { compaction } from '../reading/tree/drafts.ts'
import type { At, EntryStep, ReadContext, RecordReader, Step } from '../reading/tree/steps.ts'
import { asObject, asText, objectsIn } from '../reading/values.ts'
import { readMessage } from './messages.ts'

interface Held {
  /** Where its last state is: of a list it is read again; null: it stood on a line of its own, and is held. */
  readonly among: Items | null
  readonly at: number
  readonly line: number
  /** The message that it continues. */
  readonly parent: string | null
  /** Of a list that stood in place of the talk so far: its messages; null: it is a message. */
  readonly list: readonly string[] | null
}

/**
 * Reads a Gemini CLI session: one object; or lines, a log in which a message is written again when it changes and the
 * talk may go back. Of each message the last state counts, so it is held until the end.
 */
export class GeminiReader implements RecordReader {
  private readonly context: ReadContext
  private readonly mostBytes: number
  private readonly messages = new Map<string, Held>()
  private session: string | null = null
  private hasBegun = false
  private tip: string | null = null
  private lists = 0

  constructor(context: ReadContext, mostBytes: number) {
    this.context = context
    this.mostBytes = mostBytes
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
      this.context.findings.once(
        line,
        'UNKNOWN_TYPE',
        'The line is neither a message nor a change; it is stored unchanged.',
      )
  }

  *end(): Iterable<Step> {
    const resultsOf = yield* this.reportedResults()
    const above = (id: string | null): string | null => {
      let at = id
      while (at !== null && this.isRepeated(at, resultsOf)) at = this.messages.get(at)?.parent ?? null
      return at
    }
    for (const [id, held] of this.messages) {
      if (held.list !== null) yield markerOf(id, above(held.parent), held.list, held.line)
      else if (!this.isRepeated(id, resultsOf)) yield* this.message(id, held, above(held.parent))
    }
    if (this.messages.size > 0) yield { kind: 'head', id: above(this.tip) }
  }

  private *message(id: string, held: Held, parent: string | null): Iterable<Step> {
    const { line } = held
    const message = this.stateOf(id, held)
    const { draft, parts, isKnown } = readMessage(message, this.mostBytes)
    const type = JSON.stringify(message['type'] ?? null)
    if (!isKnown)
      this.context.findings.once(
        line,
        'UNKNOWN_TYPE',
        `Messages of the type ${type} are unknown; they are stored unchanged.`,
      )
    yield { kind: 'entry', id, parent, draft, parts, line }
    for (const { agentId } of objectsIn(message['toolCalls']))
      if (asText(agentId) !== null && this.session !== null)
        yield { kind: 'spawn', by: this.session, agent: agentId as string, caller: id }
  }

  private stateOf(id: string, { among, at }: Held): JsonObject {
    return (among === null ? this.context.held.get(keyOf(id)) : asObject(among.at(at))) ?? {}
  }

  /** The calls of which the answers themselves have the results. */
  private *reportedResults(): Resting<ReadonlySet<string>> {
    const ids = new Set<string>()
    const answers = ([id, held]: [string, Held]) => held.list === null && responsesIn(this.stateOf(id, held)) !== null
    if (!(yield* someResting(this.messages, answers))) return ids
    const steps = new SmallSteps()
    for (const [id, held] of this.messages) {
      if (steps.areMany()) yield rest
      if (held.list === null)
        for (const { suffix } of readMessage(this.stateOf(id, held), this.mostBytes).parts) ids.add(suffix)
    }
    return ids
  }

  /** A user's message that has nothing but results which their calls have, too. */
  private isRepeated(id: string, ids: ReadonlySet<string>): boolean {
    const held = this.messages.get(id)
    if (ids.size === 0 || !held || held.list !== null) return false
    const responses = responsesIn(this.stateOf(id, held))
    return responses !== null && responses.every((call) => ids.has(call))
  }

  private *header(value: RecordObject, line: number): Iterable<Step> {
    const { sessionId, messages, ...metadata } = value
    if (!this.hasBegun) this.session = asText(sessionId)
    this.hasBegun = true
    const about = { kind: 'conversation', id: this.session, metadata, cwd: directoryOf(value) } as const
    const by = value['kind'] === 'subagent' ? folderOf(this.context.fileName) : null
    yield by === null ? about : { ...about, sidechainOf: by }
    if (by !== null && this.session !== null) yield { kind: 'spawn', by, agent: this.session }
    yield* this.addAll(messages, line)
  }

  private *changed(change: RecordObject, line: number): Iterable<Step> {
    const { messages, ...metadata } = change
    yield { kind: 'conversation', id: this.session, metadata }
    if (messages === undefined) return
    if (this.messages.size === 0) yield* this.addAll(messages, line)
    else this.replace(asItems(messages) ?? [], line)
  }

  /**
   * From here on the talk is exactly this list. Known messages stay where they are, in their first form: the list has less
   * of it. Where it is no path of the talk, with what is new behind it, a marker says what is left.
   */
  private replace(among: Items | readonly never[], line: number): void {
    const list: string[] = []
    const added: { readonly message: RecordObject; readonly at: number }[] = []
    for (let at = 0; at < among.length; at++) {
      const message = asObject((among as Items).at(at))
      const id = asText(message?.['id'])
      if (message === null || id === null || this.isResponse(id)) continue
      list.push(id)
      if (!this.messages.has(id)) added.push({ message, at })
    }
    const remaining = list.filter((id) => this.messages.has(id))
    const last = remaining.at(-1) ?? null
    const isPath = added.length === 0 || list.slice(0, remaining.length).every((id, i) => id === remaining[i])
    const goesOn = isPath && remaining.length > 0 && isSame(remaining, this.pathTo(last))
    if (goesOn) this.tip = last
    for (const { message, at } of added) this.add(message, among, at, line)
    if (goesOn) return
    const id = `$set-${++this.lists}`
    this.messages.set(id, { among: null, at: 0, line, parent: this.tip, list })
    this.tip = id
  }

  /** Results of a known answer's calls, which that has itself. */
  private isResponse(id: string): boolean {
    return id.endsWith('_response') && this.messages.has(id.slice(0, -'_response'.length))
  }

  /** Messages on the way to one, root first; markers are none. */
  private pathTo(id: string | null): string[] {
    const path: string[] = []
    for (let at = id; at !== null; at = this.messages.get(at)?.parent ?? null)
      if (this.messages.get(at)?.list === null) path.push(at)
    return path.reverse()
  }

  private *addAll(messages: RecordValue | undefined, line: number): Resting<void> {
    const steps = new SmallSteps()
    const among = asItems(messages) ?? []
    for (let at = 0; at < among.length; at++) {
      if (steps.areMany()) yield rest
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
    this.messages.set(id, { among, at, line: known?.line ?? line, parent: known ? known.parent : this.tip, list: null })
    this.tip = id
  }
}

function markerOf(id: string, parent: string | null, list: readonly string[], line: number): EntryStep {
  const keep = list.map((one) => [one, one] as const)
  return { kind: 'entry', id, isScoped: true, parent, draft: compaction(), keep, line }
}

const isSame = (a: readonly string[], b: readonly string[]) =>
  a.length === b.length && a.every((one, i) => one === b[i])

/** The calls that a user's message answers; null where it says anything else. */
function responsesIn(message: JsonObject): string[] | null {
  if (message['type'] !== 'user' || !Array.isArray(message['content'])) return null
  const parts = objectsIn(message['content'])
  const ids = parts.flatMap((part) => asText(asObject(part['functionResponse'])?.['id']) ?? [])
  return parts.length > 0 && ids.length === message['content'].length ? ids : null
}

/** The folder of a sub-agent's file is called as the session that started it. */
function folderOf(fileName: string | null): string | null {
  const folder = fileName?.split(/[\\/]/).at(-2)
  return folder === undefined || folder === '' || folder === 'chats' ? null : folder
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
