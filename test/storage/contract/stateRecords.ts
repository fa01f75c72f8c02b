import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { noRecords } from '../../../src/domain/changes.ts'
import type { Tenant } from '../../../src/domain/model.ts'
import {
  compareKeys,
  isInRange,
  isPartKind,
  type StateRecord,
  type StateRecordChange,
  type StateRecordRange,
} from '../../../src/domain/records/stateRecord.ts'
import type { GraphStore, StateRecordListRequest } from '../../../src/storage/graphStore.ts'
import { changes, event, fill, seqsOf } from '../../support/changes.ts'
import { randomFrom } from '../../support/random.ts'
import { converse, store as put, update } from '../../support/tree/acts.ts'
import { createWorld } from '../../support/world.ts'
import type { Contract } from './contract.ts'

/** Keys on both sides of every bound that matters: prefixes, the last code point, what UTF-16 sorts otherwise. */
const keys = [
  ...[
    'a',
    'a ',
    'a/',
    'a/b',
    'a/b/c',
    'a0',
    'b',
    'B',
    '~',
    '\u00e9',
    'e\u0301',
    '\uD7FF',
    '\uFFFD',
    '\u{10000}',
    '\u{1F600}',
  ],
  ...['\u{10FFFF}', '\u{10FFFF}a', 'z\u{10FFFF}', 'z\uFFFF', 'z', `long ${'k'.repeat(1019)}`, "quo'te", '%'],
]
const kinds = ['lg.item.part', 'lg.checkpoint', 'lg.checkpoint/a', 'lg.checkpoint/%E2', 'oai', 'x.part', 'X']
const all: StateRecordRange = {
  ...{ conversationId: null, kind: null, kindPrefix: null, keys: null, keyPrefix: null, beforeKey: null },
}

/** State that programs keep beside a conversation. */
export function stateRecords({ store, newTenant }: Contract): void {
  describe('keeps state records', () => {
    it('in the order of their bytes, by kind, prefix, bound and page, as the plain list has them', async () => {
      const tenant = newTenant()
      const records = await fillWithRecords(store(), tenant)
      for (const range of ranges()) await sameList(store(), tenant, records, range)
      for (const conversationId of [null, 'one', 'two', 'gone', 'never'])
        await sameKinds(store(), tenant, records, conversationId)
    })

    it('by place, whatever they hold', async () => {
      const tenant = newTenant()
      const records = await fillWithRecords(store(), tenant)
      const places = [...records, { conversationId: 'one', kind: 'never', key: 'a' }, ...records.slice(0, 2)]
      assert.deepEqual(await store().stateRecords(tenant, places), [...records, null, ...records.slice(0, 2)])
    })

    it('apart for each tenant', async () => {
      const [left, right] = [newTenant(), newTenant()]
      const records = await fillWithRecords(store(), left)
      await seed(store(), right)
      assert.deepEqual(
        await store().stateRecords(right, records),
        records.map(() => null),
      )
      for (const range of ranges()) await sameList(store(), right, [], range)
      assert.deepEqual(
        await store().stateRecordKinds(right, { conversationId: 'one', prefix: '', after: null, limit: 9 }),
        [],
      )
      const other = { ...(records[0] as StateRecord), value: { of: 'right' }, base64: null, observationId: null }
      await write(store(), right, [{ expected: null, value: { ...other, version: 1 } }])
      assert.deepEqual(await store().stateRecords(left, [other]), [records[0]])
      const dropped = { ...all, conversationId: 'one' }
      await write(store(), right, [{ expected: 1, dropped }])
      assert.deepEqual(await store().stateRecords(left, records), records)
    })

    it('written over, with what they are about', async () => {
      const tenant = newTenant()
      const [first] = (await fillWithRecords(store(), tenant)) as [StateRecord]
      const next = { ...first, version: 2, value: [1], base64: null, observationId: null, parentKey: 'p' }
      await write(store(), tenant, [{ expected: 1, value: next }])
      assert.deepEqual(await store().stateRecords(tenant, [first]), [next])
      const last = { ...next, version: 3, value: null, base64: 'AAECAw==', observationId: 'o-of-one' }
      await write(store(), tenant, [{ expected: 2, value: last }])
      assert.deepEqual(await store().stateRecords(tenant, [first]), [last])
    })

    it('refuses one of another version, one that is there, and a count that is none', async () => {
      const tenant = newTenant()
      const records = await fillWithRecords(store(), tenant)
      const [first] = records as [StateRecord]
      const refused = async (change: StateRecordChange) => {
        const outcome = await tryWrite(store(), tenant, [change])
        assert.deepEqual([outcome.kind, 'what' in outcome && outcome.what], ['recordsChanged', 'stateRecord'])
      }
      await refused({ expected: null, value: first })
      await refused({ expected: 2, value: { ...first, version: 3 } })
      await refused({ expected: 1, value: { ...first, key: 'never', version: 2 } })
      await refused({ expected: 1, dropped: { ...all, conversationId: 'one' } })
      assert.deepEqual(await store().stateRecords(tenant, records), records)
    })

    it('deletes what a range names, and nothing beside it', async () => {
      for (const [k, range] of ranges().entries()) {
        if (range.conversationId === null || k % 3 > 0) continue
        const tenant = newTenant()
        const records = await fillWithRecords(store(), tenant)
        const dropped = { ...range, conversationId: range.conversationId }
        const left = records.filter((record) => !isInRange(record, dropped))
        await write(store(), tenant, [{ expected: records.length - left.length, dropped }])
        assert.deepEqual(
          await store().stateRecords(tenant, records),
          records.map((record) => (left.includes(record) ? record : null)),
        )
      }
    })

    it('once, when the same changes are applied again', async () => {
      const tenant = newTenant()
      await seed(store(), tenant)
      const value = recordOf('one', 'k', 'a', 1)
      const again = changes(event('twice', null, { kind: 'RECORD' }), {
        ...noRecords,
        stateRecords: [{ expected: null, value }],
      })
      seqsOf(await store().write(tenant, again))
      const counts = await store().rowCounts()
      seqsOf(await store().write(tenant, again))
      assert.deepEqual(await store().rowCounts(), counts)
    })
  })
}

function ranges(): StateRecordRange[] {
  const found: StateRecordRange[] = []
  for (const conversationId of ['one', 'two', 'never'])
    found.push(
      { ...all, conversationId },
      { ...all, conversationId, kind: 'lg.checkpoint' },
      { ...all, conversationId, kindPrefix: 'lg.checkpoint' },
      { ...all, conversationId, kindPrefix: 'lg', keyPrefix: 'a/' },
      ...['a', 'a/b', 'z', '\u{10FFFF}', ''].map((keyPrefix) => ({ ...all, conversationId, kind: 'oai', keyPrefix })),
      ...['a/b', '\uFFFD', '\u{10000}', 'A'].map((beforeKey) => ({ ...all, conversationId, kind: 'X', beforeKey })),
      { ...all, conversationId, kind: 'oai', keys: ['a', 'never', '\u{1F600}', "quo'te"] },
      { ...all, conversationId, kind: 'oai', keys: [] },
      { ...all, conversationId, kind: 'lg.item.part', keyPrefix: 'z', beforeKey: 'z\uFFFF' },
    )
  for (const kind of ['lg.checkpoint', 'lg.checkpoint/a', 'X', 'never'])
    found.push(
      { ...all, kind },
      { ...all, kind, keyPrefix: 'a' },
      { ...all, kind, beforeKey: '\u{10000}' },
      { ...all, kind, keys: ['b', 'B', '\u{10FFFF}'] },
    )
  return found
}

async function sameList(store: GraphStore, tenant: Tenant, records: readonly StateRecord[], range: StateRecordRange) {
  const plain = records
    .filter((record) => isInRange(record, range) && (range.conversationId !== null || record.conversationId !== 'gone'))
    .sort((a, b) => comparePlaces(range, a, b))
  for (const descending of [false, true]) {
    const wanted = descending ? [...plain].reverse() : plain
    const whole = { ...range, descending, after: null, limit: 10_000 }
    assert.deepEqual((await store.stateRecordLists(tenant, [whole, whole])).map(named), [wanted, wanted].map(named))
    assert.deepEqual(await pages(store, tenant, { ...whole, limit: 3 }), named(wanted))
  }
  assert.deepEqual(await store.stateRecordCounts(tenant, [range, range], 4), [0, 0].fill(Math.min(4, plain.length)))
}

function comparePlaces({ conversationId }: StateRecordRange, a: StateRecord, b: StateRecord): number {
  const byKey = compareKeys(a.key, b.key)
  if (conversationId === null) return byKey === 0 ? compareKeys(a.conversationId, b.conversationId) : byKey
  return compareKeys(a.kind, b.kind) || byKey
}

const named = (records: readonly StateRecord[]) => records.map((it) => [it.conversationId, it.kind, it.key])

async function pages(store: GraphStore, tenant: Tenant, request: StateRecordListRequest) {
  const found: StateRecord[] = []
  for (let after: StateRecord | null = null; ;) {
    const [page = []]: StateRecord[][] = await store.stateRecordLists(tenant, [{ ...request, after }])
    found.push(...page)
    after = page.at(-1) ?? null
    if (page.length < request.limit) return named(found)
  }
}

async function sameKinds(
  store: GraphStore,
  tenant: Tenant,
  records: readonly StateRecord[],
  conversationId: string | null,
) {
  // prettier-ignore
  for (const prefix of ['', 'lg.checkpoint', 'lg.checkpoint/', 'x', 'never'])
    for (const after of [null, 'lg.checkpoint', 'lg.checkpoint/%E2', 'zz']) {
      const ofOne = ({ conversationId: id, kind }: StateRecord) =>
        conversationId === null ? id !== 'gone' && !isPartKind(kind) : id === conversationId
      const plain = new Set(records.filter(ofOne).map(({ kind }) => kind))
      const wanted = [...plain].filter((kind) => kind.startsWith(prefix) && (after === null || compareKeys(kind, after) > 0))
      const found = await store.stateRecordKinds(tenant, { conversationId, prefix, after, limit: 3 })
      assert.deepEqual(found, wanted.sort(compareKeys).slice(0, 3))
    }
}

function recordOf(conversationId: string, kind: string, key: string, number: number): StateRecord {
  const content = number % 3 === 0 ? { value: null, base64: Buffer.from(`\0${key}`).toString('base64') } : null
  return {
    ...{ conversationId, kind, key, version: 1, parentKey: number % 2 === 0 ? null : 'parent\u{1F600}' },
    ...(content ?? { value: { number, text: '\ud800 \0 "quoted"\n' }, base64: null }),
    observationId: number % 5 === 0 && conversationId === 'one' ? 'o-of-one' : null,
    storedAt: `2026-01-01T00:00:00.00000${String(number).padStart(4, '0')}Z`,
  }
}

/** Three conversations, of which one is deleted, and an observation. */
async function seed(store: GraphStore, tenant: Tenant): Promise<void> {
  const world = createWorld({ seed: 7 })
  for (const id of ['one', 'two', 'gone']) converse(world, id)
  const node = put(world, 'one')
  update(world, 'gone', { deletedAt: world.now() })
  const text = (value: unknown) => JSON.stringify(value).replaceAll(node.id, 'o-of-one')
  world.changes.splice(0, world.changes.length, ...world.changes.map((it) => JSON.parse(text(it)) as typeof it))
  await fill(store, tenant, world, 1)
}

async function fillWithRecords(store: GraphStore, tenant: Tenant): Promise<StateRecord[]> {
  await seed(store, tenant)
  const places = ['one', 'two', 'gone'].flatMap((id) => kinds.flatMap((kind) => keys.map((key) => ({ id, kind, key }))))
  const random = randomFrom(3)
  const chosen = places.filter(({ id, kind }) => (id === 'one' ? kind !== 'x.part' : random.below(3) > 0))
  const records = chosen.map(({ id, kind, key }, k) => recordOf(id, kind, key, k))
  for (let from = 0; from < records.length; from += 100)
    await write(
      store,
      tenant,
      records.slice(from, from + 100).map((value) => ({ expected: null, value })),
    )
  return records
}

let written = 0
function tryWrite(store: GraphStore, tenant: Tenant, given: readonly StateRecordChange[]) {
  const told = event(`r-${written++}`, null, { kind: 'RECORD' })
  return store.write(tenant, changes(told, { ...noRecords, stateRecords: given }))
}

async function write(store: GraphStore, tenant: Tenant, given: readonly StateRecordChange[]): Promise<void> {
  seqsOf(await tryWrite(store, tenant, given))
}
