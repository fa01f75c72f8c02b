import type { JsonObject } from '../../domain/model.ts'
import { textBlocks, turn } from '../reading/tree/drafts.ts'
import { plainObject, type RecordObject } from '../reading/long/recordValue.ts'
import type { EntryStep, ReadContext, RecordReader, Step } from '../reading/tree/steps.ts'
import { asCount, asInstant, asText, objectsOf, without } from '../reading/values.ts'
import { checkNeoId, isMeta, isRecord, isTurn, neoIdOf, nthKey, turnKey } from './files.ts'

/** The time that a Neo store gives turns without one. */
const noTime = '0001-01-01T00:00:00Z'

let walks = 0

/** Reads the files of a Neo store: a conversation in one value, or turns line by line, or what stands beside those. */
export class NeoReader implements RecordReader {
  private readonly context: ReadContext
  private hasBegun = false
  /** What is held serves several readings of a file, and each counts by itself. */
  private readonly walk = ++walks

  constructor(context: ReadContext) {
    this.context = context
  }

  *read(value: RecordObject): Iterable<Step> {
    if (isRecord(value)) yield* this.record(value)
    else if (isTurn(value)) {
      yield* this.begin()
      yield this.turn(plainObject(value))
    } else if (isMeta(value, this.context.fileName)) yield* this.meta(value)
  }

  private *record(value: RecordObject): Iterable<Step> {
    const { conversation_id: id, title, turns, ...metadata } = value
    this.hasBegun = true
    yield { kind: 'conversation', id: checkNeoId(asText(id) ?? ''), title: asText(title), metadata }
    for (const each of objectsOf(turns)) yield this.turn(each)
  }

  /** Lines do not say whose they are: their file's name does. */
  private *begin(): Iterable<Step> {
    if (this.hasBegun) return
    this.hasBegun = true
    const id = neoIdOf(this.context.fileName)
    yield { kind: 'conversation', id: id === null ? null : checkNeoId(id) }
  }

  private *meta(value: RecordObject): Iterable<Step> {
    const id = neoIdOf(this.context.fileName)
    const metadata = without(value, new Set(['title']))
    yield {
      kind: 'conversation',
      id: id === null ? null : checkNeoId(id),
      title: asText(value['title']),
      rank: 3,
      metadata,
    }
  }

  /** Of equal turns each file's first ones are one, and so on: in one file they are as many as stand there. */
  private keyOf(value: JsonObject): string {
    const key = turnKey(value)
    const place = `${this.walk}:${key}`
    const n = (asCount(this.context.held.get(place)?.['n']) ?? 0) + 1
    this.context.held.set(place, { n })
    return nthKey(key, n)
  }

  /** Turns that are equal in role, text, intent and time are one, in whichever of the files they stand. */
  private turn(value: JsonObject): EntryStep {
    const { role, text, intent_id: intent, ts, ...rest } = value
    const id = this.keyOf(value)
    const known = role === 'user' ? 'USER' : role === 'assistant' ? 'ASSISTANT' : null
    const fields = known === null ? { ...rest, role: role ?? null } : rest
    const intentId = asText(intent)
    const draft = turn(known ?? 'USER', textBlocks(text), {
      observedAt: ts === noTime ? null : asInstant(ts),
      fields,
      metadata: intentId === null ? {} : { intentId },
    })
    return { kind: 'entry', id, isScoped: true, isMade: true, draft }
  }
}
