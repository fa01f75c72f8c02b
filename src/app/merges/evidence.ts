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
import type { JsonObject, Message, TreeNode } from '../../domain/model.ts'
import { badInput, notFound, Refusal } from '../../domain/refusals.ts'
import { bendsOf } from '../read/bends.ts'
import type { Scope } from '../scope.ts'
import { newNodes, type MergedBranch } from './branches.ts'
import type { Gate, Gates, ListedBytes } from './gate.ts'
import type { GateRef, Gathered } from './merge.ts'

/** What is judged, and how. */
interface Judging {
  readonly branches: readonly MergedBranch[]
  readonly ref: GateRef
  readonly over: GateOver
  /** The head of the conversation that they are merged into. */
  readonly head: TreeNode | null
}

/**
 * Gathers the artifacts of the branches that survive a gate; each is judged by itself, and once. Over UNION those that
 * hold are judged together as well, with what earlier merges brought to the path: where that fails, nothing is gathered
 * (design §6).
 */
export async function gatherEvidence(
  scope: Scope,
  gates: Gates,
  { branches, ref, over, head }: Judging,
): Promise<Gathered> {
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
  const gate = await openGate(gates, ref)
  try {
    const judgements = await judgeAll(scope, gate, all)
    const judgedInputs = judged(inputs, judgements)
    const isJudged = over === 'UNION' && judgedInputs.artifacts.length > 0
    const together = isJudged ? await judgeTogether(scope, gate, judgedInputs.artifacts, head) : null
    return gatheredOf(branches, { ...judgedInputs, ref, reports: forkEventFields(all, inputs, judgements), together })
  } finally {
    await gate.close()
  }
}

interface GateFindings extends JudgedInputs {
  readonly ref: GateRef
  readonly reports: JsonObject[]
  /** Null where they were not judged together. */
  readonly together: (Judgement & { readonly earlier: readonly Artifact[] }) | null
}

function gatheredOf(branches: readonly MergedBranch[], result: GateFindings): Gathered {
  const { ref, reports: notified, together, surviving, refuted, undecided, artifacts } = result
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
      ...{ gate: ref, verdict, refuted: refuted.map((one) => ({ ...one })), artifacts: notified },
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

async function openGate(gates: Gates, ref: GateRef): Promise<Gate> {
  if ('jsonSchema' in ref) return gates.jsonSchema(ref.jsonSchema)
  const gate = gates.command(ref.command)
  if (gate) return gate
  const { message } = notFound('Gate', ref.command)
  throw badInput(message, { gate: ref.command, configured: gates.commands }, ['gate', 'command'])
}

/** How many artifacts are judged at the same time. */
const atOnce = 4

async function judgeAll(
  scope: Scope,
  gate: Gate,
  artifacts: readonly Artifact[],
): Promise<ReadonlyMap<string, Judgement>> {
  const judgements = new Map<string, Judgement>()
  for (let i = 0; i < artifacts.length; i += atOnce)
    await Promise.all(
      artifacts.slice(i, i + atOnce).map(async (one) => {
        judgements.set(artifactKey(one), await judge(scope, gate, one))
      }),
    )
  return judgements
}

async function judge(scope: Scope, gate: Gate, artifact: Artifact): Promise<Judgement> {
  scope.signal?.throwIfAborted()
  const bytes = await bytesOf(scope, artifact)
  if (bytes === null) return { survives: false, reason: 'Its bytes are not stored here, so there is nothing to judge.' }
  return gate.judge(bytes, scope.signal)
}

/** Null where they are not kept here. */
async function bytesOf({ attachmentBytes, tenant }: Scope, artifact: Artifact): Promise<ListedBytes | null> {
  const { attachmentId } = artifact
  const byteSize = await attachmentBytes.size(tenant, attachmentId)
  if (byteSize === null) return null
  const open = async () => {
    const bytes = await attachmentBytes.get(tenant, attachmentId, null)
    if (bytes === null) throw new Error(`The bytes of attachment ${attachmentId} are gone.`)
    return bytes
  }
  return { artifact, byteSize, open }
}

/** In an order of their own: the order of merges decides nothing. */
async function judgeTogether(
  scope: Scope,
  gate: Gate,
  artifacts: readonly Artifact[],
  head: TreeNode | null,
): Promise<Judgement & { readonly earlier: readonly Artifact[] }> {
  const earlier = await mergedBefore(scope, head)
  const all = union([artifacts, earlier])
  checkCount(scope, all)
  const list = await Promise.all(all.map((one) => bytesOf(scope, one)))
  const known = list.flatMap((one) => one ?? [])
  if (known.length === all.length) return { ...(await gate.judgeList(known, scope.signal)), earlier }
  return { survives: false, reason: 'The bytes of an artifact of an earlier merge are not stored here.', earlier }
}

/** What earlier merges brought to a path: what its joins carry. */
async function mergedBefore({ reads }: Scope, head: TreeNode | null): Promise<Artifact[]> {
  const { all } = await bendsOf(reads, head?.place.bendId ?? null)
  const joins = all.filter(({ joined }) => joined.length > 0)
  const nodes = await Promise.all(joins.map(({ id }) => reads.observation(id)))
  return union(nodes.map((node) => artifactsIn(node?.blocks ?? [])))
}

/** Each artifact with what was judged of it, and the conversations that brought it. */
function forkEventFields(
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
