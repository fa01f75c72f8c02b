import type { Block, JsonObject, Role } from '../../domain/model.ts'
import { sha256 } from '../../domain/tree/pathHash.ts'
import type { EntryDraft } from '../plan.ts'
import { stemOf } from '../reading/conversations/names.ts'
import { note, textBlocks, turn } from '../reading/tree/drafts.ts'
import type { At, EntryStep, ReadContext, RecordReader, Step } from '../reading/tree/steps.ts'
import { asId, asObject, asText } from '../reading/values.ts'
import { filesOf, withoutKnown } from './attached.ts'
import { sentAt } from './times.ts'
import { versionsOf, type Version } from './versions.ts'

/** Reads chats of SillyTavern: a line of the chat, then one for each message, with all versions that it has had. */
export class SillyTavernReader implements RecordReader {
  private readonly context: ReadContext
  private readonly mostBytes: number
  private hasBegun = false
  /** The message that is shown last: all that follows hangs below it. */
  private lastShown: string | null = null
  private head: string | null = null
  private messages = 0
  private source: Source | null = null

  constructor(context: ReadContext, mostBytes: number) {
    this.context = context
    this.mostBytes = mostBytes
  }

  *read(value: JsonObject, { line }: At): Iterable<Step> {
    if (!this.hasBegun) {
      if (!isHeader(value) && !isMessage(value)) return
      yield this.begin(value)
      if (!isMessage(value)) return
    }
    if (isMessage(value)) yield* this.message(value, line)
    else {
      const words = 'Lines of a chat that are not messages are unknown; they are stored unchanged.'
      this.context.findings.once(line, 'UNKNOWN_TYPE', words)
      const step = this.placed(JSON.stringify(value), note(value))
      yield step
      this.lastShown = step.id
    }
  }

  *end(): Iterable<Step> {
    if (this.head !== null) yield { kind: 'head', id: this.head }
  }

  private begin(header: JsonObject): Step {
    this.hasBegun = true
    const isTold = isHeader(header)
    const stem = stemOf(this.context.fileName)
    const main = isTold ? asText(asObject(header['chat_metadata'])?.['main_chat']) : null
    const id = stem === null ? null : chatId(header, stem)
    const of = main === null ? null : chatId(header, main)
    if (of !== null && of !== id) this.source = { id: of, upTo: branchedAt(stem) }
    return { kind: 'conversation', id, metadata: isTold && !isMessage(header) ? header : {} }
  }

  private *message(message: JsonObject, line: number): Iterable<Step> {
    const { all, isEdited } = versionsOf(message)
    const seen = new Set<string>()
    if (isEdited) {
      const words =
        'The message says something else than the version that it shows: it was edited, and what it says counts.'
      this.context.findings.add(line, 'EDITED_VERSION', words)
    }
    let next = this.lastShown
    for (const version of all) {
      const draft = this.draft(message, version, line)
      const known = JSON.stringify([
        draft.kind,
        draft.role,
        message['name'] ?? null,
        version.sent ?? null,
        version.text,
      ])
      let text = known
      for (let again = 2; seen.has(text); again++) text = `${known}${again}`
      seen.add(text)
      const step = this.placed(text, draft)
      yield seen.size > 1 ? { ...step, isVersion: true } : step
      if (version.isChosen) next = step.id
      if (version.isChosen && draft.kind === 'TURN' && draft.blocks.length > 0) this.head = step.id
    }
    this.lastShown = next
    this.messages++
  }

  /** An entry is known by what it says and by all that is shown above it: so it is the same one in a branch's file. */
  private placed(known: string, draft: EntryDraft): EntryStep {
    const id = sha256(`${this.lastShown ?? ''}\n${known}`).slice(0, 32)
    return { kind: 'entry', id, isMade: true, isScoped: true, parent: this.lastShown, draft, ...this.origin() }
  }

  /** A branch's file begins with the messages of the chat that it was branched from. */
  private origin(): Pick<EntryStep, 'origin'> {
    const { source } = this
    if (source === null) return {}
    if (source.upTo === null) return { origin: { id: source.id, isSure: false } }
    return this.messages <= source.upTo ? { origin: { id: source.id, isSure: true } } : {}
  }

  private draft(message: JsonObject, { text, sent, about, isChosen }: Version, line: number): EntryDraft {
    const observedAt = sentAt(isChosen ? (message['send_date'] ?? sent) : sent)
    const { extra: input, is_user: _user, is_system: _system, ...rest } = about
    const extra = asObject(input) ?? {}
    const role = roleOf(message)
    if (role === null) return note(message, { observedAt })
    if (observedAt === null && (isChosen || sent !== undefined))
      this.context.findings.once(line, 'NO_TIMESTAMP', 'Messages without a time that can be read have none.')
    const thought = asText(extra['reasoning'])
    const files = filesOf(extra, this.mostBytes)
    const thinking: Block[] = thought === null ? [] : [{ type: 'thinking', thinking: thought }]
    const otherMembers = withoutKnown(extra)
    const took = durationOf(about)
    return turn(role, [...thinking, ...textBlocks(text), ...files.map(({ block }) => block)], {
      observedAt,
      model: role === 'ASSISTANT' ? asText(extra['model']) : null,
      fields: { ...rest, ...(Object.keys(otherMembers).length > 0 && { extra: otherMembers }) },
      metadata: took === null ? {} : { durationMs: took },
      files: files.map(({ file }) => file),
    })
  }
}

/** The chat that a file was branched from. */
interface Source {
  readonly id: string
  /** The last message of it, counted from 0; null where the file does not say which. */
  readonly upTo: number | null
}

/** Chats of several characters may be called alike: what does not begin with its character's name gets it. */
function chatId(header: JsonObject, name: string): string | null {
  const character = asText(header['character_name'])
  const isTold = character === null || character === 'unused' || name.startsWith(character)
  return asId(isTold ? name : `${character} - ${name}`)
}

/** SillyTavern called branches after the message at which they part. */
function branchedAt(name: string | null): number | null {
  const [, at] = /^Branch #(\d{1,9}) - /.exec(name ?? '') ?? []
  return at === undefined ? null : Number(at)
}

/** What is hidden from the model is no turn; null for that. */
function roleOf(message: JsonObject): Role | null {
  if (asObject(message['extra'])?.['type'] === 'narrator') return 'SYSTEM'
  if (message['is_system'] === true) return null
  return message['is_user'] === true ? 'USER' : 'ASSISTANT'
}

function durationOf({ gen_started: started, gen_finished: finished }: JsonObject): number | null {
  const [from, to] = [sentAt(started), sentAt(finished)]
  return from === null || to === null || to < from ? null : Date.parse(to) - Date.parse(from)
}

/** Says whether a line is the first one of a chat. */
export function isHeader(value: JsonObject): boolean {
  return asObject(value['chat_metadata']) !== null || ('user_name' in value && 'character_name' in value)
}

/** Says whether a line is a message of a chat. */
export function isMessage(value: JsonObject): boolean {
  return typeof value['mes'] === 'string' && ('is_user' in value || 'name' in value)
}
