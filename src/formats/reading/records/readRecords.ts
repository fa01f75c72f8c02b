import { withBreaths } from '../../breaths.ts'
import type { ImportSource } from '../../importSource.ts'
import type { Counts, PlanItem, ReadOptions, Reading } from '../../plan.ts'
import { memoryScratch } from '../../scratch.ts'
import { namesFor, type Names } from '../conversations/names.ts'
import { numbering, ownedPieces } from '../lines/ownedPieces.ts'
import type { StepsAt } from '../tree/lateEntries.ts'
import { StepPlanner } from '../tree/planner.ts'
import { layoutOf, type Layout } from './records.ts'
import type { Companions, RecordFormat } from '../tree/steps.ts'
import { survey, type Survey } from '../survey.ts'
import { walk } from '../tree/walk.ts'

/** Reads a file of records through once; null when it has no conversation of the format. */
export async function readRecords(
  format: RecordFormat,
  source: ImportSource,
  options: ReadOptions,
): Promise<Reading | null> {
  const { findings, conversationId } = options
  const layout = format.view ? 'VALUES' : await layoutOf(source)
  const result = await survey(format, source, layout, options)
  if (!result) return null
  if (conversationId !== null) format.checkId?.(conversationId)
  const names = namesFor(result, format.name, source.name, conversationId, findings, options.scratch)
  const counts = countsOf(result)
  return {
    lineOwners: () => names.all(),
    identityOf: identitiesOf(format, source, result, names),
    ownedLines: () => ownedPieces(source, result, names),
    items: () => withBreaths(new Planning(format, source, result, names, options, counts).items()),
    counts,
    isSidecar: format.isSidecar?.(source.name) ?? false,
    taken: result.unread.taken,
    // A file of lines may have only begun, unless one of them may hold a whole conversation.
    isEmpty: result.nodes === 0 && (layout === 'VALUES' || format.long !== undefined),
  }
}

function countsOf({ entries, nodes, skipped, repaired, unread }: Survey): Counts {
  const later = {
    roots: 0,
    leaves: 0,
    branchPoints: 0,
    danglingParents: 0,
    unansweredToolCalls: 0,
    orphanToolResults: 0,
    reachable: 1,
  }
  return { entries, nodes, skipped, repaired, ...unread.counts(), ...later }
}

/** A file of one value is identified by its content; a file of lines by its first line, and by which part of several it is. */
function identitiesOf(
  { part }: RecordFormat,
  source: ImportSource,
  { layout, contents }: Survey,
  names: Names,
): Reading['identityOf'] {
  const prefix = part?.(source.name) ?? ''
  if (layout === 'VALUES') return (owner) => prefix + (contents.get(String(names.lastOf(owner))) ?? '')
  return prefix === '' ? null : () => prefix
}

/** The second reading: yields everything in tree order. */
class Planning {
  private readonly format: RecordFormat
  private readonly source: ImportSource
  private readonly survey: Survey
  private readonly names: Names
  private readonly options: ReadOptions
  private readonly planner: StepPlanner

  constructor(
    format: RecordFormat,
    source: ImportSource,
    survey: Survey,
    names: Names,
    options: ReadOptions,
    counts: Counts,
  ) {
    this.format = format
    this.source = source
    this.survey = survey
    this.names = names
    this.options = options
    this.planner = new StepPlanner(format, survey, names, options.scratch, options.findings, counts)
  }

  /**
   * Lines come with what they say; the raw form of a value comes after all that was read from it, for whose it is shows
   * only then. Entries of the conversation's other files come before and after it.
   */
  async *items(): AsyncIterable<readonly PlanItem[]> {
    const { before, after } = await this.companions()
    for (const source of before) yield* this.beside(source)
    yield* this.survey.layout === 'LINES' ? this.ofLines() : this.ofValues()
    for (const source of after) yield* this.beside(source)
    this.planner.finish()
    if (before.length + after.length > 0) this.planner.headsLast()
    yield this.planner.taken()
    if (this.survey.layout === 'VALUES')
      for await (const piece of ownedPieces(this.source, this.survey, this.names)) yield [piece]
  }

  private async companions(): Promise<Companions> {
    const { format, names, source, options } = this
    if (!format.companions || names.count !== 1) return { before: [], after: [] }
    return format.companions(source.name, await options.stored(names.of(0)))
  }

  private async *beside(source: ImportSource): AsyncIterable<readonly PlanItem[]> {
    const at = { raw: { conversationId: this.names.of(0), line: 1 }, line: 0 }
    const { longFrom } = this.options
    for await (const met of walk(this.format, source, await layoutOf(source), null, memoryScratch(), { longFrom })) {
      if (met.kind !== 'records') yield* this.planner.stepsBeside(met.steps, () => at)
      else for (const { steps } of met.records) yield* this.planner.stepsBeside(steps, () => at)
    }
  }

  private walked(layout: Layout) {
    const { scratch } = this.options
    return walk(this.format, this.source, layout, null, scratch, this.options)
  }

  private async *ofValues(): AsyncIterable<readonly PlanItem[]> {
    const at =
      (line: number) =>
      (of: number): StepsAt => ({ raw: { conversationId: this.names.of(of), line: 1 }, line })
    for await (const met of this.walked('VALUES')) {
      if (met.kind === 'past') yield* this.planner.stepsBeside(met.steps, at(0))
      else if (met.kind === 'end') yield* this.planner.steps(met.steps, at(0))
      else for (const { record, steps } of met.records) yield* this.planner.steps(steps, at(record.line))
    }
  }

  private async *ofLines(): AsyncIterable<readonly PlanItem[]> {
    const place = linePlaces(this.survey, this.names)
    let last: StepsAt = { raw: { conversationId: this.names.of(0), line: 1 }, line: 1 }
    for await (const met of this.walked('LINES')) {
      if (met.kind === 'past') yield* this.planner.stepsBeside(met.steps, () => last)
      else if (met.kind === 'end') yield* this.planner.steps(met.steps, () => last)
      else
        for (const { record, steps } of met.records) {
          const owned = place(record.line)
          const { conversationId, number } = owned
          const at = (last = { raw: { conversationId, line: number }, line: record.line })
          this.planner.line({ kind: 'line', ...owned, bytes: record.bytes ?? new Uint8Array(), isBlock: false })
          yield* this.planner.steps(steps, () => at)
        }
      yield this.planner.taken()
    }
  }
}

/** Says of each line, in order, whose it is and which of that one's lines. */
function linePlaces(
  { stretches, conversations }: Survey,
  names: Names,
): (line: number) => ReturnType<ReturnType<typeof numbering>> {
  const numbered = numbering(names)
  const last = stretches.lastOnes(conversations, (of) => names.sameAs(of))
  let at = 0
  return (line) => {
    while (stretches.to(at) < line) at++
    return numbered(stretches.of(at), stretches.to(at) === line && last[at] === 1)
  }
}
