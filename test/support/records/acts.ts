/** Acts on what hangs on the tree of a world: entities, relationships, facts, attachments, runs, annotations. */
import type { Annotations } from '../../../src/domain/messages/annotation.ts'
import type { ConversationId } from '../../../src/domain/model.ts'
import { noRecords, type RecordChanges } from '../../../src/domain/changes.ts'
import type { Entity } from '../../../src/domain/records/entity.ts'
import type { Run } from '../../../src/domain/records/run.ts'
import { relationshipId, type Relationship, type Endpoint } from '../../../src/domain/records/relationship.ts'
import type { Fact } from '../../../src/domain/messages/snapshot.ts'
import { event } from '../changes.ts'
import { nextVersion, write, type World } from '../world.ts'

/** What is written: values, from which the expected versions follow. */
export interface RecordedThings {
  readonly entities?: readonly Entity[]
  readonly types?: readonly { readonly type: string; readonly strategies: Readonly<Record<string, 'last_write'>> }[]
  readonly relationships?: readonly Relationship[]
  readonly annotations?: readonly Annotations[]
  readonly newFacts?: readonly Fact[]
  readonly movedFacts?: readonly Fact[]
  readonly attachments?: RecordChanges['attachments']
  readonly runs?: readonly Run[]
  readonly guards?: readonly string[]
}

/** Writes values, with an event of no conversation unless one is named. */
export function recordThings(world: World, given: RecordedThings, conversationId: ConversationId | null = null): void {
  const isNew = (known: boolean) => (value: Fact) => ({ isNew: known, value })
  const things: RecordChanges = {
    ...noRecords,
    entities: (given.entities ?? []).map((it) => nextVersion(world.entities, it.id, it)),
    entityTypes: (given.types ?? []).map((it) => nextVersion(world.entityTypes, it.type, { ...it, version: 0 })),
    relationships: (given.relationships ?? []).map((it) => nextVersion(world.relationships, it.id, it)),
    annotations: (given.annotations ?? []).map((it) => nextVersion(world.annotations, it.id, it)),
    facts: [...(given.newFacts ?? []).map(isNew(true)), ...(given.movedFacts ?? []).map(isNew(false))],
    attachments: given.attachments ?? [],
    runs: given.runs ?? [],
    guards: (given.guards ?? []).map((name) => ({ name, expected: world.guards.get(name) ?? 0 })),
  }
  write(world, [event(`e-${world.id()}`, conversationId, { kind: 'RELATE', at: world.now() })], things)
}

/** Returns an entity that nobody has written yet. */
export function entity(world: World, id: string, given: Partial<Entity> = {}): Entity {
  const identity = { id, version: 0, type: 'topic', name: `name of ${id}`, createdAt: world.now() }
  return { ...identity, deleted: false, mergedInto: null, factCount: 0, snapshot: null, ...given }
}

/** Returns a relationship that nobody has written yet. */
export function relationship(
  world: World,
  [type, source, target]: readonly [Relationship['type'], Endpoint, Endpoint],
  given: Partial<Relationship> = {},
): Relationship {
  const at = world.now()
  const identity = { id: relationshipId({ type, source, target }), version: 0, type, source, target }
  return { ...identity, metadata: {}, createdAt: at, changedAt: at, deletedAt: null, factCount: 0, ...given }
}

/** Returns a fact of an entity that nobody has written yet. */
export function fact(world: World, ownerId: string, given: Partial<Fact> = {}): Fact {
  const at = world.now()
  const body = { fields: { name: ownerId }, priority: 100, specificity: null, sourceKind: null, note: null }
  return {
    ...{ id: `f-${world.id()}`, kind: 'FACT', ownerKind: 'ENTITY', ownerId, ...body },
    ...{ observedAt: at, ingestedAt: at },
    ...given,
  }
}

/** Returns a run that was just claimed. */
export function run(world: World, conversationId: ConversationId, runId: string, given: Partial<Run> = {}): Run {
  const claimed: Run = {
    ...{ conversationId, runId, state: 'CLAIMED', exclusive: false, claimedAt: world.now(), claimedAtHeadId: null },
    ...{ completedAt: null, completionSeq: null, end: null, pending: null, answers: [] },
  }
  return { ...claimed, ...given }
}
