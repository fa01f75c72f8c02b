import { attachmentIds } from '../../domain/records/attachment.ts'
import { currentBlocks } from '../../domain/messages/messageSnapshot.ts'
import type { Message, Observation } from '../../domain/model.ts'
import {
  isMembership,
  relationshipId,
  type Identity,
  type Relationship,
  type Endpoint,
} from '../../domain/records/relationship.ts'
import { factOwner, type RelationshipListRequest } from '../../storage/graphStore.ts'
import type { Scope } from '../scope.ts'
import type { Find } from './finding.ts'
import { checkAttachments, checkEntities, type Checked } from './named.ts'
import { embeddingEdges } from '../turns/turnRelationships.ts'

/** Things whose edges are asked for at once, and edges asked for of each. */
const batch = 100
const pageLength = 10

/** Compares the relationships of things with their observations and what stands at their ends. */
export async function checkRelationships(
  scope: Scope,
  things: readonly Endpoint[],
  checked: Checked,
  find: Find,
): Promise<void> {
  for (let i = 0; i < things.length; i += batch) {
    let open = things.slice(i, i + batch).flatMap(firstPages)
    while (open.length > 0) {
      scope.signal?.throwIfAborted()
      const pages = await Promise.all(open.map((request) => scope.reads.relationshipList(request)))
      await checkPage(scope, pages.flat(), checked, find)
      open = open.flatMap((request, at) => nextPage(request, pages[at] ?? []))
    }
  }
}

function firstPages(thing: Endpoint): RelationshipListRequest[] {
  return (['source', 'target'] as const).flatMap((end) =>
    [false, true].map((deleted) => ({ thing, end, type: null, deleted, after: null, limit: pageLength })),
  )
}

function nextPage(request: RelationshipListRequest, page: readonly Relationship[]): RelationshipListRequest[] {
  const last = page.length < request.limit ? undefined : page.at(-1)
  return last ? [{ ...request, after: { sort: last.changedAt, id: last.id } }] : []
}

async function checkPage(scope: Scope, edges: readonly Relationship[], checked: Checked, find: Find): Promise<void> {
  await Promise.all(edges.map((edge) => checkRelationship(scope, edge, find)))
  const ends = edges.flatMap(({ source, target }) => [source, target])
  const idsOf = (wanted: Endpoint['kind']) => ends.flatMap(({ kind, id }) => (kind === wanted ? [id] : []))
  await checkEntities(scope, idsOf('ENTITY'), checked, find)
  await checkAttachments(scope, idsOf('ATTACHMENT'), checked, find)
}

async function checkRelationship(scope: Scope, edge: Relationship, find: Find): Promise<void> {
  const { id, factCount } = edge
  const owner = factOwner({ ownerKind: 'RELATIONSHIP', ownerId: id })
  const [count, source] = await Promise.all([
    scope.reads.count('factsOf', owner, Number.MAX_SAFE_INTEGER),
    edge.source.kind === 'MESSAGE' ? scope.reads.message(edge.source.id) : null,
    checkEnds(scope, edge, find),
  ])
  if (count !== factCount)
    find('RELATIONSHIP_DIFFERS', `Relationship "${id}" counts a wrong number of observations.`, {
      relationshipId: id,
      kept: factCount,
      found: count,
    })
  if (relationshipId(edge) !== id || isMembership(edge, source))
    find('RELATIONSHIP_DIFFERS', `Relationship "${id}" is not the one that its type and its ends make.`, {
      relationshipId: id,
      found: relationshipId(edge),
    })
}

/** Entities and attachments are looked for where they are compared. */
async function checkEnds(scope: Scope, { id, source, target, deletedAt }: Relationship, find: Find): Promise<void> {
  for (const { kind, id: endId } of [source, target]) {
    const missing = (kind === 'MESSAGE' || kind === 'CONVERSATION') && (await endOf(scope, kind, endId)) === null
    if (missing)
      find('RELATIONSHIP_END_MISSING', `Relationship "${id}" leads to "${endId}", which is missing.`, {
        relationshipId: id,
        kind,
        id: endId,
      })
    const merged =
      kind === 'ENTITY' && deletedAt === null ? ((await scope.reads.entity(endId))?.mergedInto ?? null) : null
    if (merged !== null)
      find('RELATIONSHIP_DIFFERS', `Relationship "${id}" stayed with an entity that was merged into "${merged}".`, {
        relationshipId: id,
        mergedInto: merged,
      })
  }
}

const endOf = (scope: Scope, kind: 'MESSAGE' | 'CONVERSATION', id: string) =>
  kind === 'MESSAGE' ? scope.reads.message(id) : scope.reads.conversation(id)

/**
 * Looks for the edges that a message's turns and corrections say: to the message that it replaced, and to what it
 * embeds. One to what only older versions embed may be deleted.
 */
export async function checkStatedEdges(
  scope: Scope,
  message: Message,
  history: readonly Observation[],
  find: Find,
): Promise<void> {
  const latest = history.find(({ id }) => id === message.latestId)
  const present = latest ? [...latest.blocks, ...currentBlocks(latest, message)] : []
  const held = new Set(attachmentIds(present))
  const embeds = embeddingEdges(
    message,
    history.flatMap(({ blocks }) => blocks),
  )
  const edges = [...embeds, ...replacement(message)]
  const relationships = await Promise.all(edges.map((edge) => scope.reads.relationship(relationshipId(edge))))
  for (const [i, { type, target }] of edges.entries()) {
    const mustLive = type === 'SUPERSEDES' || held.has(target.id)
    const edge = relationships[i] ?? null
    if (edge === null || (mustLive && edge.deletedAt !== null))
      find('RELATIONSHIP_MISSING', `Message "${message.id}" ${type} "${target.id}", but no relationship says so.`, {
        messageId: message.id,
        type,
        target: target.id,
      })
  }
}

function replacement({ id, supersedesId }: Message): Identity[] {
  if (supersedesId === null) return []
  return [{ type: 'SUPERSEDES', source: { kind: 'MESSAGE', id }, target: { kind: 'MESSAGE', id: supersedesId } }]
}
