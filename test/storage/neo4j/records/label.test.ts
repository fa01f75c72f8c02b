import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { index, plain, unique, versioned } from '../../../../src/storage/neo4j/records/label.ts'
import { given } from '../given.ts'

interface Thing {
  readonly id: string
  readonly text: string
}
const things = versioned<Thing>({
  ...{
    label: 'Thing',
    key: 'id',
    rows: 'things',
    what: 'Entity' as Parameters<typeof versioned>[0]['what'],
    schema: [],
  },
  idOf: ({ id }) => id,
  properties: (tenant, { id, text }) => ({ tenant, id, body: JSON.stringify(text) }),
  from: (body) => ({ id: '', text: JSON.parse(body as string) as string }),
})

describe('a kind of record that has versions', () => {
  it('is given to a write with the version that each must have, in the order of their ids', () => {
    const rows = things.rows('t', [
      { expected: 3, value: { id: 'b', text: 'né' } },
      { expected: null, value: { id: 'a', text: '' } },
    ])['things'] as readonly { readonly id: string; readonly expected: never; readonly props: object }[]
    assert.deepEqual(
      rows.map(({ id, expected, props }) => [id, given(expected), props]),
      [
        ['a', null, { tenant: 't', id: 'a', body: '""' }],
        ['b', 3n, { tenant: 't', id: 'b', body: '"né"' }],
      ],
    )
  })

  it('is checked under a lock before it is written: by version, or by not being there', () => {
    const check = things.check?.statement ?? ''
    assert.ok(check.indexOf('SET locked.lock') < check.indexOf('RETURN'), 'the lock comes first')
    assert.match(check, /\(x\.expected IS NULL\) <> \(n IS NULL\) OR n\.version <> x\.expected/)
    assert.match(check, /'recordsChanged', x\.id, 'Entity'/)
    assert.equal(things.check?.lock({ expected: 1, value: { id: 'a', text: '' } }), 'Entity a')
    assert.equal(things.check.rows, 'things')
  })

  it('is read and written within its tenant alone', () => {
    for (const statement of [...things.dump, things.byKey]) assert.match(statement, /tenant(:| =) \$q\.tenant/)
    assert.match(things.writes.join(), /MERGE \(n:Thing \{tenant: r\.tenant, id: x\.id\}\)/)
    assert.deepEqual(things.names({ expected: 1, value: { id: 'a', text: '' } }), ['a'])
  })
})

describe('schema and text of records', () => {
  it('names keys and indexes by all of their properties, and makes them once', () => {
    assert.match(
      unique('k', 'Thing', ['tenant', 'id']),
      /^CREATE CONSTRAINT k IF NOT EXISTS FOR \(n:Thing\) REQUIRE \(n\.tenant, n\.id\) IS UNIQUE$/,
    )
    assert.match(index('i', 'Thing', ['tenant']), /^CREATE INDEX i IF NOT EXISTS FOR \(n:Thing\) ON \(n\.tenant\)$/)
  })

  it('holds text without halves of pairs and without U+0000, and any other as it is', () => {
    assert.equal(plain('a\ud800b\0c'), 'a\ufffdb\ufffdc')
    assert.equal(plain('😀 né\n'), '😀 né\n')
  })
})
