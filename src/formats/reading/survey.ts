import type { Seal } from '../../domain/keyedDigest.ts'
import { createHash, type Hash } from 'node:crypto'
import { sha256 } from '../../domain/pathHash.ts'
import { callIds, resultIds } from '../../domain/blocks.ts'
import type { Findings } from '../findings.ts'
import type { ImportSource } from '../importSource.ts'
import type { EntryDraft, ReadOptions } from '../plan.ts'
import type { ScratchMap } from '../scratch.ts'
import type { FileRecord } from './fileRecords.ts'
import type { Layout } from './records.ts'
import type { EntryStep, RecordFormat } from './steps.ts'
import { walk, type Told } from './walk.ts'

/** What the first reading of a file tells of one of its conversations. */
export interface Surveyed {
  readonly id: string | null
  /** Hash of its first entry, for a name where it has no id. */
  firstEntry: string | null
  /** Of the records that it stands in: what identifies it where they are values. */
  readonly content: string
}

/** Which stretch of the file is of which conversation: lines from one number on, or bytes. */
export interface Stretch {
  readonly of: number
  readonly from: number
  to: number
}

/** What one reading of a whole file tells: enough to plan it in a second one. */
export interface Survey {
  readonly layout: Layout
  readonly conversations: readonly Surveyed[]
  readonly stretches: readonly Stretch[]
  readonly entries: number
  readonly nodes: number
  readonly skipped: number
  readonly repaired: number
  /** Of entries that have a name in the file: the line. */
  readonly named: ScratchMap<number>
  readonly calls: ScratchMap<number>
  readonly results: ScratchMap<number>
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
  options: Pick<ReadOptions, 'scratch' | 'findings' | 'seal'>,
): Promise<Survey | null> {
  const surveying = new Surveying(format, layout, options)
  for await (const met of walk(format, source, layout, options.findings)) {
    if (met.kind === 'end') surveying.steps(met.steps, null)
    else for (const { record, steps } of met.records) surveying.record(record, steps)
  }
  return surveying.finish()
}

class Surveying {
  private readonly conversations: Omit<Surveyed, 'content'>[] = []
  private readonly hashes: Hash[] = []
  private readonly stretches: Stretch[] = []
  private readonly named: ScratchMap<number>
  private readonly calls: ScratchMap<number>
  private readonly results: ScratchMap<number>
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
    this.named = scratch.map('named')
    this.calls = scratch.map('calls')
    this.results = scratch.map('results')
  }

  record(record: FileRecord, steps: Iterable<Told>): void {
    const { counts } = this
    counts.skipped += record.skipped
    counts.repaired += record.repaired
    if (this.format.entries === 'RECORDS') counts.entries += record.values.length
    this.own(record, this.steps(steps, record))
  }

  /** Takes steps; returns the conversation that their record is of, null where it says nothing. */
  steps(steps: Iterable<Told>, record: FileRecord | null): number | null {
    let first: number | null = null
    for (const { of, step } of steps) {
      const id = step.kind === 'conversation' ? step.id : null
      const known = (this.conversations[of] ??= { id, firstEntry: null })
      first ??= of
      if (step.kind === 'entry') this.entry(of, known, step, step.line ?? record?.line ?? 0)
    }
    return first
  }

  private entry(of: number, known: Omit<Surveyed, 'content'>, step: EntryStep, line: number): void {
    if (this.format.entries === 'STEPS') this.counts.entries++
    const name = nameOf(step)
    if (name !== null && this.named.get(within(of, name)) !== undefined) {
      this.counts.skipped++
      const words = `The id ${name} stands on line ${this.named.get(within(of, name)) ?? 0} as well, which is taken.`
      this.findings.add(line, 'DUPLICATE_ID', words)
      return
    }
    if (name !== null) this.named.set(within(of, name), line)
    this.counts.nodes++
    known.firstEntry ??= this.seal(sha256(JSON.stringify(step.content ?? step.draft.blocks))).slice(0, 12)
    this.tools(of, step.draft, line)
    for (const { draft } of step.parts ?? []) this.tools(of, draft, line)
  }

  private tools(of: number, { blocks }: EntryDraft, line: number): void {
    for (const id of callIds(blocks)) keepFirst(this.calls, within(of, id), line)
    for (const id of resultIds(blocks)) keepFirst(this.results, within(of, id), line)
  }

  /** Remembers whose a record is; one that says nothing goes with the record before it. */
  private own({ line, offset, length, bytes }: FileRecord, of: number | null): void {
    const last = this.stretches.at(-1)
    const owner = of ?? last?.of ?? 0
    const [from, to] = this.layout === 'LINES' ? [line, line] : [offset, offset + length]
    if (last?.of === owner) last.to = to
    else if (of !== null || this.layout === 'LINES') this.stretches.push({ of: owner, from, to })
    if (this.layout === 'VALUES' && bytes !== null) (this.hashes[owner] ??= createHash('sha256')).update(bytes)
  }

  finish(): Survey | null {
    if (this.conversations.length === 0) return null
    const { layout, named, calls, results, seal } = this
    const conversations = this.conversations.map((one, of) => ({
      ...one,
      content: this.contentOf(of),
    }))
    // A value that is alone in its file goes with what is around it.
    const isAlone = layout === 'VALUES' && conversations.length === 1
    const stretches = isAlone ? [{ of: 0, from: 0, to: Infinity }] : this.stretches
    return { layout, conversations, stretches, named, calls, results, seal, ...this.counts }
  }

  private contentOf(of: number): string {
    const hash = this.hashes[of]
    return hash ? this.seal(hash.digest('hex')) : ''
  }
}

function keepFirst(map: ScratchMap<number>, key: string, line: number): void {
  if (map.get(key) === undefined) map.set(key, line)
}
