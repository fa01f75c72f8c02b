import { currentBlocks, firstOf, withRestatement } from '../../../domain/messages/messageSnapshot.ts'
import type { Json, Message, Observation, TreeNode, Usage } from '../../../domain/model.ts'
import { contentHash } from '../../../domain/tree/pathHash.ts'
import { storedUsage } from '../../../domain/usage/usage.ts'
import type { Draft } from '../../write/draft/draft.ts'
import type { Warning } from '../../write/warning.ts'
import { edgesOfTurn } from '../turnRelationships.ts'
import type { TurnInput } from '../turnInput.ts'
import { putMessage, type StoredTurn, type TurnTarget } from './target.ts'
import { own } from '../../../runtime/own.ts'

/**
 * Returns the observation that a turn says again, null where it is a version of its own (design §3): it stands on the path
 * with equal content, as stored or as corrected. At the head, where nothing follows that could be lost, what brings other
 * usage or another model is a version.
 */
export async function restatedAt(
  draft: Draft,
  turn: TurnInput,
  node: TreeNode,
  { message, inherited }: TurnTarget,
): Promise<TreeNode | null> {
  const isAsked = turn.ifEqual !== 'BRANCH' && turn.supersedes == null && node.erased === undefined
  if (!isAsked || (turn.runId != null && turn.runId !== node.runId)) return null
  const of = node.messageId === message?.id ? message : node.messageId === inherited?.id ? inherited : null
  if (!isEqual(turn, node, of)) return null
  return node.id === draft.head?.id && bringsOther(turn, node) ? null : node
}

function isEqual(turn: TurnInput, node: TreeNode, message: Message | null): boolean {
  const { role, blocks } = turn
  const fields = {
    kind: 'TURN',
    role,
    blocks,
    senderId: turn.senderId ?? null,
    senderKind: turn.senderKind ?? null,
  } as const
  const hash = contentHash({ ...fields, marker: null, salt: node.salt })
  if (hash === node.contentHash) return true
  const current = currentBlocks(node, message)
  return current !== node.blocks && hash === contentHash({ ...node, blocks: current })
}

/** What a store says of usage and model is other than what was stored; what it does not say is not. */
function bringsOther(turn: TurnInput, node: TreeNode): boolean {
  const isOtherModel = turn.model != null && turn.model !== node.model
  return isOtherModel || Object.entries(storedUsage(turn.usage ?? null) ?? {}).some(differsIn(node.usage))
}

const differsIn =
  (usage: Usage | null) =>
  ([name, value]: [string, unknown]): boolean =>
    own<unknown>({ ...usage }, name) !== value

/** Puts the restatement beside the tree: it moves no head, and counts in the message's snapshot and history alone. */
export function restate(
  draft: Draft,
  { turn, turnId, target, restated }: { turn: TurnInput; turnId: string; target: TurnTarget; restated: TreeNode },
  fields: Observation,
): StoredTurn {
  const whole = { ...fields, kind: 'RESTATEMENT' as const, restates: restated.id }
  const observation: Observation = { ...whole, contentHash: contentHash(whole) }
  const { message: known, latest, inherited } = target
  const message =
    known && latest ? withRestatement(known, latest, observation) : firstOf(observation, turnId, inherited?.id ?? null)
  draft.changes.putObservation(observation)
  putMessage(draft, target, message)
  draft.edges.push(...edgesOfTurn(turn, message, known ? null : inherited))
  return { message, observation, leftTranscript: 0, restated: true, warnings: moreWarnings(observation, restated) }
}

/** What a restatement brings counts nowhere: who has it must know. */
function moreWarnings({ usage }: Observation, restated: TreeNode): Warning[] {
  const more = Object.entries(usage ?? {}).filter(([name]) => !Object.hasOwn(restated.usage ?? {}, name))
  if (more.length === 0) return []
  return [
    {
      code: 'RESTATED_WITH_MORE',
      message: `The turn says again what "${restated.id}" says; the usage that it brings is kept and counted nowhere.`,
      details: { restates: restated.id, usage: Object.fromEntries<Json>(more) },
    },
  ]
}
