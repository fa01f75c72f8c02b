import type { TreeNode } from '../domain/model.ts'
import { badInput } from '../domain/refusals.ts'
import type { Act, HeadResult } from './act.ts'
import { forkPoint, type Draft } from './drafts.ts'
import { moveHeadOf, type Target } from './heads.ts'
import type { SwitchHead } from './inputs.ts'
import { checkBoundary, pointNode } from './points.ts'

/** Moves a head to any leaf of the conversation's tree, a fork's unused point included (design §5). */
export function switchHead(act: Act, input: SwitchHead): Promise<HeadResult> {
  return moveHeadOf(act, {
    kind: 'SWITCH',
    operation: 'switchHead',
    input,
    target: (draft) => target(draft, input.observationId),
  })
}

async function target(draft: Draft, observationId: string): Promise<Target> {
  const node = await pointNode(draft, { observationId }, 'observationId')
  if (!(await isLeafHere(draft, node)))
    throw badInput(
      `"${observationId}" is no leaf: something recorded here continues it. Rewind to it instead.`,
      { observationId },
      ['observationId'],
    )
  await checkBoundary(draft, { node }, 'MESSAGE')
  return { node }
}

/** Says whether nothing recorded in this conversation continues a node: a tip, or the point of a fork that is unused there. */
export async function isLeafHere(draft: Pick<Draft, 'conversation' | 'reads'>, node: TreeNode): Promise<boolean> {
  if (node.conversationId === draft.conversation.id)
    return (await draft.reads.segmentNow(node.place.segmentId)).tipDepth === node.place.depth
  const point = await forkPoint(draft)
  return point?.id === node.id && (await draft.reads.junction(draft.conversation.id, node.id)) === null
}
