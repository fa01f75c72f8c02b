import type { Seal } from '../../domain/access/keyedDigest.ts'
import { sha256 } from '../../domain/tree/pathHash.ts'
import { callIds, resultIds } from '../../domain/messages/blocks.ts'
import { Breaths, stepsAtOnce } from '../breaths.ts'
import type { Findings } from '../findings.ts'
import type { ImportSource } from '../importSource.ts'
import type { EntryDraft, ReadOptions } from '../plan.ts'
import { heldInOrder, type ScratchMap } from '../scratch.ts'
import type { FileRecord } from './records/fileRecords.ts'
import type { Layout } from './records/records.ts'
import type { EntryStep, RecordFormat } from './tree/steps.ts'
import { Stretches } from './conversations/stretches.ts'
import { ValueContents } from './conversations/valueContents.ts'
import { Unread } from './unread.ts'
import { walk, type StepOfConversation } from './tree/walk.ts'

/** The result of reading a whole file once: enough to plan it in a second reading. */
export interface Survey {
  readonly layout: Layout
  /** How many conversations it has; they are counted from 0. */
  readonly conversations: number
  /** Of conversations that have one in the file: the id, by their number. */
  readonly ids: ScratchMap<string>
  /** Hash of the first conversation's first entry, for a name where that has no id. */
  readonly firstEntry: string | null
  /** What identifies conversations where the records are values, by their number. */
  readonly contents: ScratchMap<string>
  readonly stretches: Stretches
  readonly entries: number
  readonly nodes: number
  readonly skipped: number
  readonly repaired: number
  /** Of entries that have a name in the file: the line. */
  readonly named: ScratchMap<number>
  readonly calls: ScratchMap<number>
  readonly results: ScratchMap<number>
  readonly unread: Unread
  /** What digests go through before they are part of an id. */
  readonly seal: Seal
}

/** Returns the key of something that is known inside a conversation of the file. */
export const within = (conversation: number, name: string) => `${conversation}\n${name}`

/** Returns what other steps of the file call an entry, null when they cannot. */
export const nameOf = ({ label, id }: EntryStep) => label ?? id

/** Reads a file through once; null when it has no conversation of the format. */
export async function survey(
  format: RecordFormat,
  source: ImportSource,
  layout: Layout,
  options: Pick<ReadOptions, 'scratch' | 'findings' | 'seal' | 'longFrom' | 'stored'>,
): Promise<Survey | null> {
  const surveying = new Surveying(format, layout, options)
  const { findings, scratch } = options
  for await (const met of walk(format, source, layout, findings, scratch, options)) {
    if (met.kind === 'past') surveying.past(met.steps)
    else if (met.kind === 'end') await surveying.steps(met.steps, null)
    else for (const { record, steps } of met.records) await surveying.record(record, steps)
  }
  return surveying.finish(source)
}

class Surveying {
  private conversations = 0
  private firstEntry: string | null = null
  private readonly ids: ScratchMap<string>
  private readonly contents: ScratchMap<string>
  private readonly digests: ValueContents
  private readonly stretches = new Stretches()
  private readonly named: ScratchMap<number>
  private readonly calls: ScratchMap<number>
  private readonly results: ScratchMap<number>
  private readonly unread = new Unread()
  private readonly breaths = new Breaths()
  private readonly counts = { entries: 0, nodes: 0, skipped: 0, repaired: 0 }

  private readonly format: RecordFormat
  private readonly layout: Layout
  private readonly findings: Findings

  private readonly seal: Seal

  constructor(
    format: RecordFormat,
    layout: Layout,
    { scratch, findings, seal }: Pick<ReadOptions, 'scratch' | 'findings' | 'seal'>,
  ) {
    this.seal = seal
    this.format = format
    this.layout = layout
    this.findings = findings
    this.ids = scratch.map('conversationIds', heldInOrder)
    this.contents = scratch.map('contents', heldInOrder)
    this.digests = new ValueContents(this.contents, seal)
    this.named = scratch.map('named')
    this.calls = scratch.map('calls')
    this.results = scratch.map('results')
  }

  async record(record: FileRecord, steps: Iterable<StepOfConversation>): Promise<void> {
    const { counts } = this
    counts.skipped += record.skipped
    counts.repaired += record.repaired
    if (this.format.entries === 'RECORDS') counts.entries += record.values.length
    this.own(record, await this.steps(steps, record))
  }

  /** Takes steps; returns the conversation that their record is of, null where it says nothing. */
  async steps(steps: Iterable<StepOfConversation>, record: FileRecord | null): Promise<number | null> {
    let first: number | null = null
    for (const { of, step } of steps) {
      // One record may have all of a long conversation, or each an entry, and others wait meanwhile.
      const turn = this.breaths.step(step.kind === 'rest' ? stepsAtOnce : 1)
      if (turn) await turn
      if (step.kind === 'rest') continue
      if (of >= this.conversations) {
        this.conversations = of + 1
        if (step.kind === 'conversation' && step.id !== null) this.ids.set(String(of), step.id)
      }
      first ??= of
      if (step.kind === 'entry') this.entry(of, step, step.line ?? record?.line ?? 0)
    }
    return first
  }

  /** What other files hold is known, and not counted. */
  past(steps: Iterable<StepOfConversation>): void {
    for (const { of, step } of steps) {
      const name = step.kind === 'entry' ? nameOf(step) : null
      if (name !== null) this.named.set(within(of, name), 0)
    }
  }

  private entry(of: number, step: EntryStep, line: number): void {
    if (this.format.entries === 'STEPS') this.counts.entries++
    const name = nameOf(step)
    if (name !== null && this.named.get(within(of, name)) !== undefined) {
      this.counts.skipped++
      const words = `The id ${name} is also on line ${this.named.get(within(of, name)) ?? 0}; that line is taken.`
      this.findings.add(line, 'DUPLICATE_ID', words)
      return
    }
    if (name !== null) this.named.set(within(of, name), line)
    this.counts.nodes++
    if (of === 0) this.firstEntry ??= this.seal(sha256(JSON.stringify(step.content ?? step.draft.blocks))).slice(0, 12)
    this.tools(of, step.draft, line)
    this.unread.add(step.draft, line, step)
    for (const { draft } of step.parts ?? []) {
      this.tools(of, draft, line)
      this.unread.add(draft, line)
    }
  }

  private tools(of: number, { blocks }: EntryDraft, line: number): void {
    for (const id of callIds(blocks)) keepFirst(this.calls, within(of, id), line)
    for (const id of resultIds(blocks)) keepFirst(this.results, within(of, id), line)
  }

  /** Remembers whose a record is; one that says nothing goes with the record before it. */
  private own({ line, offset, length, bytes }: FileRecord, of: number | null): void {
    const { stretches } = this
    const last = stretches.count === 0 ? null : stretches.of(stretches.count - 1)
    const owner = of ?? last ?? 0
    const [from, to] = this.layout === 'LINES' ? [line, line] : [offset, offset + length]
    if (last === owner) stretches.extend(to)
    else if (of !== null || this.layout === 'LINES') stretches.add(owner, from, to)
    if (this.layout === 'VALUES' && bytes !== null) this.digests.add(owner, bytes)
  }

  async finish(source: ImportSource): Promise<Survey | null> {
    if (this.conversations === 0 || this.unread.isForeign) return null
    this.digests.close()
    if (this.digests.isScattered) await this.digests.gather(source, this.stretches)
    const { layout, conversations, ids, firstEntry, contents, named, calls, results, unread, seal } = this
    const known = { layout, conversations, ids, firstEntry, contents, named, calls, results, unread, seal }
    const result = { ...known, ...this.counts }
    // A value that is alone in its file goes with what is around it.
    return { ...result, stretches: layout === 'VALUES' && conversations === 1 ? wholeFile() : this.stretches }
  }
}

function wholeFile(): Stretches {
  const whole = new Stretches()
  whole.add(0, 0, Infinity)
  return whole
}

function keepFirst(map: ScratchMap<number>, key: string, line: number): void {
  if (map.get(key) === undefined) map.set(key, line)
}
