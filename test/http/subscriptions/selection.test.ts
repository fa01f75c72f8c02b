import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildSchema, getOperationAST, parse, validate } from 'graphql'
import { schemaText } from '../../../src/graphql/schema.ts'
import { selectionOf, type FieldSelection } from '../../../src/http/subscriptions/selection.ts'

const schema = buildSchema(schemaText())

function read(query: string, variables: Record<string, unknown> = {}): FieldSelection {
  const document = parse(query)
  assert.deepEqual(validate(schema, document), [])
  const operation = getOperationAST(document)
  assert.ok(operation)
  return selectionOf(schema, document, operation, variables)
}
const keyOf = (query: string, variables?: Record<string, unknown>) => read(query, variables).key

const asked = 'subscription ($id: ID!) { conversationChanged(id: $id) { seq conversation { id } } }'
/** Every variable is used once, so that the document is valid. */
const on = (selection: string, { variables = '', rest = '' } = {}) =>
  `subscription ${variables} { conversationChanged(id: "c") ${selection} } ${rest}`

describe('the key of what a subscription asks of each event', () => {
  it('is that of another one that asks the same, wherever that begins and whatever it is called', () => {
    const alike = [
      keyOf(asked, { id: 'b' }),
      keyOf(
        'subscription Mine ($id: ID!, $s: Int) {\n conversationChanged(id: $id, afterSeq: $s) { seq, conversation { id } } }',
        { id: 'a', s: 3 },
      ),
      keyOf('subscription { conversationChanged(id: "c", afterSeq: 7) { seq conversation { id } } }'),
    ]
    for (const key of alike) assert.equal(key, keyOf(asked, { id: 'a' }))
  })

  it('is another one where something else is asked', () => {
    const pages = 'conversation { transcript(last: $n) { nodes { position } } }'
    const keys = [
      keyOf(asked),
      keyOf(on('{ seq }')),
      keyOf(on('{ seq: kind }')),
      keyOf(on('{ number: seq }')),
      keyOf('subscription { own: conversationChanged(id: "c") { seq } }'),
      keyOf(on('{ seq ...F }', { rest: 'fragment F on Event { kind }' })),
      keyOf(on('{ seq ...F }', { rest: 'fragment F on Event { id }' })),
      ...[true, false].map((x) => keyOf(on('{ seq kind @include(if: $x) }', { variables: '($x: Boolean!)' }), { x })),
      ...[1, 2, null].map((n) => keyOf(on(`{ ${pages} }`, { variables: '($n: Int)' }), { n })),
      ...[1, 2].map((n) =>
        keyOf(on('{ ...F }', { variables: '($n: Int)', rest: `fragment F on Event { ${pages} }` }), { n }),
      ),
    ]
    assert.equal(new Set(keys).size, keys.length)
  })
})

describe('a selection is plain', () => {
  it('where its text says how much comes', () => {
    for (const plain of ['{ seq kind }', '{ seq conversation { id title head { text } } }', '{ ...F }'])
      assert.equal(
        read(on(plain, plain.includes('F') ? { rest: 'fragment F on Event { at }' } : {})).isPlain,
        true,
        plain,
      )
  })

  it('and is not where lists come, or what arguments say', () => {
    const lists = 'conversation { transcript(last: 3) { nodes { position } } }'
    const cases = [
      on(`{ ${lists} }`),
      on('{ ...F }', { rest: `fragment F on Event { ${lists} }` }),
      on('{ ... on Event { conversation { lineage { turn } } } }'),
      on('{ conversation { tree(format: TEXT) } }'),
    ]
    for (const query of cases) assert.equal(read(query).isPlain, false, query)
  })
})
