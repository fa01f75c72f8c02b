import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { foreignMark, inputMark, isMarkOf, sealOf } from '../../../src/domain/access/keyedDigest.ts'
import { sha256 } from '../../../src/domain/tree/pathHash.ts'

const key = fc.stringMatching(/^[0-9a-f]{64}$/)
const digest = fc.string().map(sha256)

describe('digests in names', () => {
  it('are those of the content under one key, and tell nothing without it', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), key, key, (one, other, mine, theirs) => {
        const of = (nameKey: string) => (text: string) => sealOf({ salted: true, nameKey })(sha256(text))
        const made = of(mine)
        assert.match(made(one), /^[0-9a-f]{64}$/)
        assert.equal(made(one) === made(other), one === other)
        assert.equal(made(one) === of(theirs)(one), mine === theirs)
        assert.notEqual(made(one), sha256(one))
        assert.equal(sealOf({ salted: false, nameKey: mine })(sha256(one)), sha256(one))
      }),
    )
  })

  it('mark the input of a command, also where a backup brought the mark along', () => {
    fc.assert(
      fc.property(digest, digest, key, key, (one, other, mine, theirs) => {
        const mark = inputMark(mine, one)
        assert.equal(isMarkOf(mark, mine, one), true)
        assert.equal(isMarkOf(mark, mine, other), one === other)
        assert.equal(isMarkOf(mark, theirs, one), mine === theirs)
        const brought = foreignMark(mark, mine)
        assert.equal(isMarkOf(brought, theirs, one), true)
        assert.equal(isMarkOf(brought, theirs, other), one === other)
        assert.equal(foreignMark(brought, theirs), brought)
      }),
    )
  })
})
