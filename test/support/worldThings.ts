/** Writes of what turns refer to, for the plain graph in memory (world.ts). */
import type { Annotations } from '../../src/domain/messages/annotation.ts'
import { isEmbedded, sentAgain } from '../../src/domain/records/attachment.ts'
import type { ConversationId } from '../../src/domain/model.ts'
import { noRecords, type RecordChanges } from '../../src/domain/changes.ts'
import { type Entity } from '../../src/domain/records/entity.ts'
import { type Run } from '../../src/domain/records/run.ts'
import {
  relationshipId,
  relationshipTypes,
  type Relationship,
  type Endpoint,
} from '../../src/domain/records/relationship.ts'
import { type Fact } from '../../src/domain/messages/snapshot.ts'
import { changes, event } from './changes.ts'
import { randomFrom } from './random.ts'
import { converse, createWorld, fork, headOf, store, type World } from './world.ts'

type Versioned = { readonly version: number }
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

/** Puts what was done into the world, with an event of no conversation unless one is named, and its Changes at the end. */
export function recordThings(world: World, given: RecordedThings, conversationId: ConversationId | null = null): void {
  const next = <T extends Versioned>(map: ReadonlyMap<string, T>, id: string, value: T) => {
    const expected = map.get(id)?.version ?? null
    return { expected, value: { ...value, version: (expected ?? 0) + 1 } }
  }
  const things: RecordChanges = {
    ...noRecords,
    entities: (given.entities ?? []).map((it) => next(world.entities, it.id, it)),
    entityTypes: (given.types ?? []).map((it) => next(world.entityTypes, it.type, { ...it, version: 0 })),
    relationships: (given.relationships ?? []).map((it) => next(world.relationships, it.id, it)),
    annotations: (given.annotations ?? []).map((it) => next(world.annotations, it.id, it)),
    facts: [
      ...(given.newFacts ?? []).map((value) => ({ isNew: true, value })),
      ...(given.movedFacts ?? []).map((value) => ({ isNew: false, value })),
    ],
    attachments: given.attachments ?? [],
    runs: given.runs ?? [],
    guards: (given.guards ?? []).map((name) => ({ name, expected: world.guards.get(name) ?? 0 })),
  }
  const written = event(`e-${world.id()}`, conversationId, { kind: 'RELATE', at: world.now() })
  world.changes.push(changes(written, things))
  const earlier = world.events.filter((it) => it.conversationId === conversationId).length
  world.events.push({ ...written, seq: conversationId === null ? null : earlier + 1 })
  apply(world, things)
}

function apply(world: World, things: RecordChanges): void {
  for (const { value } of things.entities) world.entities.set(value.id, value)
  for (const { value } of things.entityTypes) world.entityTypes.set(value.type, value)
  for (const { value } of things.relationships) world.relationships.set(value.id, value)
  for (const { value } of things.annotations) world.annotations.set(value.id, value)
  for (const { value } of things.facts) world.facts.set(value.id, value)
  for (const it of things.attachments.flatMap((one) => (isEmbedded(one) ? [] : one)))
    world.attachments.set(it.id, sentAgain(world.attachments.get(it.id), it))
  for (const it of things.runs) world.runs.set(JSON.stringify([it.conversationId, it.runId]), it)
  for (const { name, expected } of things.guards) world.guards.set(name, (expected ?? world.guards.get(name) ?? 0) + 1)
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

/** Returns a world of random acts on things, between two conversations with turns and a fork. */
export function randomThings(seed: number, scopes: number): World {
  const random = randomFrom(seed)
  const world = createWorld({ seed: seed + 2000, ties: 1 + random.below(4) })
  for (const id of ['c0', 'c1']) {
    converse(world, id)
    for (let k = 0; k < 4; k++) store(world, id)
  }
  fork(world, 'c0', headOf(world, 'c0'), 'c2')
  recordThings(world, { entities: [entity(world, 'first'), entity(world, 'second')] })
  for (let k = 0; k < scopes; k++) randomAct(world, random)
  return world
}

type Random = ReturnType<typeof randomFrom>
const types = ['topic', 'person', 'file']

function randomAct(world: World, random: Random): void {
  const dice = random.below(100)
  const someEntity = () => random.pick([...world.entities.values()])
  if (dice < 15) recordThings(world, { entities: [entity(world, `n-${world.id()}`, { type: random.pick(types) })] })
  else if (dice < 22) recordThings(world, { entities: [{ ...someEntity(), deleted: random.below(2) === 0 }] })
  else if (dice < 26) recordThings(world, { entities: [{ ...someEntity(), mergedInto: someEntity().id }] })
  else if (dice < 45) recordThings(world, { newFacts: [fact(world, someEntity().id)] })
  else if (dice < 50) moveSome(world, random)
  else if (dice < 53) recordThings(world, { attachments: [attachment(world, random)] })
  else if (dice < 56) recordThings(world, { types: [{ type: random.pick(types), strategies: { name: 'last_write' } }] })
  else if (dice < 62) claim(world, random)
  else if (dice < 65) recordThings(world, { guards: [random.pick(['DEPENDS_ON', 'PART_OF'])] })
  else if (dice < 70) annotate(world, random)
  else relate(world, random)
}

function moveSome(world: World, random: Random): void {
  const facts = [...world.facts.values()].filter((it) => it.ownerKind === 'ENTITY').slice(0, 1 + random.below(3))
  const ownerId = random.pick([...world.entities.keys()])
  recordThings(world, { movedFacts: facts.map((it) => ({ ...it, ownerId })) })
}

function attachment(world: World, random: Random) {
  const id = String(random.below(6)).repeat(64)
  const fileName = random.pick([null, 'a.txt', 'b.txt'])
  return {
    ...{ id, fileName, mediaType: `text/${world.id()}`, byteSize: random.below(1000) },
    ...{ uri: null, createdAt: world.now() },
  }
}

/** Of a run without a turn. */
const noEnd = { observationId: null, depth: -1, leftOut: null }

function claim(world: World, random: Random): void {
  const conversationId = random.pick([...world.conversations.keys()])
  const runId = `r${random.below(8)}`
  const known = world.runs.get(JSON.stringify([conversationId, runId]))
  const value = known
    ? { ...known, state: 'COMPLETED' as const, completedAt: world.now(), completionSeq: 1, pending: null, end: noEnd }
    : run(world, conversationId, runId, { state: 'SUSPENDED', pending: { questionId: 'q', request: { ask: 1 } } })
  recordThings(world, { runs: [value] }, conversationId)
}

/** Ties two things, or changes, deletes or revives what ties them; with a fact of the relationship. */
function relate(world: World, random: Random): void {
  const type = random.pick(relationshipTypes)
  const made = relationship(world, [type, someThing(world, random), someThing(world, random)])
  const others = [...world.relationships.values()]
  const known = random.below(3) === 0 && others.length > 0 ? random.pick(others) : world.relationships.get(made.id)
  const at = world.now()
  const deletedAt = random.below(3) === 0 ? at : null
  const value = known
    ? { ...known, metadata: { at }, changedAt: at, deletedAt, factCount: known.factCount + 1 }
    : { ...made, factCount: 1 }
  const kind = known === undefined ? 'FACT' : deletedAt === null ? 'RESTORATION' : 'DELETION'
  const newFacts = [fact(world, value.id, { ownerKind: 'RELATIONSHIP', kind, fields: value.metadata })]
  recordThings(world, { relationships: [value], newFacts }, random.below(2) === 0 ? 'c1' : null)
}

function annotate(world: World, random: Random): void {
  const id = random.pick([...world.observations.keys()].slice(0, 4))
  recordThings(world, { annotations: [{ id, version: 0, values: { rating: random.below(6), at: world.now() } }] })
}

function someThing(world: World, random: Random): Endpoint {
  // Few ends, so that lists grow.
  const few = <T>(items: Iterable<T>) => [...items].slice(0, 3)
  const all: Endpoint[] = [
    ...few(world.conversations.keys()).map((id) => ({ kind: 'CONVERSATION' as const, id })),
    ...few(world.messages.keys()).map((id) => ({ kind: 'MESSAGE' as const, id })),
    ...few(world.entities.keys()).map((id) => ({ kind: 'ENTITY' as const, id })),
    ...few(world.attachments.keys()).map((id) => ({ kind: 'ATTACHMENT' as const, id })),
  ]
  return random.pick(all)
}
