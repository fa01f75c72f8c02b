import {
  artifactKey,
  artifactsIn,
  joinBlocks,
  judged,
  mismatch,
  union,
  type Artifact,
  type EvidenceInput,
  type Judgement,
} from '../../domain/records/merge.ts'
import type { JsonObject, Message, TreeNode } from '../../domain/model.ts'
import { badInput, notFound, Refusal } from '../../domain/refusals.ts'
import type { Scope } from '../scope.ts'
import { newNodes, type Branch } from './branches.ts'
import type { Gate, Gates } from './gate.ts'
import type { GateRef, Gathered } from './merge.ts'

/** Gathers the artifacts of the branches that survive a gate; each is judged by itself, and once (design §6). */
export async function gatherEvidence(
  scope: Scope,
  gates: Gates,
  branches: readonly Branch[],
  ref: GateRef,
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
  const judgements = await judgeAll(scope, await openGate(gates, ref), all)
  const { verdict, surviving, refuted, undecided, artifacts } = judged(inputs, judgements)
  return {
    parents: branches.flatMap(({ conversation, head }) => (surviving.has(conversation.id) ? [head] : [])),
    verdict,
    refuted,
    blocks: joinBlocks(artifacts),
    fields: {},
    picks: [],
    refersTo: [],
    details: {
      ...{ gate: ref, verdict, refuted: refuted.map((one) => ({ ...one })), artifacts: toldOf(all, judgements) },
      ...(undecided.length > 0 && { undecided }),
    },
  }
}

/** What a branch brings: also what joins of its own carry; what was deleted is no evidence. */
async function inputOf(scope: Scope, branch: Branch): Promise<EvidenceInput> {
  const found: Artifact[][] = []
  for await (const nodes of newNodes(scope, branch)) {
    const holding = nodes.filter(({ blocks }) => artifactsIn(blocks).length > 0)
    const messages = await Promise.all(holding.map((node) => messageOf(scope, node)))
    holding.forEach(({ blocks }, i) => messages[i]?.deleted || found.push(artifactsIn(blocks)))
  }
  return { conversationId: branch.conversation.id, artifacts: union(found) }
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
  try {
    for (let i = 0; i < artifacts.length; i += atOnce)
      await Promise.all(
        artifacts.slice(i, i + atOnce).map(async (one) => {
          judgements.set(artifactKey(one), await judge(scope, gate, one))
        }),
      )
    return judgements
  } finally {
    await gate.close()
  }
}

async function judge(scope: Scope, gate: Gate, { attachmentId }: Artifact): Promise<Judgement> {
  const { attachmentBytes, tenant, signal } = scope
  signal?.throwIfAborted()
  const byteSize = await attachmentBytes.size(tenant, attachmentId)
  if (byteSize === null)
    return { survives: false, reason: 'Its bytes are not kept here, so there is nothing to judge.' }
  const open = async () => {
    const bytes = await attachmentBytes.get(tenant, attachmentId, null)
    if (bytes === null) throw new Error(`The bytes of attachment ${attachmentId} are gone.`)
    return bytes
  }
  return gate.judge({ byteSize, open }, signal)
}

function toldOf(artifacts: readonly Artifact[], judgements: ReadonlyMap<string, Judgement>): JsonObject[] {
  return artifacts.map((one) => ({ ...one, ...(judgements.get(artifactKey(one)) ?? {}) }))
}
