import type { Json } from '../../domain/model.ts'
import { badInput } from '../../domain/refusals.ts'
import type { Scope } from '../scope.ts'
import { checkStand, type HeadResult, moveHeadTo, type HeadTarget } from './moveHead.ts'
import { type Draft } from '../write/draft/draft.ts'
import { cutOf, pointNode } from '../forks/forkPoint.ts'
import type { PointRef } from '../read/view.ts'
import { isLeafHere, newestLeafFrom } from '../trees/leaves.ts'

export interface SwitchHead {
  readonly conversationId: string
  /** Any place of the tree; in its stead `observationId` names a leaf or, descending, any place. */
  readonly to?: PointRef | null
  readonly observationId?: string | null
  readonly descend?: 'NONE' | 'NEWEST' | null
  readonly expectedHeadId?: string | null
  readonly note?: string | null
  readonly actor?: Json
  readonly idempotencyKey?: string | null
}

/**
 * Moves a head to any place of the conversation's tree or inherited past, the empty path included, or, descending, on to the newest
 * leaf below one (design §5).
 */
export function switchHead(scope: Scope, input: SwitchHead): Promise<HeadResult> {
  const { descend, to, ...rest } = input
  // A choice that says the same as none is the same input to a key.
  const chosen = { ...rest, ...(descend === 'NEWEST' && { descend }), ...(to != null && { to }) }
  return moveHeadTo(scope, {
    kind: 'SWITCH',
    operation: 'switchHead',
    input: chosen,
    target: (draft) => target(draft, input),
  })
}

async function target(draft: Draft, { to, observationId, descend }: SwitchHead): Promise<HeadTarget> {
  if ((to == null) === (observationId == null))
    throw badInput('Give "to" or "observationId": where to switch.', {}, ['to'])
  const place =
    observationId == null
      ? ((await cutOf(draft, to, null, 'to'))?.node ?? null)
      : await pointNode(draft, { observationId }, 'observationId')
  const descends = descend === 'NEWEST'
  const node = descends && place !== null ? await newestLeafFrom(draft, place) : place
  const isLeaf = node !== null && (await isLeafHere(draft, node))
  if (observationId != null && !descends && !isLeaf)
    throw badInput(
      `"${observationId}" is not a leaf: something recorded here continues it. Give it as "to", rewind to it, or descend to the newest leaf below it.`,
      { observationId },
      ['observationId'],
    )
  await checkStand(draft, node)
  return { node }
}
