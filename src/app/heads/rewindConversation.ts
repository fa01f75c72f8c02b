import { badInput } from '../../domain/refusals.ts'
import type { Scope } from '../scope.ts'
import { type HeadResult, moveHeadTo, type HeadTarget } from './moveHead.ts'
import type { Draft } from '../write/draft/draft.ts'
import { isOnPath } from '../read/paths.ts'
import { checkBoundary, cutOf, unknownPoint } from '../forks/forkPoint.ts'
import type { Json } from '../../domain/model.ts'
import type { PointRef } from '../read/view.ts'

export interface Rewind {
  readonly conversationId: string
  readonly to?: PointRef | null
  readonly before?: PointRef | null
  readonly expectedHeadId?: string | null
  readonly note?: string | null
  readonly actor?: Json
  readonly idempotencyKey?: string | null
}

/** Moves a head back along its path, to a legal point. Nothing is lost: what was after it stays as a leaf (design §5). */
export function rewindConversation(scope: Scope, input: Rewind): Promise<HeadResult> {
  return moveHeadTo(scope, {
    kind: 'REWIND',
    operation: 'rewindConversation',
    input,
    target: (draft) => target(draft, input),
  })
}

async function target(draft: Draft, { to, before }: Rewind): Promise<HeadTarget> {
  const cut = await cutOf(draft, to, before, 'to')
  if (cut === null) throw badInput('Give "to" or "before": where to rewind.', {}, ['to'])
  if (cut.node && !(await isOnPath(draft.reads, cut.node, draft.head)))
    throw unknownPoint(draft.conversation.id, { observationId: cut.node.id }, to ? 'to' : 'before')
  await checkBoundary(draft, cut, 'MESSAGE')
  return { node: cut.node }
}
