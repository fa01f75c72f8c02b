import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ChangeSet } from '../../../../src/app/write/draft/changeSet.ts'
import { changesOfRecords, putEntity, putFact } from '../../../../src/app/write/draft/recordDraft.ts'
import { noRecords } from '../../../../src/domain/changes.ts'
import { newEntity } from '../../../../src/domain/records/entity.ts'

const at = '2026-01-01T00:00:00.000000000Z'
const entity = newEntity('e', 'bird', 'Stork', at)

it('an entity has the next version, and expects what the store had before the draft', () => {
  const draft = new ChangeSet()
  const stored = { ...entity, version: 3 }
  const once = putEntity(draft, stored, { ...entity, name: 'Crane' })
  const twice = putEntity(draft, once, { ...entity, name: 'Heron' })
  assert.deepEqual([once.version, twice.version, twice.name], [4, 5, 'Heron'])
  assert.deepEqual(draft.entities.get('e'), { expected: 3, value: twice })
})

it('a new entity expects none, however often it changes', () => {
  const draft = new ChangeSet()
  const once = putEntity(draft, null, entity)
  putEntity(draft, once, entity)
  assert.deepEqual(
    [once.version, draft.entities.get('e')?.expected, draft.entities.get('e')?.value.version],
    [1, null, 2],
  )
})

it('a fact that is put into a change is a new one', () => {
  const draft = new ChangeSet()
  const fact = {
    id: 'f',
    kind: 'FACT',
    ownerKind: 'ENTITY',
    ownerId: 'e',
    fields: {},
    priority: 100,
    specificity: null,
    sourceKind: null,
    note: null,
    observedAt: at,
    ingestedAt: at,
  } as const
  putFact(draft, fact)
  assert.deepEqual([...draft.facts.values()], [{ isNew: true, value: fact }])
})

it('a change of records alone touches no tree', () => {
  const event = {
    id: 'v',
    conversationId: null,
    kind: 'RELATE',
    at,
    principal: null,
    actor: null,
    note: null,
    pathHash: null,
    details: {},
    head: null,
  } as const
  const records = { ...noRecords, guards: [{ name: 'g', expected: 0 }] }
  const { events, guards, ...rest } = changesOfRecords(event, records)
  assert.deepEqual([events, guards], [[event], records.guards])
  assert.ok(Object.values(rest).every((one) => one === null || (Array.isArray(one) && one.length === 0)))
})
