import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import {
  labelOf,
  parseRelationshipId,
  relationshipId,
  type Identity,
  type Endpoint,
} from '../../../src/domain/records/relationship.ts'

const thing = (kind: Endpoint['kind'], id: string): Endpoint => ({ kind, id })
const plain = { noNullPrototype: true }
const anyThing: fc.Arbitrary<Endpoint> = fc.record(
  {
    kind: fc.constantFrom('CONVERSATION', 'MESSAGE', 'ENTITY', 'ATTACHMENT'),
    id: fc.oneof(
      fc.string({ unit: fc.constantFrom('a', ':', '%', '~', '2', '5'), minLength: 1 }),
      fc.string({ minLength: 1 }),
    ),
  },
  plain,
)
const identity: fc.Arbitrary<Identity> = fc.record(
  {
    type: fc.constantFrom('PART_OF', 'REFERS_TO', 'EMBEDS', 'DEPENDS_ON'),
    source: anyThing,
    target: anyThing,
  },
  plain,
)

describe("a relationship's id", () => {
  it('N-29: is its type, source and target', () => {
    const id = relationshipId({ type: 'DEPENDS_ON', source: thing('ENTITY', 'a'), target: thing('ENTITY', 'b') })
    assert.equal(id, 'DEPENDS_ON:a:b')
  })

  it('keeps the colon of a message id apart from its own', () => {
    const source = thing('MESSAGE', 'c:t1')
    assert.equal(relationshipId({ type: 'REFERS_TO', source, target: thing('ENTITY', 'e') }), 'REFERS_TO:c%3At1:e')
  })

  it('says the kind of an end that cannot be seen from its id', () => {
    const source = thing('CONVERSATION', 'x')
    assert.equal(
      relationshipId({ type: 'DEPENDS_ON', source, target: thing('ENTITY', 'x') }),
      'DEPENDS_ON:conversation~x:x',
    )
  })

  it('gives back what it was made of, so that no two collide', () => {
    fc.assert(fc.property(identity, (one) => assert.deepEqual(parseRelationshipId(relationshipId(one)), one)))
  })

  it('is no other text', () => {
    for (const text of ['', 'PART_OF:a', 'WORKS_AT:a:b', 'PART_OF:a:b:c', 'DEPENDS_ON:entity~a:b'])
      assert.equal(parseRelationshipId(text), null, text)
  })
})

describe("a relationship's label", () => {
  it('is that of the kinds of its ends, else that of its type', () => {
    const message = thing('MESSAGE', 'c:t')
    const labels = [
      labelOf({ type: 'PART_OF', source: message, target: thing('CONVERSATION', 'c') }),
      labelOf({ type: 'REFERS_TO', source: message, target: thing('ENTITY', 'e') }),
      labelOf({ type: 'DEPENDS_ON', source: thing('ENTITY', 'a'), target: thing('ENTITY', 'b') }),
    ]
    assert.deepEqual(labels, ['contains message', 'discusses', 'depends on'])
  })
})
