import { later } from '../../domain/instants.ts'
import type { EventKind, Instant, Json, JsonObject } from '../../domain/model.ts'
import { canonicalJson } from '../../domain/tree/pathHash.ts'
import { badInput, Refusal } from '../../domain/refusals.ts'
import {
  isAcyclic,
  isMembership,
  isSame,
  membershipOf,
  newRelationship,
  parseRelationshipId,
  type Relationship,
  type RelationshipType,
  type Endpoint,
} from '../../domain/records/relationship.ts'
import type { Fact } from '../../domain/messages/snapshot.ts'
import type { Scope } from '../scope.ts'
import { commitRecords } from '../write/lanes/commit.ts'
import { findCycle } from './findCycle.ts'
import { newEvent } from '../write/draft/additions.ts'
import { withoutNames } from './namedEnds.ts'
import { resolveEdges, type Edge } from './resolveEdges.ts'
import { command, found } from '../write/command.ts'
import { changesOfRecords, putFact, putRelationship } from '../write/draft/recordDraft.ts'
import { homeOf, messageOfEndpoint, namedEndpoint, type EndpointIdRef, type EndpointRef } from './endpoints.ts'
import { ChangeSet, valuesOf } from '../write/draft/changeSet.ts'

export interface Relate {
  readonly type: RelationshipType
  readonly source: EndpointRef
  readonly target: EndpointRef
  readonly metadata?: Json
  readonly idempotencyKey?: string | null
}
export interface RelationshipResult {
  readonly relationship: Relationship
  readonly replayed: boolean
}

/** A command on one edge: what it decides comes back as the edge afterwards. */
export interface EdgeCommand {
  readonly operation: string
  readonly event: EventKind
  /** Whether ends that are named by type and name are made where there are none. */
  readonly makesEnds: boolean
  readonly decide: (scope: Scope, edge: Edge) => Promise<Relationship>
}

/** Runs a command on one edge, with idempotency and an event in the ledger of its source's conversation, else its target's. */
export async function changeRelationship(
  scope: Scope,
  input: Relate,
  { operation, event: kind, makesEnds, decide }: EdgeCommand,
): Promise<RelationshipResult> {
  const lane = isAcyclic(input.type) ? cycleGuard(input.type) : null
  return command(scope, input, {
    operation,
    decide: async (commandScope) => {
      const { result } = await commitRecords(
        commandScope,
        async () => {
          const draft = new ChangeSet()
          const [source, target] = await endsOf(scope, draft, input, makesEnds)
          const named = { type: input.type, source, target, reads: scope.reads, draft }
          const [edge] = (await resolveEdges(scope, [named])) as [Edge]
          const result = await decide(scope, edge)
          const record = { relationshipId: result.id }
          const isForKeyAlone = draft.relationships.size === 0
          const home = isForKeyAlone ? null : (homeOf(edge.source) ?? homeOf(edge.target))
          const ends = { source: { ...edge.source }, target: { ...edge.target } }
          const event = newEvent(scope, kind, home, { details: { ...record, type: edge.type, ...ends } })
          return { changes: changesOfRecords(event, valuesOf([draft])), result, record, isForKeyAlone }
        },
        lane,
      )
      return { relationship: result }
    },
    load: (record: { readonly relationshipId: string }) =>
      found(record, { relationship: relationshipOf(scope, record.relationshipId) }),
  })
}

/** Only what relates makes an entity that is named and not there: an edge to it cannot be. */
async function endsOf(
  scope: Scope,
  draft: ChangeSet,
  { source, target }: Relate,
  makesEnds: boolean,
): Promise<[Endpoint, Endpoint]> {
  const ends = await withoutNames(scope, draft, [source, target], makesEnds)
  const [from, to] = ends as [EndpointIdRef, EndpointIdRef]
  return [namedEndpoint(from), namedEndpoint(to)]
}

/** Returns the refusal to change an edge that is not there. */
export function noEdge(id: string, deleted: boolean): Refusal {
  const hint = 'List the relationships of either end to see which there are.'
  const facts = { kind: 'Relationship', id, ...(deleted && { deleted }), hint }
  const what = deleted ? 'It was deleted already' : `There is no relationship "${id}"`
  return new Refusal('NOT_FOUND', facts, `${what}. ${hint}`)
}

/** Refuses an edge from a thing to itself, and one that would close a cycle (spec N-31). */
export async function refuseCycle(scope: Scope, { type, source, target, draft }: Edge): Promise<void> {
  if (isSame(source, target) && !isAcyclic(type))
    throw badInput(`Nothing can have the relationship ${type} to itself.`, { type, id: source.id }, ['target'])
  if (!isAcyclic(type)) return
  if (isSame(source, target)) throw cycleRefusal(type, [source, target])
  await guardCycles(scope, draft, type)
  const way = await findCycle(scope, type, target, source)
  if (way !== null) throw cycleRefusal(type, [source, ...way])
}

/** Sees to it that no other edge of that type is added between the search for a cycle and the write. */
export async function guardCycles(scope: Scope, draft: ChangeSet, type: RelationshipType): Promise<void> {
  const name = cycleGuard(type)
  const [value] = await scope.store.guards([name])
  draft.guards.set(name, value ?? 0)
}

/** Returns the refusal of edges that would close a cycle; names its things in order, the first one again at the end. */
export function cycleRefusal(type: RelationshipType, things: readonly Endpoint[]): Refusal {
  const cycle = things.map(({ id }) => id)
  return new Refusal('CYCLE_DETECTED', { type, cycle }, `${type} would close a cycle: ${cycle.join(' → ')}.`, [
    'target',
  ])
}

/** Notes an edge that is to be live with this metadata, a null in which clears a member; nothing where it is so already. */
export function putLive(scope: Scope, { present, draft, ...identity }: Edge, fields: JsonObject): Relationship {
  const now = scope.fresh.now()
  if (present === null) {
    const made = newRelationship(identity, withMembers({}, fields), now)
    putFact(draft, factOf(scope, made.id, 'FACT', fields, now))
    return putRelationship(draft, null, made)
  }
  const metadata = withMembers(present.metadata, fields)
  const isSaid = canonicalJson(metadata) !== canonicalJson(present.metadata)
  if (present.deletedAt === null && !isSaid) return present
  const facts: Fact[] = []
  const at = () => later(scope.fresh.now(), facts.at(-1)?.observedAt ?? present.changedAt)
  if (present.deletedAt !== null) facts.push(factOf(scope, present.id, 'RESTORATION', {}, at()))
  if (isSaid) facts.push(factOf(scope, present.id, 'FACT', fields, at()))
  return putChanged(draft, present, facts, { metadata, deletedAt: null })
}

/** Notes an edge that is to be deleted; its history stays. */
export function putDeleted(scope: Scope, draft: ChangeSet, present: Relationship): Relationship {
  const at = later(scope.fresh.now(), present.changedAt)
  return putChanged(draft, present, [factOf(scope, present.id, 'DELETION', {}, at)], { deletedAt: at })
}

function putChanged(
  draft: ChangeSet,
  present: Relationship,
  facts: readonly Fact[],
  input: Partial<Relationship>,
): Relationship {
  for (const fact of facts) putFact(draft, fact)
  const changedAt = facts.at(-1)?.observedAt ?? present.changedAt
  return putRelationship(draft, present, {
    ...present,
    ...input,
    changedAt,
    factCount: present.factCount + facts.length,
  })
}

const priorities = { FACT: 100, CORRECTION: 1000, DELETION: 1000, RESTORATION: 1001 } as const

function factOf(scope: Scope, ownerId: string, kind: Fact['kind'], fields: JsonObject, at: Instant): Fact {
  const details = { kind, fields, priority: priorities[kind], specificity: null, sourceKind: null, note: null }
  return { id: scope.fresh.id(), ownerKind: 'RELATIONSHIP', ownerId, ...details, observedAt: at, ingestedAt: at }
}

function withMembers(metadata: JsonObject, fields: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries({ ...metadata, ...fields }).filter(([, value]) => value !== null))
}

function cycleGuard(type: RelationshipType): string {
  return `edges that must not close a cycle: ${type}`
}

/** Returns the edge of that id, stored or derived from a message; null when there never was one. */
export async function relationshipOf(scope: Scope, id: string): Promise<Relationship | null> {
  const stored = await scope.reads.relationship(id)
  const identity = stored ? null : parseRelationshipId(id)
  const message = identity && (await messageOfEndpoint(scope.reads, identity.source))
  return identity && message && isMembership(identity, message) ? membershipOf(message) : stored
}
