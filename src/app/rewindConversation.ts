import { badInput } from '../domain/refusals.ts'
import type { Act, HeadResult } from './act.ts'
import type { Draft } from './drafts.ts'
import { moveHeadOf, type Target } from './heads.ts'
import type { Rewind } from './inputs.ts'
import { isOnPath } from './paths.ts'
import { checkBoundary, cutOf, unknownPoint } from './points.ts'

/** Moves a head back along its path, to a legal point. Nothing is lost: what was after it stays as a leaf (design §5). */
export function rewindConversation(act: Act, input: Rewind): Promise<HeadResult> {
  return moveHeadOf(act, {
    kind: 'REWIND',
    operation: 'rewindConversation',
    input,
    target: (draft) => target(draft, input),
  })
}

async function target(draft: Draft, { to, before }: Rewind): Promise<Target> {
  const cut = await cutOf(draft, to, before, 'to')
  if (cut === null) throw badInput('Give "to" or "before": where to rewind.', {}, ['to'])
  if (cut.node && !(await isOnPath(draft.reads, cut.node, draft.head)))
    throw unknownPoint(draft.conversation.id, { observationId: cut.node.id }, to ? 'to' : 'before')
  await checkBoundary(draft, cut, 'MESSAGE')
  return { node: cut.node }
}
