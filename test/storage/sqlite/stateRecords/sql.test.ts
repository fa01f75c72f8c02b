import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  countSql,
  dropSql,
  hasKindSql,
  listSql,
  nextKindSql,
  type SqlRequest,
} from '../../../../src/storage/sqlite/stateRecords/sql.ts'
import fc from '../../../support/properties.ts'
import { changes, event } from '../../../support/changes.ts'
import { creation } from '../../contract/writing.ts'
import { applied, memory, tenantIn } from '../memory.ts'

const connection = memory()
const tenant = tenantIn(connection, 't')
const places = ['memory', 'memory.part', 'memo', 'né', 'zz'].flatMap((kind) =>
  ['a', 'ab', 'b', 'é', '😀'].map((key) => [kind, key] as const),
)
const storedAt = '2026-01-01T00:00:00.000000000Z'
const records = (conversationId: string) =>
  places.map(([kind, key]) => ({
    expected: null,
    value: {
      conversationId,
      kind,
      key,
      parentKey: null,
      value: key,
      base64: null,
      version: 1,
      observationId: null,
      storedAt,
    },
  }))
for (const [id, given] of [
  ['c1', {}],
  ['c2', {}],
  ['gone', { deletedAt: storedAt }],
] as const)
  applied(connection, tenant, [
    changes(event(`e-${id}`, id), { conversations: [creation(id, given)], stateRecords: records(id) }),
  ])

const range = { conversationId: 'c1', kind: null, kindPrefix: null, keys: null, keyPrefix: null, beforeKey: null }
const rows = ({ sql, values }: SqlRequest) => connection.all(sql, ...values)
const listed = (request: object) =>
  rows(listSql(tenant, { ...range, descending: false, after: null, limit: 100, ...request })).map((row) =>
    row.slice(0, 3).map(String),
  )
const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
const kinds = [...new Set(places.map(([kind]) => kind))].sort(byBytes)

describe('the records of one conversation', () => {
  it('are those of a range, by the bytes of their kinds and keys, either way, in pages', () => {
    const prefix = fc.constantFrom('', 'm', 'memo', 'memory', 'n', 'é', 'x')
    const orNull = <T>(some: fc.Arbitrary<T>) => fc.option(some, { nil: null, freq: 1 })
    const ranges = fc.record({
      kindPrefix: orNull(prefix),
      keyPrefix: orNull(fc.constantFrom('', 'a', 'é', '\ud83d\ude00')),
      keys: orNull(fc.subarray(['a', 'b', 'é', 'none'])),
      beforeKey: orNull(fc.constantFrom('a', 'b', 'é', '😀')),
      kind: orNull(fc.constantFrom('memory', 'né', 'none')),
    })
    fc.assert(
      fc.property(ranges, fc.boolean(), fc.integer({ min: 1, max: 7 }), (drawn, descending, limit) => {
        const { kindPrefix, keyPrefix, keys, beforeKey, kind } = drawn
        const isIn = ([k, key]: readonly [string, string]) =>
          (kind === null || k === kind) &&
          k.startsWith(kindPrefix ?? '') &&
          key.startsWith(keyPrefix ?? '') &&
          (keys?.includes(key) ?? true) &&
          (beforeKey === null || byBytes(key, beforeKey) < 0)
        const plain = places.filter(isIn).sort(([k, key], [l, other]) => byBytes(k, l) || byBytes(key, other))
        if (descending) plain.reverse()
        const all: string[][] = []
        for (let page = listed({ ...drawn, descending, limit }); page.length > 0;) {
          all.push(...page)
          const [conversationId = '', lastKind = '', key = ''] = all.at(-1) ?? []
          page = listed({ ...drawn, descending, limit, after: { conversationId, kind: lastKind, key } })
        }
        assert.deepEqual(
          all,
          plain.map(([k, key]) => ['c1', k, key]),
        )
        assert.equal(rows(countSql(tenant, { ...range, ...drawn }, limit))[0]?.[0], Math.min(limit, plain.length))
      }),
      { numRuns: 60 },
    )
  })

  it('begin with nothing at all, or with as much as they are', () => {
    const keys = (keyPrefix: string) => listed({ kind: 'memo', keyPrefix }).map(([, , key]) => key)
    assert.deepEqual(keys(''), ['a', 'ab', 'b', 'é', '😀'])
    assert.deepEqual([keys('a'), keys('😀'), keys('abc')], [['a', 'ab'], ['😀'], []])
  })

  it('have kinds that are found one after the other', () => {
    const next = (after: string | null, prefix = '', conversationId: string | null = 'c1') =>
      rows(nextKindSql(tenant, { conversationId, prefix, after: null, limit: 1 }, after))[0]?.[0] ?? null
    const all: string[] = []
    for (let kind = next(null); kind !== null; kind = next(String(kind))) all.push(String(kind))
    assert.deepEqual(all, kinds)
    assert.equal(next('memo', 'memory'), 'memory')
    assert.equal(next('memory', '', null), 'né', 'parts of others are none over all conversations')
  })
})

describe('the records of all conversations', () => {
  it('are of one kind, of those that are not deleted, by key and conversation', () => {
    const all = listed({ conversationId: null, kind: 'memory', limit: 4 })
    assert.deepEqual(all, [
      ['c1', 'memory', 'a'],
      ['c2', 'memory', 'a'],
      ['c1', 'memory', 'ab'],
      ['c2', 'memory', 'ab'],
    ])
    assert.deepEqual(listed({ conversationId: null, kind: 'memory.part' }), [])
  })

  it('are there of a kind or not', () => {
    assert.equal(rows(hasKindSql(tenant, 'memory')).length, 1)
    assert.equal(rows(hasKindSql(tenant, 'none')).length, 0)
    assert.equal(rows(hasKindSql(tenant + 1, 'memory')).length, 0)
  })
})

describe('records that are deleted', () => {
  it('are those of the range and no other', () => {
    const { sql, values } = dropSql(tenant, { ...range, conversationId: 'c2', kindPrefix: 'mem' })
    assert.equal(connection.run(sql, ...values), 15)
    assert.deepEqual([listed({ conversationId: 'c2' }).length, listed({}).length], [10, 25])
  })
})
