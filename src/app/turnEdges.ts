import { attachmentIds } from '../domain/attachments.ts'
import type { Message } from '../domain/model.ts'
import type { RelationshipType, Thing } from '../domain/things.ts'
import type { Act } from './act.ts'
import type { Draft } from './drafts.ts'
import { findEdge, putLive, refuseCycle } from './relating.ts'
import type { ReadyTurn } from './storing.ts'
import { namedThing } from './things.ts'

/**
 * Notes the edges that a turn makes: what it replaces, what it refers to, what it embeds. Refuses what is unknown
 * (design §3).
 */
export async function relateTurn(
  act: Act,
  draft: Draft,
  turn: ReadyTurn,
  message: Message,
  replaced: Message | null,
): Promise<void> {
  if (replaced !== null) await relateMessage(act, draft, message, 'SUPERSEDES', { kind: 'MESSAGE', id: replaced.id })
  for (const attachment of turn.attached ?? []) draft.things.attachments.set(attachment.id, attachment)
  if (turn.supersedes != null)
    await relateMessage(act, draft, message, 'SUPERSEDES', { kind: 'MESSAGE', id: turn.supersedes })
  for (const ref of turn.refersTo ?? []) await relateMessage(act, draft, message, 'REFERS_TO', namedThing(ref))
  for (const id of attachmentIds(turn.blocks))
    await relateMessage(act, draft, message, 'EMBEDS', { kind: 'ATTACHMENT', id })
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
