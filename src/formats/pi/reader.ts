import type { Instant, JsonObject } from '../../domain/model.ts'
import type { EntryDraft } from '../plan.ts'
import { compaction, note, type EntryDetails } from '../reading/tree/drafts.ts'
import type { At, EntryStep, ReadContext, RecordReader, Step } from '../reading/tree/steps.ts'
import { asCount, asInstant, asObject, asText, without } from '../reading/values.ts'
import { readMessage, readPutIn } from './messages.ts'

const newestVersion = 3
const noteTypes: ReadonlySet<string> = new Set([
  'thinking_level_change',
  'model_change',
  'custom',
  'label',
  'session_info',
])
/** Members that say where an entry stands. */
const places: ReadonlySet<string> = new Set(['id', 'parentId', 'timestamp'])

/** Reads the lines of a pi session: in the first layout one after the other, since version 2 by ids and parents. */
export class PiReader implements RecordReader {
  private readonly context: ReadContext
  private session: string | null = null
  private hasBegun = false
  private began: Instant | null = null
  /** Lines up to here, the header's the first. */
  private lines = 0
  private last: string | null = null
  /** The session that it was forked from, whose entries come first. */
  private source: string | null = null

  constructor(context: ReadContext) {
    this.context = context
  }

  *read(value: JsonObject, { line }: At): Iterable<Step> {
    const index = this.lines++
    if (value['type'] === 'session') yield* this.header(value, line)
    else if (this.hasBegun || isEntry(value)) yield* this.entry(value, index, line)
  }

  private *header(value: JsonObject, line: number): Iterable<Step> {
    const { type: _type, id, cwd, ...metadata } = value
    const version = asCount(value['version']) ?? 1
    if (version > newestVersion || !('version' in value ? version > 0 : true))
      this.context.findings.once(
        line,
        'UNKNOWN_VERSION',
        `Version ${JSON.stringify(value['version'])} is not known; it is read as version ${newestVersion}.`,
      )
    if (!this.hasBegun) this.session = asText(id)
    this.hasBegun = true
    this.began = asInstant(value['timestamp'])
    this.source = sourceOf(value)
    yield { kind: 'conversation', id: this.session, cwd: asText(cwd), metadata }
  }

  private *entry(value: JsonObject, index: number, line: number): Iterable<Step> {
    this.hasBegun = true
    const draft = this.draftOf(value, line)
    const place = this.placeOf(value, index)
    const title = value['type'] === 'session_info' ? asText(value['name']) : null
    if (title !== null) yield { kind: 'conversation', id: this.session, title }
    yield {
      kind: 'entry',
      ...place,
      ...this.originOf(value),
      draft,
      content: value,
      ...(draft.kind === 'COMPACTION' ? this.compactionOf(value, place) : {}),
    }
    this.last = place.label ?? place.id
  }

  /** A fork copies the entries of its source as they were: they are older than its header. */
  private originOf(value: JsonObject): Pick<EntryStep, 'origin'> {
    const at = asInstant(value['timestamp'])
    if (this.source === null || at === null || this.began === null || at >= this.began) return {}
    return asText(value['id']) === null ? {} : { origin: { id: this.source, isSure: true } }
  }

  private placeOf(value: JsonObject, index: number): Pick<EntryStep, 'id' | 'label' | 'parent'> {
    const id = asText(value['id'])
    if (id === null || !('parentId' in value)) return { id: null, label: `#${index}` }
    return { id, parent: asText(value['parentId']) }
  }

  private draftOf(value: JsonObject, line: number): EntryDraft {
    const type = asText(value['type']) ?? ''
    const message = type === 'message' ? asObject(value['message']) : null
    const observedAt = asInstant(value['timestamp']) ?? asInstant(message?.['timestamp']) ?? this.began
    const rest = without(value, places)
    const entryDetails: EntryDetails = { observedAt }
    if (message) {
      const { type: _type, message: _message, ...fields } = rest
      const draft = readMessage(message, { observedAt, fields })
      if (draft) return draft
      this.unknown(line, `Messages of the role ${JSON.stringify(message['role'] ?? null)}`)
    } else if (type === 'compaction')
      return compaction({ observedAt, fields: without(rest, new Set(['type', 'summary'])) })
    else if (type === 'branch_summary' || type === 'custom_message')
      return readPutIn(rest, rest['content'] ?? rest['summary'], entryDetails)
    else if (!noteTypes.has(type)) this.unknown(line, `Entries of the type "${type}"`)
    return note(rest, entryDetails)
  }

  /** What it keeps begins at an entry that it names: by its id, or by its line in the first layout. */
  private compactionOf(value: JsonObject, { parent }: Pick<EntryStep, 'parent'>): Pick<EntryStep, 'summary' | 'keep'> {
    const index = asCount(value['firstKeptEntryIndex'])
    const first = asText(value['firstKeptEntryId']) ?? (index === null ? null : `#${Math.max(1, index)}`)
    const last = parent === undefined ? this.last : parent
    return { summary: asText(value['summary']), keep: first === null || last === null ? [] : [[first, last]] }
  }

  private unknown(line: number, what: string): void {
    this.context.findings.once(line, 'UNKNOWN_TYPE', `${what} are unknown; they are stored unchanged.`)
  }
}

/** Says whether a line without a header before it is an entry of a session. */
export function isEntry(value: JsonObject): boolean {
  const role = asObject(value['message'])?.['role']
  return value['type'] === 'message' && typeof role === 'string' && 'timestamp' in value && !('uuid' in value)
}

/** A fork's header names the file of its source, which ends with that one's id. */
function sourceOf(header: JsonObject): string | null {
  const path = asText(header['parentSession']) ?? asText(header['branchedFrom'])
  const stem = path
    ?.split(/[\\/]/)
    .at(-1)
    ?.replace(/\.jsonl$/i, '')
  const id = stem?.slice(stem.indexOf('_') + 1)
  return id === undefined || id === '' || id === asText(header['id']) ? null : id
}
