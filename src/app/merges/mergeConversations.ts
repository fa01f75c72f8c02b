import type { JsonObject } from '../../domain/model.ts'
import { badInput, Refusal } from '../../domain/refusals.ts'
import { checkLookupId } from '../../domain/ids.ts'
import type { Scope } from '../scope.ts'
import { changeConversation } from '../write/changeConversation.ts'
import type { Draft } from '../write/draft/draft.ts'
import { checkExpected } from '../write/expectedHead.ts'
import { command } from '../write/command.ts'
import type { WriteScope } from '../write/lanes/commit.ts'
import { branchesOf, partOf, type MergedBranch, type Part } from './branches.ts'
import { checkCount, gatherPicks } from './cherryPick.ts'
import { gatherEvidence } from './evidence.ts'
import type { Gates } from './gate.ts'
import { gatherInsights } from './insights.ts'
import { joinInto } from './join.ts'
import { judgeOf, type Judge, type Unjudged } from './judge.ts'
import type { Gathered, Merge, MergeResult } from './merge.ts'
import { mergeNow, type MergeRecord } from './result.ts'

/**
 * Merges branches into a conversation: a join at its head, with all of them for parents, that carries the artifacts which
 * a gate let survive, or insights, or is followed by copies of named turns. Where a gate refutes all of them there is an
 * event and no join (design §6). It judges before it takes the conversation's lane: a gate may take its time. What is
 * written meanwhile is looked at again in the lane, with the verdicts that are there; `signal` ends it until it writes.
 */
export async function mergeConversations(
  scope: Scope,
  gates: Gates,
  input: Merge,
  signal?: AbortSignal,
): Promise<MergeResult> {
  checkInput(input)
  const over = input.over ?? 'EACH'
  const compared = { ...input, over }
  return command(scope, compared, {
    operation: 'mergeConversations',
    decide: async (commandScope) => {
      const judge = input.gate ? judgeOf(gates, input.gate) : null
      try {
        return await mergeNow(scope, await merged({ scope: commandScope, input, judge, signal }))
      } finally {
        await judge?.close()
      }
    },
    load: (record: MergeRecord) => mergeNow(scope, record),
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

/** One merge, as it is asked for and as far as it is judged. */
interface Merging {
  readonly scope: WriteScope<MergeRecord>
  readonly input: Merge
  /** Null where the strategy has no gate. */
  readonly judge: Judge | null
  readonly signal: AbortSignal | undefined
}

/** How often is judged what branches brought while the last of it was judged. */
const rounds = 5

async function merged(merging: Merging): Promise<MergeRecord> {
  for (let round = 1; ; round++) {
    const result = await mergeOnce(merging)
    if ('eventId' in result) return result
    if (round === rounds) throw stillMoving(result)
  }
}

/** A branch that brought what no gate has judged while the rest was judged: its heads before and after. */
interface Moved {
  readonly conversationId: string
  readonly expected: string | null
  readonly actual: string | null
}

function stillMoving(moved: Moved): Refusal {
  const { conversationId, actual } = moved
  return new Refusal(
    'HEAD_MOVED',
    { ...moved },
    `"${conversationId}" moved each of the ${rounds} times that this merge was judged; its head is ${actual === null ? 'the empty path' : `"${actual}"`} now.`,
    ['from'],
  )
}

async function mergeOnce(merging: Merging): Promise<MergeRecord | Moved> {
  const { scope, input, signal } = merging
  const into = await partOf(scope, input.into)
  const headId = into.head?.id ?? null
  await checkExpected({ ...into, reads: scope.reads }, input.expectedHeadId)
  checkCount(scope, input.turns ?? [])
  const first = await look(merging, into, false)
  const decided = async (draft: Draft) => {
    signal?.throwIfAborted()
    const now = draft.head?.id ?? null
    await checkExpected(draft, input.expectedHeadId)
    if (now !== headId) scope.reads.clear()
    const { branches, gathered } = now === headId ? first : await look(merging, draft, true)
    if ('unjudgedOf' in gathered) {
      const headIn = (list: readonly MergedBranch[], own: string | null) =>
        list.find(({ conversation }) => conversation.id === gathered.unjudgedOf)?.head.id ?? own
      const [expected, actual] = [headIn(first.branches, headId), headIn(branches, now)]
      return { result: { conversationId: gathered.unjudgedOf, expected, actual } }
    }
    const record = await joinInto(scope, draft, { input, gathered, details: detailsOf(input, branches, gathered) })
    return { result: record, record }
  }
  return (await changeConversation<MergeRecord | Moved, MergeRecord>(scope, input.into, decided)).result
}

/** What is to be merged into a head: what the branches have beyond it, and what of that is taken. */
interface Look {
  readonly branches: readonly MergedBranch[]
  readonly gathered: Gathered | Unjudged
}

async function look(merging: Merging, into: Part, onlyJudged: boolean): Promise<Look> {
  const { input, judge, signal } = merging
  const scope = { ...merging.scope, signal }
  const turns = input.turns ?? []
  const branches = await branchesOf(scope, into, input.from, turns)
  const part = { id: input.into, head: into.head }
  const gathered = judge
    ? await gatherEvidence(scope, { branches, judge, over: input.over ?? 'EACH', into: part, onlyJudged })
    : input.strategy === 'CHERRY_PICK'
      ? await gatherPicks(scope, part, branches, turns)
      : await gatherInsights(scope, branches)
  return { branches, gathered }
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
