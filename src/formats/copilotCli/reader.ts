import type { JsonObject } from '../../domain/model.ts'
import type { EntryDraft } from '../plan.ts'
import { compaction, note } from '../reading/tree/drafts.ts'
import type { At, EntryStep, ReadContext, RecordReader, Step } from '../reading/tree/steps.ts'
import { asInstant, asObject, asText, without } from '../reading/values.ts'
import { turnOf } from './turns.ts'

/** An event that is said of a session, and not what it is called: copies in other sessions are the same event. */
const sessionId: ReadonlySet<string> = new Set(['sessionId'])

/** Reads the events of a session: one chain, in which turns are few and the program's own events stand between them. */
export class CopilotCliReader implements RecordReader {
  private readonly context: ReadContext
  private readonly mostBytes: number
  private hasBegun = false
  private session: string | null
  /** A run goes from a person's prompt to the end of the last step before the next one. */
  private isOpen = false
  private head: string | null = null

  constructor(context: ReadContext, mostBytes: number) {
    this.context = context
    this.mostBytes = mostBytes
    this.session = folderOf(context.fileName)
  }

  *read(value: JsonObject, { line }: At): Iterable<Step> {
    const data = asObject(value['data'])
    const type = asText(value['type'])
    if (data === null || type === null || !('id' in value)) {
      if (this.hasBegun) this.unknown(line, 'The line is not an event; it is stored unchanged.')
      return
    }
    yield* this.about(type, data)
    if (!type.includes('.') && type !== 'abort')
      this.unknown(line, `Events of the type ${JSON.stringify(type)} are unknown; they are stored unchanged.`)
    const isPrompt = type === 'user.message' && asText(data['source']) === null
    if (isPrompt) yield* this.promptBegins()
    yield this.entry(value, type, data)
    if (type === 'abort' && this.isOpen) {
      this.isOpen = false
      yield { kind: 'run', state: 'ABORTED' }
    }
  }

  /** It stands at its newest turn: what the program noted behind that is none. */
  *end(): Iterable<Step> {
    if (this.isOpen) yield { kind: 'run', state: 'COMPLETED' }
    if (this.head !== null) yield { kind: 'head', id: this.head }
  }

  private *promptBegins(): Iterable<Step> {
    if (this.isOpen) yield { kind: 'run', state: 'COMPLETED' }
    this.isOpen = true
    yield { kind: 'run', state: 'CLAIMED' }
  }

  private *about(type: string, data: JsonObject): Iterable<Step> {
    const title = type === 'session.title_changed' ? asText(data['title']) : null
    if (title !== null) yield { kind: 'conversation', id: this.session, title }
    if (this.hasBegun) return
    this.hasBegun = true
    const isStart = type === 'session.start'
    if (isStart) this.session = asText(data['sessionId']) ?? this.session
    const cwd = isStart ? asText(asObject(data['context'])?.['cwd']) : null
    yield { kind: 'conversation', id: this.session, cwd, metadata: isStart ? without(data, sessionId) : {} }
  }

  private entry(value: JsonObject, type: string, data: JsonObject): EntryStep {
    const id = asText(value['id'])
    const observedAt = asInstant(value['timestamp'])
    const draft = this.draft(type, data, observedAt)
    if (draft.kind === 'TURN' && id !== null) this.head = id
    return {
      ...{ kind: 'entry', id, content: value, draft },
      ...('parentId' in value && { parent: asText(value['parentId']) }),
      ...(draft.kind === 'COMPACTION' && { summary: asText(data['summaryContent']) ?? asText(data['summary']) }),
    }
  }

  private draft(type: string, data: JsonObject, observedAt: EntryDraft['observedAt']): EntryDraft {
    const draft = turnOf(type, data, observedAt, this.mostBytes)
    if (draft !== null) return draft
    if (type === 'session.compaction_complete' && data['success'] !== false)
      return compaction({ observedAt, fields: without(data, new Set(['summaryContent', 'summary'])) })
    return note({ type, data: type === 'session.start' ? without(data, sessionId) : data }, { observedAt })
  }

  private unknown(line: number, words: string): void {
    this.context.findings.once(line, 'UNKNOWN_TYPE', words)
  }
}

/** The folder of a session's events is called as the session is; null where the file does not lie in one. */
function folderOf(fileName: string | null): string | null {
  const [folder = '', name] = fileName?.split(/[\\/]/).slice(-2) ?? []
  return name === 'events.jsonl' && folder !== '' ? folder : null
}

/** Says whether a value is an event that sessions begin with. */
export function isFirstEvent(value: JsonObject): boolean {
  if (asObject(value['data']) === null || !('id' in value) || !('parentId' in value)) return false
  return value['type'] === 'session.start' || value['type'] === 'user.message'
}
