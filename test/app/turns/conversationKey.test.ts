import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { derivedId } from '../../../src/app/turns/conversationKey.ts'

const plain = { salted: false, nameKey: 'a'.repeat(64) }
const of = (firstUserMessage: string, scope = plain) => derivedId(scope, { firstUserMessage })

describe('a conversation that is named by its first message', () => {
  it('has the same id every time, white space aside', () => {
    assert.match(of('Mend the nest'), /^conv_[0-9a-f]{32}$/)
    assert.equal(of('Mend the nest'), of('  Mend\n\tthe  nest '))
    assert.notEqual(of('Mend the nest'), of('mend the nest'))
  })

  it('is another one than that of this title', () => {
    assert.notEqual(of('Mend'), derivedId(plain, { title: 'Mend' }))
    assert.equal(
      derivedId(plain, { firstUserMessage: 'a', title: 'x' }),
      derivedId(plain, { firstUserMessage: 'a', title: 'y' }),
    )
  })

  it('has an id that tells nothing of it, where the tenant is salted', () => {
    const salted = (nameKey: string) => of('Mend', { salted: true, nameKey: nameKey.repeat(64) })
    assert.notEqual(salted('a'), of('Mend'))
    assert.notEqual(salted('a'), salted('b'))
    assert.equal(salted('a'), salted('a'))
  })

  it('is refused where it has no text', () => {
    for (const key of [{ firstUserMessage: ' \n' }, { title: '' }, {}])
      assert.throws(() => derivedId(plain, key), { code: 'BAD_INPUT', field: ['conversationKey'] })
  })
})
