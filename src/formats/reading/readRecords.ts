import type { ImportSource } from '../importSource.ts'
import type { Counts, PlanItem, ReadOptions, Reading } from '../plan.ts'
import { namesFor } from './names.ts'
import { ownedPieces } from './ownedPieces.ts'
import { StepPlanner, type StepsAt } from './planner.ts'
import { layoutOf } from './records.ts'
import type { RecordFormat } from './steps.ts'
import { survey, type Survey } from './survey.ts'
import { walk } from './walk.ts'

/** Yielded at once, about: an await for each item would cost as much as reading it. */
const atOnce = 256

/** Reads a file of records through once; null when it has no conversation of the format. */
export async function readRecords(
  format: RecordFormat,
  source: ImportSource,
  { scratch, findings, conversationId }: ReadOptions,
): Promise<Reading | null> {
  const layout = await layoutOf(source)
  const found = await survey(format, source, layout, scratch, findings)
  if (!found) return null
  const names = namesFor(found, format.name, source.name, conversationId, findings)
  const counts = countsOf(found)
  return {
    lineOwners: [...new Set(names)],
    identities: identitiesOf(found, names),
    ownedLines: () => ownedPieces(source, found, names),
    items: () => items(format, source, found, names, new StepPlanner(format, found, names, scratch, findings, counts)),
    counts,
  }
}

function countsOf({ entries, nodes, skipped, repaired }: Survey): Counts {
  const later = { roots: 0, leaves: 0, branchPoints: 0, danglingParents: 0, unansweredToolCalls: 0, orphanToolResults: 0, reachable: 1 } // prettier-ignore
  return { entries, nodes, skipped, repaired, ...later }
}

/** Values are known by their content; of lines, the first one tells which file they are. */
function identitiesOf({ layout, conversations }: Survey, names: readonly string[]): ReadonlyMap<string, string> | null {
  if (layout === 'LINES') return null
  return new Map(names.map((name, at) => [name, conversations[at]?.content ?? '']))
}

/**
 * Everything in tree order. Lines come with what they say; the raw form of a value comes after all that was read from
 * it, for whose it is shows only then.
 */
async function* items(
  format: RecordFormat,
  source: ImportSource,
  found: Survey,
  names: readonly string[],
  planner: StepPlanner,
): AsyncIterable<readonly PlanItem[]> {
  if (found.layout === 'LINES') yield* ofLines(format, source, found, names, planner)
  else {
    yield* ofValues(format, source, found, names, planner)
    for await (const piece of ownedPieces(source, found, names)) yield [piece]
  }
}

async function* ofValues(
  format: RecordFormat,
  source: ImportSource,
  { layout }: Survey,
  names: readonly string[],
  planner: StepPlanner,
): AsyncIterable<readonly PlanItem[]> {
  const at =
    (line: number) =>
    (of: number): StepsAt => ({ raw: { conversationId: names[of] ?? '', line: 1 }, line })
  for await (const met of walk(format, source, layout, null)) {
    if (met.kind === 'end') planner.steps(met.steps, at(0))
    else for (const { record, steps } of met.records) planner.steps(steps, at(record.line))
    if (planner.size >= atOnce) yield planner.taken()
  }
  planner.finish()
  yield planner.taken()
}

async function* ofLines(
  format: RecordFormat,
  source: ImportSource,
  { layout, stretches }: Survey,
  names: readonly string[],
  planner: StepPlanner,
): AsyncIterable<readonly PlanItem[]> {
  const owned = new Map<string, number>()
  let stretch = 0
  let last: StepsAt = { raw: { conversationId: names[0] ?? '', line: 1 }, line: 1 }
  for await (const met of walk(format, source, layout, null)) {
    if (met.kind === 'end') planner.steps(met.steps, () => last)
    else
      for (const { record, steps } of met.records) {
        while ((stretches[stretch]?.to ?? Infinity) < record.line) stretch++
        const conversationId = names[stretches[stretch]?.of ?? 0] ?? ''
        const number = (owned.get(conversationId) ?? 0) + 1
        owned.set(conversationId, number)
        last = { raw: { conversationId, line: number }, line: record.line }
        const at = last
        planner.line({ kind: 'line', conversationId, number, bytes: record.bytes ?? new Uint8Array(), isBlock: false })
        planner.steps(steps, () => at)
      }
    yield planner.taken()
  }
  planner.finish()
  yield planner.taken()
}
