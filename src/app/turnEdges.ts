import type { Message } from '../domain/model.ts'
import type { RelationshipType, Thing } from '../domain/things.ts'
import type { Act } from './act.ts'
import type { Draft } from './drafts.ts'
import type { StoreTurn } from './inputs.ts'
import { findEdge, putLive, refuseCycle } from './relating.ts'
import { namedThing } from './things.ts'

/** Notes the edges that a turn makes: what it replaces and what it refers to. Refuses what is unknown (design §3). */
export async function relateTurn(act: Act, draft: Draft, turn: StoreTurn, message: Message): Promise<void> {
  if (turn.supersedes != null)
    await relateMessage(act, draft, message, 'SUPERSEDES', { kind: 'MESSAGE', id: turn.supersedes })
  for (const ref of turn.refersTo ?? []) await relateMessage(act, draft, message, 'REFERS_TO', namedThing(ref))
}

async function relateMessage(
  act: Act,
  draft: Draft,
  { id }: Message,
  type: RelationshipType,
  target: Thing,
): Promise<void> {
  const edge = await findEdge(act, draft.reads, draft.things, type, { kind: 'MESSAGE', id }, target)
  await refuseCycle(act, edge)
  putLive(act, edge, {})
}
