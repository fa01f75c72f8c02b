import type { Instant, JsonObject } from '../../domain/model.ts'
import { sha256 } from '../../domain/tree/pathHash.ts'
import { stemOf } from '../reading/conversations/names.ts'
import { asItems, plain, type RecordObject } from '../reading/long/recordValue.ts'
import { textBlocks, turn } from '../reading/tree/drafts.ts'
import type { EntryStep, ReadContext, RecordReader, Step } from '../reading/tree/steps.ts'
import { asId, asInstant, asText, objectsIn, objectsOf, someOf, without } from '../reading/values.ts'
import { readVersion, type Version } from './version.ts'

const readMembers: ReadonlySet<string> = new Set(['name', 'messages', 'systemPrompt'])

/** Reads conversations of LM Studio: a straight list of messages, each with its versions, of which one is shown. */
export class LmStudioReader implements RecordReader {
  private readonly context: ReadContext
  /** The version that is shown last: all that follows hangs below it. */
  private lastShown: string | null = null

  constructor(context: ReadContext) {
    this.context = context
  }

  *read(value: RecordObject): Iterable<Step> {
    if (!isConversation(value)) return
    const at = asInstant(value['createdAt'])
    this.lastShown = null
    yield {
      kind: 'conversation',
      id: nameOf(this.context.fileName),
      title: asText(value['name']),
      metadata: without(value, readMembers),
    }
    const system = textBlocks(plain(value['systemPrompt'] ?? null))
    if (system.length > 0) yield* this.versions([{ draft: turn('SYSTEM', system, { observedAt: at }), parts: [] }], 0)
    let number = 0
    for (const message of objectsOf(value['messages'])) {
      const { versions, currentlySelected } = message
      const all = (Array.isArray(versions) ? objectsIn(versions) : [message]).map((version, k) =>
        this.version(version, `${number}-${k}`, at),
      )
      yield* this.versions(all, typeof currentlySelected === 'number' ? currentlySelected : 0)
      number++
    }
    yield* this.ended()
  }

  private *ended(): Iterable<Step> {
    if (this.lastShown !== null) yield { kind: 'head', id: this.lastShown }
  }

  private version(version: JsonObject, place: string, observedAt: Instant | null): Version {
    return readVersion(version, { place, observedAt })
  }

  /** An entry is known by what it says and by all that is shown above it. */
  private *versions(all: readonly Version[], chosen: number): Iterable<EntryStep> {
    const parent = this.lastShown
    const equal = new Map<string, number>()
    for (const [at, { draft, parts }] of all.entries()) {
      const known = sha256(
        `${parent ?? ''}\n${JSON.stringify([draft.role, draft.blocks, parts.map((part) => part.draft.blocks)])}`,
      )
      const count = (equal.get(known) ?? 0) + 1
      equal.set(known, count)
      const id = count === 1 ? known.slice(0, 32) : sha256(`${known}\n${count}`).slice(0, 32)
      yield {
        kind: 'entry',
        id,
        isMade: true,
        isScoped: true,
        parent,
        draft,
        parts,
        ...(at > 0 && { isVersion: true }),
      }
      if (at === chosen || (at === 0 && all[chosen] === undefined)) this.lastShown = id
    }
  }
}

/** A file is called after the time at which its talk began. */
function nameOf(fileName: string | null): string | null {
  const stem = stemOf(fileName)
  return stem === null ? null : asId(stem.replace(/\.conversation$/i, ''))
}

/** Says whether a value is a conversation of LM Studio. */
export function isConversation(value: RecordObject): boolean {
  if (asItems(value['messages']) === null) return false
  return someOf(objectsOf(value['messages']), (one) => Array.isArray(one['versions']) && 'currentlySelected' in one)
}
