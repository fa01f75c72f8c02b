import type { Findings } from '../../findings.ts'
import type { ImportSource } from '../../importSource.ts'
import { fileRecords, type FileRecord } from '../records/fileRecords.ts'
import type { Layout } from '../records/records.ts'
import type { JsonObject } from '../../../domain/model.ts'
import { heldInOrder, type Scratch, type ScratchMap } from '../../scratch.ts'
import type { ConversationStep, RecordFormat, Step } from './steps.ts'
import type { ReadOptions } from '../../plan.ts'

/** A step, and of which of the file's conversations it is, counted from 0. */
export interface StepOfConversation {
  readonly of: number
  readonly step: Step
}
/** A record with what the format says of it. The steps are made as they are taken: one reader makes them all. */
export interface ReadRecord {
  readonly record: FileRecord
  readonly steps: Iterable<StepOfConversation>
}

/** What a walk through a file meets: its records in order, then what only its end shows. */
export type Met = { readonly kind: 'records'; readonly records: readonly ReadRecord[] } | PastMet | EndMet
/** What the file goes on from, and other files hold. */
export interface PastMet {
  readonly kind: 'past'
  readonly steps: Iterable<StepOfConversation>
}
export interface EndMet {
  readonly kind: 'end'
  readonly steps: Iterable<StepOfConversation>
}

/**
 * Walks through a file with a reader of its own: two walks meet the same steps. What one of them left in the scratch, the
 * numbers of conversations by their ids and what a reader holds, serves the next one of the same file.
 */
export async function* walk(
  format: RecordFormat,
  source: ImportSource,
  layout: Layout,
  findings: Findings | null,
  scratch: Scratch,
  { longFrom, stored }: { readonly longFrom?: number | undefined; readonly stored?: ReadOptions['stored'] } = {},
): AsyncIterable<Met> {
  const held = scratch.map<JsonObject>('held', heldInOrder)
  const reader = format.reader({ fileName: source.name, layout, findings: findings ?? mute, held })
  const conversations = new Conversations(scratch.map('numbers', heldInOrder))
  const viewed = format.view?.(source) ?? source
  let isFirst = format.past !== undefined && stored !== undefined
  for await (const results of fileRecords(viewed, layout, findings, format, longFrom)) {
    const records = results.map((record) => ({ record, steps: conversations.of(stepsOf(record)) }))
    const at = isFirst ? results.findIndex(({ values }) => values.length > 0) + 1 : 0
    if (at > 0) {
      isFirst = false
      yield { kind: 'records', records: records.slice(0, at) }
      const first = results[at - 1]?.values[0] as JsonObject
      for await (const record of format.past?.(first, stored as ReadOptions['stored']) ?? [])
        yield { kind: 'past', steps: conversations.of(reader.readPast?.(record) ?? []) }
      yield { kind: 'past', steps: conversations.of(reader.pastOver?.() ?? []) }
    }
    yield { kind: 'records', records: records.slice(at) }
  }
  yield { kind: 'end', steps: conversations.of(reader.end?.() ?? []) }

  function* stepsOf({ values, line, array }: FileRecord): Iterable<Step> {
    for (const value of values) yield* reader.read(value, { line, array })
  }
}

const mute: Findings = { add: () => undefined, once: () => undefined, list: () => [] }

/** Says of which conversation each step is. */
class Conversations {
  private readonly byId: ScratchMap<number>
  private count = 0
  private current = 0

  constructor(byId: ScratchMap<number>) {
    this.byId = byId
  }

  *of(steps: Iterable<Step>): Iterable<StepOfConversation> {
    for (const step of steps) {
      if (step.kind === 'conversation') this.current = this.numberOf(step)
      else if (step.kind !== 'rest' && this.count === 0)
        this.current = this.numberOf({ kind: 'conversation', id: null })
      yield { of: this.current, step }
    }
  }

  private numberOf({ id }: ConversationStep): number {
    // As JSON, for an id of a file may hold half of a character, and those are one where they lie on the disk.
    const key = id === null ? null : JSON.stringify(id)
    const known = key === null ? undefined : this.byId.get(key)
    if (known !== undefined && known < this.count) return known
    if (key !== null && known === undefined) this.byId.set(key, this.count)
    return this.count++
  }
}
