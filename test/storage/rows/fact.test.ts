import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { factOf, factRow } from '../../../src/storage/rows/fact.ts'
import { fact } from '../../support/records/acts.ts'
import { createWorld } from '../../support/world.ts'
import fc from '../../support/properties.ts'

const world = createWorld()

describe('a fact in a store', () => {
  it('comes out as it went in, whatever its owner is called and whatever it says', () => {
    const owner = fc.string({ unit: fc.constantFrom('a', 'A', '/', '"', '\\', '\0', 'é', '😀', '\ud800') })
    fc.assert(
      fc.property(owner, fc.dictionary(fc.string(), fc.jsonValue(), { noNullPrototype: true }), (ownerId, drawn) => {
        const fields = JSON.parse(JSON.stringify(drawn)) as Record<string, never>
        const one = fact(world, ownerId, { fields })
        assert.deepEqual(factOf(factRow(one)), one)
      }),
      { numRuns: 50 },
    )
  })

  it('is found by its owner: two owners of other kinds or ids never have the same column', () => {
    const ownerOf = (ownerKind: 'ENTITY' | 'RELATIONSHIP', ownerId: string) =>
      factRow(fact(world, ownerId, { ownerKind })).owner
    const owners = [
      ownerOf('ENTITY', 'a'),
      ownerOf('RELATIONSHIP', 'a'),
      ownerOf('ENTITY', 'a","b'),
      ownerOf('ENTITY', ''),
    ]
    assert.equal(new Set(owners).size, owners.length)
    assert.equal(ownerOf('ENTITY', 'a'), owners[0])
  })

  it('has in its body nothing that a column says', () => {
    const { body } = factRow(fact(world, 'a'))
    for (const name of ['id', 'kind', 'ownerKind', 'ownerId', 'observedAt', 'ingestedAt'])
      assert.equal(Object.hasOwn(JSON.parse(body) as object, name), false, name)
  })
})
