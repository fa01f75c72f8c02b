import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createNamed } from '../../../../src/app/backups/checks/named.ts'
import { Places } from '../../../../src/app/backups/checks/places.ts'
import { checkRun, RecordChecks } from '../../../../src/app/backups/checks/recordChecks.ts'
import type { Fact } from '../../../../src/domain/messages/snapshot.ts'
import { noRuns } from '../../../../src/domain/messages/newConversation.ts'
import { newEntity, withFacts, type Entity } from '../../../../src/domain/records/entity.ts'
import { danglingRoots } from '../../../../src/domain/records/importMarks.ts'
import { relationshipId } from '../../../../src/domain/records/relationship.ts'
import { claim, complete, suspend } from '../../../../src/domain/records/run.ts'
import { memoryScratch } from '../../../../src/formats/scratch.ts'

const at = '2026-01-01T00:00:00.000000000Z'
const fact = (id: string, ownerId: string, fields = {}): Fact => ({
  ...{ id, kind: 'FACT', ownerKind: 'ENTITY', ownerId, fields, priority: 100, specificity: null, sourceKind: null },
  ...{ note: null, observedAt: at, ingestedAt: at },
})
const entity = (id: string, ...facts: Fact[]): Entity => ({
  ...withFacts(newEntity(id, 'bird', id, at), facts, null),
  version: 1,
})

function checks(entities: readonly Entity[], facts: readonly Fact[]) {
  const named = createNamed(memoryScratch())
  const records = new RecordChecks(memoryScratch(), named)
  entities.forEach((one, k) => records.entity(one, k + 1))
  facts.forEach((one, k) => records.fact(one, entities.length + k + 1))
  return {
    records,
    named,
    wrong: () => [...records.differing()].map(({ id, member, line }) => `${line} ${id} ${member}`),
  }
}

describe('an entity', () => {
  const facts = [fact('f', 'a', { name: 'Stork' }), fact('g', 'a', { legs: 2 })]
  const whole = entity('a', ...facts)

  it('is as its facts make it', () => {
    assert.deepEqual(checks([whole], facts).wrong(), [])
    assert.deepEqual(checks([whole], facts.slice(1)).wrong(), ['1 a factCount'])
    assert.deepEqual(checks([{ ...whole, name: 'Crane' }], facts).wrong(), ['1 a name'])
    assert.deepEqual(checks([{ ...whole, deleted: true }], facts).wrong(), ['1 a deleted'])
    assert.deepEqual(checks([{ ...whole, snapshot: null }], facts).wrong(), ['1 a snapshot'])
  })

  it('that was merged has no facts and no snapshot, and merges come to an end', () => {
    const merged = (id: string, into: string): Entity => ({ ...entity(id), mergedInto: into, snapshot: null })
    const { records, wrong } = checks([whole, merged('b', 'a')], facts)
    assert.deepEqual(wrong(), [])
    records.finish()
    const left: Entity = { ...merged('b', 'a'), snapshot: whole.snapshot }
    assert.deepEqual(checks([whole, left], facts).wrong(), ['2 b snapshot'])
    assert.deepEqual(checks([{ ...whole, mergedInto: 'b' }, entity('b')], facts).wrong(), ['1 a snapshot'])
    const circle = checks([merged('b', 'd'), merged('d', 'b')], []).records
    assert.throws(() => circle.finish(), { code: 'BAD_INPUT', facts: { line: 1, kind: 'entity', id: 'b' } })
  })

  it('of an older declaration of its type may have an older snapshot', () => {
    const old: Entity = { ...whole, snapshot: { ...whole.snapshot!, typeVersion: 0, fields: {} } }
    const wrong = (one: Entity) => {
      const check = checks([one], facts)
      check.records.type({ type: 'bird', version: 2, strategies: {} })
      return check.wrong()
    }
    assert.deepEqual(wrong(old), [])
    assert.deepEqual(wrong({ ...old, name: 'Crane' }), ['1 a name'])
    // One that is by a declaration to come would be shown once that is there.
    assert.deepEqual(wrong({ ...old, snapshot: { ...old.snapshot!, typeVersion: 3 } }), ['1 a snapshot'])
    assert.deepEqual(wrong({ ...old, snapshot: { ...old.snapshot!, typeVersion: 2 } }), ['1 a snapshot'])
  })
})

it('a fact must be of an entity that came before it', () => {
  assert.throws(() => checks([], [fact('f', 'a')]), { code: 'BAD_INPUT', facts: { line: 1, kind: 'entity', id: 'a' } })
})

it('a relationship is between things that are there, and has the id and the facts that it says', () => {
  const { records, wrong } = checks([entity('a'), entity('b')], [])
  const [source, target] = ['a', 'b'].map((id) => ({ kind: 'ENTITY' as const, id })) as [
    { kind: 'ENTITY'; id: string },
    { kind: 'ENTITY'; id: string },
  ]
  const ends = { type: 'REFERS_TO' as const, source, target }
  const tie = {
    ...ends,
    id: relationshipId(ends),
    version: 1,
    createdAt: at,
    deleted: false,
    factCount: 0,
    metadata: {},
    snapshot: null,
  } as never
  records.relationship(tie, 3)
  assert.deepEqual(wrong(), [])
  assert.throws(() => records.relationship({ ...(tie as object), id: 'x' } as never, 4), {
    facts: { line: 4, member: 'id' },
  })
  assert.throws(
    () => records.relationship({ ...(tie as object), target: { kind: 'ENTITY', id: 'gone' } } as never, 5),
    { facts: { line: 5, kind: 'entity', id: 'gone' } },
  )
  records.relationship({ ...(tie as object), factCount: 2 } as never, 6)
  assert.deepEqual(wrong(), [`6 ${relationshipId(ends)} factCount`])
})

it('a mark of dangling roots names what is there', () => {
  const { records, named } = checks([], [])
  const mark = danglingRoots.mark([{ conversationId: 'c', root: 'r' }], 'p')
  records.mark({ name: 'left:c', value: null }, 1)
  assert.throws(() => records.mark(mark, 2), { facts: { line: 2, kind: 'conversation', id: 'c' } })
  named.add('CONVERSATION', 'c')
  assert.throws(() => records.mark(mark, 2), { facts: { line: 2, kind: 'observation', id: 'r' } })
  named.add('OBSERVATION', 'r')
  records.mark(mark, 2)
})

it('a run says of its end and its question what its state says', () => {
  const check = (run: Parameters<typeof checkRun>[0]) =>
    checkRun(run, createNamed(memoryScratch()), new Places(memoryScratch()), 7)
  const { run, runs } = claim(noRuns, { conversationId: 'c', runId: 'r', exclusive: false, at, head: null })
  const completed = complete(runs, run, at, { observationId: null, depth: -1, leftOut: null }).run
  const asking = suspend(runs, run, { questionId: 'q', request: null }).run
  for (const one of [run, completed, asking]) check(one)
  for (const wrong of [
    { ...run, completedAt: at },
    { ...completed, end: null },
    { ...completed, state: 'CLAIMED' as const },
    { ...asking, pending: null },
    { ...run, pending: asking.pending },
  ])
    // prettier-ignore
    assert.throws(() => check(wrong), { code: 'BAD_INPUT', message: /^Line 7 is a run that is/ })
  assert.throws(() => check({ ...completed, end: { observationId: null, depth: 2, leftOut: null } }), {
    facts: { line: 7, member: 'depth' },
  })
  assert.throws(() => check({ ...run, claimedAtHeadId: 'n' }), { facts: { line: 7, kind: 'observation', id: 'n' } })
})
