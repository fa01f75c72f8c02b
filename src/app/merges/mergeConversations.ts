import type { JsonObject } from '../../domain/model.ts'
import { badInput } from '../../domain/refusals.ts'
import { checkLookupId } from '../../domain/ids.ts'
import type { Scope } from '../scope.ts'
import { commitSettled, untilWritten } from '../write/lanes/commit.ts'
import { afterOf, changesOf, draftOf } from '../write/draft/draft.ts'
import { headMoved, namesHead } from '../write/expectedHead.ts'
import { once, type Bind } from '../write/lanes/idempotency.ts'
import { branchesOf, partOf, type MergedBranch } from './branches.ts'
import { checkCount, gatherPicks } from './cherryPick.ts'
import { gatherEvidence } from './evidence.ts'
import type { Gates } from './gate.ts'
import { gatherInsights } from './insights.ts'
import { joinInto } from './join.ts'
import type { Gathered, Merge, MergeResult } from './merge.ts'
import { loaded, type MergeReplay } from './result.ts'

/**
 * Merges branches into a conversation: a join at its head, with all of them for parents, that carries the artifacts which
 * a gate let survive, or insights, or is followed by copies of named turns. Where a gate refutes all of them there is an
 * event and no join (design §6). It judges before it takes the conversation's lane: a gate may take its time.
 */
export async function mergeConversations(scope: Scope, gates: Gates, input: Merge): Promise<MergeResult> {
  checkInput(input)
  const { idempotencyKey, expectedHeadId: _expected, over, ...rest } = input
  // As it was before a gate could judge all together, where it does not.
  const compared = over === 'UNION' ? { ...rest, over } : rest
  return once<MergeResult, MergeReplay>(scope, {
    operation: 'mergeConversations',
    key: idempotencyKey,
    input: compared,
    perform: async (bind) => loaded(scope, await untilWritten(() => mergeOnce(scope, gates, input, bind)), false),
    replay: (stored) => loaded(scope, stored, true),
  })
}

function checkInput({ into, from, strategy, gate, over, turns }: Merge): void {
  for (const id of [into, ...from, ...(turns ?? [])]) checkLookupId(id)
  const [isEvidence, isPick] = [strategy === 'EVIDENCE', strategy === 'CHERRY_PICK']
  if (isEvidence && gate == null) throw badInput('EVIDENCE needs a gate that judges it.', { strategy }, ['gate'])
  if (!isEvidence && gate != null) throw badInput(`${strategy} has no gate.`, { strategy }, ['gate'])
  if (!isEvidence && over === 'UNION') throw badInput(`${strategy} has no gate.`, { strategy }, ['over'])
  if (isPick && (turns ?? []).length === 0) throw badInput('CHERRY_PICK needs "turns".', { strategy }, ['turns'])
  if (!isPick && turns != null) throw badInput(`${strategy} names no turns.`, { strategy }, ['turns'])
}

/** Null where the head moved meanwhile: what is new to the conversation may be other than what was gathered. */
async function mergeOnce(
  scope: Scope,
  gates: Gates,
  input: Merge,
  bind: Bind<MergeReplay>,
): Promise<MergeReplay | null> {
  const into = await partOf(scope, input.into)
  const headId = into.head?.id ?? null
  await checkExpected(scope, input, headId)
  const turns = input.turns ?? []
  checkCount(scope, turns)
  const branches = await branchesOf(scope, into, input.from, turns)
  const gathered = await gatherArtifacts(scope, gates, input, { id: input.into, head: into.head }, branches)
  const { result } = await commitSettled<MergeReplay | null>(scope, [input.into], async ([laneState]) => {
    const draft = draftOf(scope, input.into, laneState?.frontier ?? null)
    const now = draft.head?.id ?? null
    await checkExpected(scope, input, now)
    if (now !== headId) return { changes: null, after: new Map(), result: null }
    const stored = await joinInto(scope, draft, { input, gathered, details: detailsOf(input, branches, gathered) })
    return { changes: changesOf([draft], bind(stored)), after: afterOf([draft]), result: stored }
  })
  return result
}

async function checkExpected({ reads }: Scope, { into, expectedHeadId }: Merge, actual: string | null): Promise<void> {
  if (!(await namesHead(reads, expectedHeadId, actual))) throw headMoved(into, expectedHeadId ?? null, actual)
}

function gatherArtifacts(
  scope: Scope,
  gates: Gates,
  { strategy, gate, over, turns }: Merge,
  into: Parameters<typeof gatherPicks>[1],
  branches: readonly MergedBranch[],
): Promise<Gathered> {
  if (strategy === 'EVIDENCE' && gate)
    return gatherEvidence(scope, gates, { branches, ref: gate, over: over ?? 'EACH', head: into.head })
  if (strategy === 'CHERRY_PICK') return gatherPicks(scope, into, branches, turns ?? [])
  return gatherInsights(scope, branches)
}

function detailsOf(
  { strategy, reviewer }: Merge,
  branches: readonly MergedBranch[],
  { details }: Gathered,
): JsonObject {
  const inputs = branches.map(({ conversation: { id }, head }) => ({
    conversationId: id,
    observationId: head.id,
    pathHash: head.place.pathHash,
  }))
  return { strategy, inputs, reviewer: reviewer ?? null, ...details }
}
