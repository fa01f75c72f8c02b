import { relationshipTypes, type Endpoint } from '../../../src/domain/records/relationship.ts'
import { randomFrom, type Random } from '../random.ts'
import { converse, fork, headOf, store } from '../tree/acts.ts'
import { createWorld, type World } from '../world.ts'
import { entity, fact, recordThings, relationship, run } from './acts.ts'
import { runKey } from './written.ts'

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
  const known = world.runs.get(runKey({ conversationId, runId }))
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
