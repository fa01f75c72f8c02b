import type { Json } from '../../domain/model.ts'
import { badInput } from '../../domain/refusals.ts'
import type { Scope } from '../scope.ts'
import { type HeadResult, moveHeadTo, type Target } from './moveHead.ts'
import { type Draft } from '../write/draft.ts'
import { checkBoundary, pointNode } from '../forks/forkPoint.ts'
import { isLeafHere } from '../trees/leaves.ts'

export interface SwitchHead {
  readonly conversationId: string
  readonly observationId: string
  readonly expectedHeadId?: string | null
  readonly note?: string | null
  readonly actor?: Json
  readonly idempotencyKey?: string | null
}

/** Moves a head to any leaf of the conversation's tree, a fork's unused point included (design §5). */
export function switchHead(scope: Scope, input: SwitchHead): Promise<HeadResult> {
  return moveHeadTo(scope, {
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
