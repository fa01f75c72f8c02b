import {
  artifactKey,
  artifactsIn,
  joinBlocks,
  judged,
  mismatch,
  union,
  type Artifact,
  type EvidenceInput,
  type GateOver,
  type JudgedInputs,
  type Judgement,
} from '../../domain/records/merge.ts'
import type { ConversationId, JsonObject, Message, TreeNode } from '../../domain/model.ts'
import { Refusal } from '../../domain/refusals.ts'
import { bendsOf } from '../read/bends.ts'
import type { Scope } from '../scope.ts'
import { newNodes, type MergedBranch } from './branches.ts'
import type { Judge, Unjudged } from './judge.ts'
import type { GateRef, Gathered } from './merge.ts'

/** What is judged, and how. */
interface Judging {
  readonly branches: readonly MergedBranch[]
  readonly judge: Judge
  readonly over: GateOver
  /** The conversation that they are merged into, and its head. */
  readonly into: { readonly id: ConversationId; readonly head: TreeNode | null }
  /** Whether only what was judged before is used: a gate takes its time, and nobody may wait for it in a lane. */
  readonly onlyJudged: boolean
}

/**
 * Gathers the artifacts of the branches that survive a gate; each is judged by itself, and once. Over UNION those that
 * hold are judged together as well, with what earlier merges brought to the path: where that fails, nothing is gathered
 * (design §6).
 */
export async function gatherEvidence(
  scope: Scope,
  { branches, judge, over, into, onlyJudged }: Judging,
): Promise<Gathered | Unjudged> {
  const inputs = await Promise.all(branches.map((branch) => inputOf(scope, branch)))
  const environments = mismatch(inputs)
  if (environments !== null)
    throw new Refusal(
      'ENVIRONMENT_MISMATCH',
      { environments },
      'The artifacts of what is to be merged do not all name the same environment.',
      ['from'],
    )
  const all = union(inputs.map(({ artifacts }) => artifacts))
  checkCount(scope, all)
  const moved = inputs.find(({ artifacts }) => judge.unjudged(artifacts).length > 0)
  if (onlyJudged && moved) return { unjudgedOf: moved.conversationId }
  await judge.open()
  const judgements = await judge.each(scope, all)
  const judgedInputs = judged(inputs, judgements)
  const isTogether = over === 'UNION' && judgedInputs.artifacts.length > 0
  const earlier = isTogether ? await mergedBefore(scope, into.head) : []
  const list = isTogether ? union([judgedInputs.artifacts, earlier]) : []
  checkCount(scope, list)
  if (isTogether && onlyJudged && judge.isNewList(list)) return { unjudgedOf: into.id }
  const together = isTogether ? { ...(await judge.together(scope, list)), earlier } : null
  const reports = artifactReports(all, inputs, judgements)
  return gatheredOf(branches, { ...judgedInputs, ref: judge.ref, reports, together })
}

interface GateFindings extends JudgedInputs {
  readonly ref: GateRef
  readonly reports: JsonObject[]
  /** Null where they were not judged together. */
  readonly together: (Judgement & { readonly earlier: readonly Artifact[] }) | null
}

function gatheredOf(branches: readonly MergedBranch[], result: GateFindings): Gathered {
  const { ref, reports, together, surviving, refuted, undecided, artifacts } = result
  const holds = together?.survives !== false
  const verdict = holds ? result.verdict : 'CONFLICTING'
  const survivors = branches.filter(({ conversation }) => surviving.has(conversation.id))
  return {
    parents: holds ? survivors.map((branch) => branch.head) : [],
    verdict,
    refuted,
    blocks: holds ? joinBlocks(artifacts) : [],
    fields: {},
    picks: [],
    refersTo: [],
    details: {
      ...{ gate: ref, verdict, refuted: refuted.map((one) => ({ ...one })), artifacts: reports },
      ...(together && { together: { ...together, earlier: together.earlier.map((one) => ({ ...one })) } }),
      ...(undecided.length > 0 && { undecided }),
    },
  }
}

/** Returns what a branch brings: also what joins of its own carry; what was deleted is no evidence. */
export async function inputOf(scope: Scope, branch: MergedBranch): Promise<EvidenceInput> {
  const results: Artifact[][] = []
  for await (const nodes of newNodes(scope, branch)) {
    const holding = nodes.filter(({ blocks }) => artifactsIn(blocks).length > 0)
    const messages = await Promise.all(holding.map((node) => messageOf(scope, node)))
    holding.forEach(({ blocks }, i) => messages[i]?.deleted || results.push(artifactsIn(blocks)))
  }
  return { conversationId: branch.conversation.id, artifacts: union(results) }
}

async function messageOf({ reads }: Scope, { messageId }: TreeNode): Promise<Message | null> {
  return messageId === null ? null : reads.message(messageId)
}

function checkCount({ limits }: Scope, artifacts: readonly Artifact[]): void {
  if (artifacts.length <= limits.list) return
  const facts = { limit: limits.list, artifacts: artifacts.length }
  throw new Refusal('LIMIT_EXCEEDED', facts, `A merge judges at most ${limits.list} artifacts.`, ['from'])
}

/** What earlier merges brought to a path: what its joins carry. */
async function mergedBefore({ reads }: Scope, head: TreeNode | null): Promise<Artifact[]> {
  const { all } = await bendsOf(reads, head?.place.bendId ?? null)
  const joins = all.filter(({ joined }) => joined.length > 0)
  const nodes = await Promise.all(joins.map(({ id }) => reads.observation(id)))
  return union(nodes.map((node) => artifactsIn(node?.blocks ?? [])))
}

/** Each artifact with what was judged of it, and the conversations that brought it. */
function artifactReports(
  artifacts: readonly Artifact[],
  inputs: readonly EvidenceInput[],
  judgements: ReadonlyMap<string, Judgement>,
): JsonObject[] {
  const bringing = inputs.map(({ conversationId, artifacts: own }) => ({
    conversationId,
    keys: new Set(own.map(artifactKey)),
  }))
  return artifacts.map((one) => {
    const key = artifactKey(one)
    const from = bringing.filter(({ keys }) => keys.has(key)).map(({ conversationId }) => conversationId)
    return { ...one, ...(judgements.get(key) ?? {}), from: from.sort() }
  })
}
