import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type Changes, noRecords, type RecordChanges } from '../../../src/domain/changes.ts'
import { type Entity } from '../../../src/domain/records/entity.ts'
import { changes, event, fill, seqsOf } from '../../support/changes.ts'
import { recordThings, entity, fact, relationship, run } from '../../support/records/acts.ts'
import { randomThings } from '../../support/records/randomThings.ts'
import { converse, correct, store as put, update } from '../../support/tree/acts.ts'
import { createWorld, known, type World } from '../../support/world.ts'
import { sameAnswers } from './answers.ts'
import type { Contract } from './contract.ts'
import { odd, oddValue } from './content.ts'

/** Entities, relationships, attachments, facts, runs and guards. */
export function things(contract: Contract): void {
  const { store, newTenant, reopen } = contract
  describe('keeps what turns refer to', () => {
    for (const seed of [1, 2, 3])
      it(`as the plain graph does, after random acts, seed ${seed}`, async () => {
        const [tenant, world] = [newTenant(), randomThings(seed, 150)]
        await fill(store(), tenant, world, seed === 1 ? 1 : 20)
        await sameAnswers(store(), tenant, world)
      })

    it('apart for each tenant', async () => {
      const [left, right] = [newTenant(), newTenant()]
      const [one, two] = [randomThings(4, 60), randomThings(4, 90)]
      await fill(store(), left, one)
      await sameAnswers(store(), right, createWorld())
      await fill(store(), right, two)
      await sameAnswers(store(), left, one)
      await sameAnswers(store(), right, two)
    })

    it('when it is opened again', async () => {
      const [tenant, world] = [newTenant(), randomThings(5, 60)]
      await fill(store(), tenant, world)
      await reopen()
      await sameAnswers(store(), tenant, world)
    })

    it('once, when the same changes are applied again', async () => {
      const [tenant, world] = [newTenant(), randomThings(6, 30)]
      const written = [...world.changes]
      await fill(store(), tenant, world, 1)
      const counts = await store().rowCounts()
      for (const again of written) seqsOf(await store().write(tenant, again))
      assert.deepEqual(await store().rowCounts(), counts)
      await sameAnswers(store(), tenant, world)
    })
  })
  values(contract)
  refusals(contract)
}

function values({ store, newTenant }: Contract): void {
  const written = async (world: World) => {
    const tenant = newTenant()
    await fill(store(), tenant, world)
    await sameAnswers(store(), tenant, world)
    return tenant
  }

  describe('keeps every member', () => {
    it('of an entity with odd text, its type and its facts', async () => {
      const world = createWorld()
      const snapshot = {
        ...{ fields: oddValue, provenance: { [odd]: 'f' }, observationCount: 2, unknownFields: 1 },
        computedAt: world.now(),
        typeVersion: 3,
      }
      recordThings(world, { entities: [entity(world, 'n', { name: odd, factCount: 2, snapshot })] })
      const more = { fields: oddValue, priority: 999, specificity: 0.25, sourceKind: odd, note: odd }
      recordThings(world, { newFacts: [fact(world, 'n', { ...more, kind: 'CORRECTION' }), fact(world, 'n')] })
      recordThings(world, { types: [{ type: 'topic', strategies: { [odd]: 'last_write' } }] })
      await written(world)
    })

    it('of a relationship, an attachment and a run', async () => {
      const world = createWorld()
      converse(world, 'c')
      const hash = 'a'.repeat(64)
      const at = world.now()
      recordThings(world, {
        attachments: [{ id: hash, mediaType: odd, byteSize: null, uri: odd, fileName: null, createdAt: at }],
      })
      recordThings(world, {
        relationships: [
          relationship(world, ['EMBEDS', { kind: 'CONVERSATION', id: 'c' }, { kind: 'ATTACHMENT', id: hash }], {
            metadata: oddValue,
            factCount: 7,
          }),
        ],
      })
      const answers = [{ questionId: odd, answer: oddValue, eventId: 'e' }]
      const pending = { questionId: odd, request: oddValue }
      recordThings(
        world,
        { runs: [run(world, 'c', 'r', { state: 'SUSPENDED', exclusive: true, pending, answers })] },
        'c',
      )
      recordThings(world, { runs: [run(world, 'c', 's', { state: 'ABORTED', claimedAtHeadId: 'o' })] }, 'c')
      await written(world)
    })

    it('of a conversation with runs and of a message with corrections', async () => {
      const world = createWorld()
      converse(world, 'c')
      put(world, 'c', { turnId: 't' })
      const open = { runId: odd, exclusive: true, suspended: false, startDepth: 1, startHeadId: 'o' }
      update(world, 'c', { runs: { open: [open, { ...open, runId: 'q', startHeadId: null }], completed: 3, since: 1 } })
      const message = known(world.messages, 'c:t')
      correct(world, message)
      correct(world, message, 'DELETION')
      const overlay = { fields: oddValue, provenance: { [odd]: 'o' }, at: message.latestAt }
      const others = [{ observationId: 'o', observedAt: world.now(), fields: [odd, 'text'] }]
      const value = { ...message, deleted: true, overlay, others }
      world.messages.set(value.id, value)
      const last = event('last', 'c')
      world.changes.push(changes(last, { messages: [{ isNew: false, value }] }))
      world.events.push({ ...last, seq: world.events.length + 1 })
      await written(world)
    })

    it('of an event of no conversation, beside one that is counted', async () => {
      const [tenant, world] = [newTenant(), createWorld()]
      converse(world, 'c')
      await fill(store(), tenant, world)
      const loose = event('loose', null, { actor: oddValue, note: odd, details: oddValue })
      const both: Changes = { ...changes(loose), events: [loose, event('counted', 'c')] }
      for (const _ of ['once', 'again'])
        assert.deepEqual([...seqsOf(await store().write(tenant, both))], [['counted', 2]])
      assert.deepEqual(await store().events(tenant, ['loose', 'counted']), [
        { ...loose, seq: null },
        { ...event('counted', 'c'), seq: 2 },
      ])
      assert.deepEqual(await store().counts(tenant, [{ list: 'events', owner: 'c' }], 9), [2])
    })

    it('of an attachment as it was first but for its name, and of a relationship that goes elsewhere', async () => {
      const world = createWorld()
      const hash = 'b'.repeat(64)
      const attachment = { id: hash, mediaType: 'a/b', byteSize: 1, uri: null, fileName: null, createdAt: world.now() }
      for (const fileName of [null, 'first.txt', null, 'last.txt'])
        recordThings(world, { attachments: [{ ...attachment, mediaType: `a/${fileName}`, fileName }] })
      recordThings(world, { entities: ['a', 'b', 'c'].map((id) => entity(world, id)) })
      const thing = (id: string) => ({ kind: 'ENTITY', id }) as const
      const tie = relationship(world, ['DEPENDS_ON', thing('a'), thing('b')])
      recordThings(world, { relationships: [tie] })
      recordThings(world, { relationships: [{ ...tie, target: thing('c'), changedAt: world.now() }] })
      await written(world)
    })
  })
}

function refusals({ store, newTenant }: Contract): void {
  const thing = (id: string) => ({ kind: 'ENTITY', id }) as const
  /** Writes a spoilt change beside much else, and checks that nothing of it is there. */
  const refused = async (spoil: (world: World) => Partial<RecordChanges>) => {
    const [tenant, world] = [newTenant(), createWorld()]
    converse(world, 'c')
    recordThings(world, { entities: [entity(world, 'a'), entity(world, 'b')], guards: ['g'] })
    recordThings(world, { relationships: [relationship(world, ['DEPENDS_ON', thing('a'), thing('b')])] })
    recordThings(world, { types: [{ type: 'topic', strategies: {} }] })
    await fill(store(), tenant, world)
    const before = await store().rowCounts()
    const good: RecordChanges = {
      ...noRecords,
      entities: [{ expected: null, value: entity(world, 'new', { version: 1 }) }],
      facts: [{ isNew: true, value: fact(world, 'a') }],
      attachments: [
        { id: 'd'.repeat(64), mediaType: 'a/b', byteSize: 1, uri: null, fileName: null, createdAt: world.now() },
      ],
      runs: [run(world, 'c', 'r')],
      guards: [{ name: 'other', expected: 0 }],
    }
    const spoilt = spoil(world)
    const joined = Object.fromEntries(
      Object.entries(good).map(([name, items]: [string, readonly unknown[]]) => [
        name,
        [...items, ...(spoilt[name as keyof RecordChanges] ?? [])],
      ]),
    ) as unknown as RecordChanges
    const outcome = await store()
      .write(tenant, changes(event('spoilt', 'c'), joined))
      .catch((error: unknown) => error)
    assert.deepEqual(await store().rowCounts(), before)
    assert.deepEqual(await store().events(tenant, ['spoilt']), [null])
    await sameAnswers(store(), tenant, world)
    return outcome
  }
  const changed = (what: 'entity' | 'entityType' | 'relationship', id: string) => ({ kind: 'recordsChanged', what, id })
  const versions = (value: { readonly version: number }) => [null, value.version - 1, value.version + 1]

  describe('refuses, leaving nothing,', () => {
    for (const which of [0, 1, 2]) {
      const at = ['that should not exist', 'of an older version', 'of a newer version'][which]
      it(`an entity ${at}`, async () => {
        const outcome = await refused((world) => {
          const value = known(world.entities, 'a')
          return { entities: [{ expected: versions(value)[which] ?? null, value }] }
        })
        assert.deepEqual(outcome, changed('entity', 'a'))
      })
      it(`an entity type ${at}`, async () => {
        const outcome = await refused((world) => {
          const value = known(world.entityTypes, 'topic')
          return { entityTypes: [{ expected: versions(value)[which] ?? null, value }] }
        })
        assert.deepEqual(outcome, changed('entityType', 'topic'))
      })
      it(`a relationship ${at}`, async () => {
        const outcome = await refused((world) => {
          const value = known(world.relationships, 'DEPENDS_ON:a:b')
          return { relationships: [{ expected: versions(value)[which] ?? null, value }] }
        })
        assert.deepEqual(outcome, changed('relationship', 'DEPENDS_ON:a:b'))
      })
    }
    it('an entity that should exist', async () => {
      const outcome = await refused((world) => ({ entities: [{ expected: 1, value: entity(world, 'none') }] }))
      assert.deepEqual(outcome, changed('entity', 'none'))
    })
    it('a relationship that should exist', async () => {
      const outcome = await refused((world) => {
        const value = relationship(world, ['SETTLES', thing('a'), thing('b')])
        return { relationships: [{ expected: 1, value }] }
      })
      assert.deepEqual(outcome, changed('relationship', 'SETTLES:a:b'))
    })
    for (const [name, expected] of [
      ['g', 0],
      ['g', 2],
      ['never', 1],
    ] as const)
      it(`a guard "${name}" that is not ${expected}`, async () => {
        const outcome = await refused(() => ({ guards: [{ name, expected }] }))
        assert.deepEqual(outcome, { kind: 'guardChanged', name })
      })
  })

  describe('rejects as faulty, leaving nothing,', () => {
    it('a relationship with what is not there', async () => {
      const outcome = await refused((world) => {
        const value = relationship(world, ['SETTLES', thing('a'), thing('nothing')])
        return { relationships: [{ expected: null, value }] }
      })
      assert.ok(outcome instanceof Error)
    })
    it('a fact to be moved that is not there', async () => {
      const outcome = await refused((world) => ({ facts: [{ isNew: false, value: fact(world, 'a') }] }))
      assert.ok(outcome instanceof Error)
    })
    it('a run of a conversation that is not there', async () => {
      const outcome = await refused((world) => ({ runs: [run(world, 'nothing', 'r')] }))
      assert.ok(outcome instanceof Error)
    })
  })

  it('of 20 writes of one entity and of one guard at the same time, one of each is written', async () => {
    const [tenant, world] = [newTenant(), createWorld()]
    const value: Entity = entity(world, 'n', { version: 1 })
    const writes = Array.from({ length: 20 }, (_, k) => [
      store().write(tenant, changes(event(`n${k}`, null), { entities: [{ expected: null, value }] })),
      store().write(tenant, changes(event(`g${k}`, null), { guards: [{ name: 'g', expected: 0 }] })),
    ])
    const kinds = (await Promise.all(writes.flat())).map(({ kind }) => kind).sort()
    const expected = [...Array<string>(19).fill('guardChanged'), ...Array<string>(19).fill('recordsChanged')]
    assert.deepEqual(kinds, [...expected, 'written', 'written'])
    assert.deepEqual(await store().guards(tenant, ['g']), [1])
  })
}
