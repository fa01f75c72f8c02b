import { attachmentIds } from '../../domain/records/attachment.ts'
import type { Block, Message } from '../../domain/model.ts'
import type { Identity, RelationshipType, Endpoint } from '../../domain/records/relationship.ts'
import type { Scope } from '../scope.ts'
import type { Draft } from '../write/draft/draft.ts'
import { resolveEdges } from '../relationships/resolveEdges.ts'
import { putLive, refuseCycle } from '../relationships/changeRelationship.ts'
import type { TurnInput } from './turnInput.ts'
import { namedEndpoint } from '../relationships/endpoints.ts'

/** Returns the edges that a turn makes: what it replaces, what it refers to, what it embeds (design §3). */
export function edgesOfTurn(turn: TurnInput, message: Message, replaced: Message | null): Identity[] {
  const superseded = [replaced?.id, turn.supersedes].filter((id) => id != null)
  return [
    ...superseded.map((id) => edgeFrom(message, 'SUPERSEDES', { kind: 'MESSAGE', id })),
    ...(turn.refersTo ?? []).map((ref) => edgeFrom(message, 'REFERS_TO', namedEndpoint(ref))),
    ...embeddingEdges(message, turn.blocks),
  ]
}

/** Returns the edges from a message to what blocks of it embed. */
export function embeddingEdges(message: Message, blocks: readonly Block[]): Identity[] {
  return attachmentIds(blocks).map((id) => edgeFrom(message, 'EMBEDS', { kind: 'ATTACHMENT', id }))
}

function edgeFrom({ id }: Message, type: RelationshipType, target: Endpoint): Identity {
  return { type, source: { kind: 'MESSAGE', id }, target }
}

/** Draws the edges that drafts name, each once: all are found at once. Refuses one to what is unknown. */
export async function addRelationships(scope: Scope, drafts: readonly Draft[]): Promise<void> {
  const named = drafts.flatMap(({ reads, changes, edges }) => edges.map((edge) => ({ ...edge, reads, draft: changes })))
  if (named.length === 0) return
  const results = await resolveEdges(scope, named)
  for (const edge of new Map(results.map((one) => [one.id, one])).values()) {
    await refuseCycle(scope, edge)
    putLive(scope, edge, {})
  }
}
