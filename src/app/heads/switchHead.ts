import type { Json } from '../../domain/model.ts'
import { badInput } from '../../domain/refusals.ts'
import type { Scope } from '../scope.ts'
import { type HeadResult, moveHeadTo, type HeadTarget } from './moveHead.ts'
import { type Draft } from '../write/draft/draft.ts'
import { checkBoundary, pointNode } from '../forks/forkPoint.ts'
import { isLeafHere, newestLeafFrom } from '../trees/leaves.ts'

export interface SwitchHead {
  readonly conversationId: string
  readonly observationId: string
  readonly descend?: 'NONE' | 'NEWEST' | null
  readonly expectedHeadId?: string | null
  readonly note?: string | null
  readonly actor?: Json
  readonly idempotencyKey?: string | null
}

/**
 * Moves a head to any leaf of the conversation's tree, a fork's unused point included, or, descending, from any place in it
 * on to the newest leaf below (design §5).
 */
export function switchHead(scope: Scope, { descend, ...input }: SwitchHead): Promise<HeadResult> {
  // Without a choice as it was before there was one: so keys of then are known.
  const descended = descend === 'NEWEST' ? { ...input, descend } : input
  return moveHeadTo(scope, {
    kind: 'SWITCH',
    operation: 'switchHead',
    input: descended,
    target: (draft) => target(draft, input.observationId, descend === 'NEWEST'),
  })
}

async function target(draft: Draft, observationId: string, descends: boolean): Promise<HeadTarget> {
  const place = await pointNode(draft, { observationId }, 'observationId')
  const node = descends ? await newestLeafFrom(draft, place) : place
  if (!descends && !(await isLeafHere(draft, node)))
    throw badInput(
      `"${observationId}" is not a leaf: something recorded here continues it. Rewind to it instead, or descend to the newest leaf below it.`,
      { observationId },
      ['observationId'],
    )
  await checkBoundary(draft, { node }, 'MESSAGE')
  return { node }
}
