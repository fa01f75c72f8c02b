import { attachmentIds } from '../domain/attachments.ts'
import type { Block, Message } from '../domain/model.ts'
import type { Identity } from '../domain/relationships.ts'
import type { RelationshipType, Thing } from '../domain/things.ts'
import type { Act } from './act.ts'
import type { Draft } from './drafts.ts'
import { findEdges } from './findEdges.ts'
import { putLive, refuseCycle } from './relating.ts'
import type { ReadyTurn } from './storing.ts'
import { namedThing } from './things.ts'

/** Returns the edges that a turn makes: what it replaces, what it refers to, what it embeds (design §3). */
export function edgesOfTurn(turn: ReadyTurn, message: Message, replaced: Message | null): Identity[] {
  const superseded = [replaced?.id, turn.supersedes].filter((id) => id != null)
  return [
    ...superseded.map((id) => edgeFrom(message, 'SUPERSEDES', { kind: 'MESSAGE', id })),
    ...(turn.refersTo ?? []).map((ref) => edgeFrom(message, 'REFERS_TO', namedThing(ref))),
    ...embeddingEdges(message, turn.blocks),
  ]
}

/** Returns the edges from a message to what blocks of it embed. */
export function embeddingEdges(message: Message, blocks: readonly Block[]): Identity[] {
  return attachmentIds(blocks).map((id) => edgeFrom(message, 'EMBEDS', { kind: 'ATTACHMENT', id }))
}

function edgeFrom({ id }: Message, type: RelationshipType, target: Thing): Identity {
  return { type, source: { kind: 'MESSAGE', id }, target }
}

/** Draws the edges that drafts name, each once: all are found at once. Refuses one to what is unknown. */
export async function drawEdges(act: Act, drafts: readonly Draft[]): Promise<void> {
  const named = drafts.flatMap(({ reads, things, edges }) => edges.map((edge) => ({ ...edge, reads, draft: things })))
  const found = await findEdges(act, named)
  for (const edge of new Map(found.map((one) => [one.id, one])).values()) {
    await refuseCycle(act, edge)
    putLive(act, edge, {})
  }
}
