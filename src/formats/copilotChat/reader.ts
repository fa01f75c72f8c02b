import { plain, asHolder, asItems, type RecordObject } from '../reading/long/recordValue.ts'
import type { JsonObject } from '../../domain/model.ts'
import { turn } from '../reading/tree/drafts.ts'
import type { At, EntryStep, ReadContext, RecordReader, Step } from '../reading/tree/steps.ts'
import { asInstant, asObject, asText, objectsOf, someOf, without } from '../reading/values.ts'
import { answerOf } from './answers.ts'
import { ChangeLog } from './changeLog.ts'

/** Members of a session that its requests, its name or its title tell. */
const readMembers: ReadonlySet<string> = new Set(['requests', 'sessionId', 'customTitle'])
const toldOfRequests: ReadonlySet<string> = new Set([
  ...['requestId', 'message', 'response', 'responseId', 'result', 'timestamp', 'modelId'],
  ...['modelState', 'isCanceled', 'agent', 'responseMarkdownInfo', 'followups'],
])

/** Reads chat sessions: each request is a prompt and its answer, which has several steps where it called tools. */
export class CopilotChatReader implements RecordReader {
  private readonly context: ReadContext
  private log: ChangeLog | null = null

  constructor(context: ReadContext) {
    this.context = context
  }

  *read(value: RecordObject, { line }: At): Iterable<Step> {
    if (isSession(value)) yield* this.session(value, null)
    else if (isLog(value) && this.log === null) {
      const state = plain(value['v'] ?? null) as JsonObject
      this.log = new ChangeLog(state, line)
      yield { kind: 'conversation', id: asText(state['sessionId']) }
    } else if (this.log !== null) {
      const refused = this.log.apply(value as JsonObject, line)
      if (refused !== null) this.context.findings.once(line, refused.code, refused.message)
    }
  }

  /** Only the last line shows what a session that is a log of changes says. */
  *end(): Iterable<Step> {
    if (this.log !== null) yield* this.session(this.log.state(), this.log)
  }

  private *session(value: RecordObject, log: ChangeLog | null): Iterable<Step> {
    yield {
      kind: 'conversation',
      id: asText(value['sessionId']),
      title: asText(value['customTitle']),
      metadata: without(value, readMembers),
    }
    const ids = new Set<string>()
    let [at, current, isOff] = [0, null as string | null, false]
    for (const request of objectsOf(value['requests'])) {
      const isUndone =
        request['isHidden'] === true ||
        (request['shouldBeRemovedOnSend'] !== undefined &&
          request['shouldBeRemovedOnSend'] !== false &&
          request['shouldBeRemovedOnSend'] !== null)
      let last: string | null = null
      for (const step of stepsOf(request, ++at, ids)) {
        // What was undone ended there; what came behind it hangs where the talk stands.
        const parent = last ?? (isUndone && isOff ? undefined : current)
        yield { ...step, ...(parent !== undefined && { parent }), ...(log && { line: log.lineOf(at - 1) }) }
        last = step.id ?? step.label ?? null
      }
      isOff = isUndone
      if (!isUndone && last !== null) current = last
    }
    if (at > 0 && isOff) yield { kind: 'head', id: current }
  }
}

/** Returns the prompt of a request, and its answer where there is one. */
function stepsOf(request: JsonObject, at: number, ids: Set<string>): EntryStep[] {
  const observedAt = asInstant(request['timestamp'])
  const prompt = turn('USER', [{ type: 'text', text: promptOf(request) }], {
    observedAt,
    fields: without(request, toldOfRequests),
  })
  const content = { prompt: request['message'] ?? null, timestamp: request['timestamp'] ?? null }
  const entryStep: EntryStep = { kind: 'entry', ...named(request['requestId'], `q${at}`, ids), content, draft: prompt }
  const answer = answerOf(request)
  if (answer === null) return [entryStep]
  const named_ = named(request['responseId'], `a${at}`, ids)
  return [entryStep, { kind: 'entry', ...named_, content: { answerTo: content }, ...answer }]
}

/** What the file calls it; where it has no id, or one for the second time, its place is what others call it. */
function named(
  fields: JsonObject[string] | undefined,
  label: string,
  ids: Set<string>,
): Pick<EntryStep, 'id' | 'label'> {
  const id = asText(fields)
  if (id === null || ids.has(id)) return { id: null, label }
  ids.add(id)
  return { id }
}

function promptOf({ message }: JsonObject): string {
  return asText(message) ?? asText(asObject(message)?.['text']) ?? ''
}

/** Says whether a value is a session. */
export function isSession(value: RecordObject): boolean {
  const requests = asItems(value['requests'])
  if (requests === null) return false
  if (requests.length === 0) return 'responderUsername' in value
  return someOf(objectsOf(value['requests']), (one) => 'message' in one && ('response' in one || 'requestId' in one))
}

/** Says whether a value is the first line of a session's log: its whole state. */
export function isLog(value: RecordObject): boolean {
  const state = value['kind'] === 0 ? asHolder(value['v']) : null
  return state !== null && (isSession(state) || ('requests' in state && 'sessionId' in state))
}
