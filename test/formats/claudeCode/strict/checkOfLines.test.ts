import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { checkOfLines } from '../../../../src/formats/claudeCode/strict/checkOfLines.ts'

describe('the schemas of lines', () => {
  const check = checkOfLines()

  it('know no kind that none was seen of, and say which with its version', () => {
    assert.equal(check({ type: 'né' }), 'No schema is known of a "né" line.')
    assert.equal(
      check({ type: 'system', subtype: 'né', version: '9.9' }),
      'No schema is known of a "system/né" line of version "9.9".',
    )
    assert.match(check({}) ?? '', /No schema is known of a "" line/)
    assert.match(check({ type: 'constructor' }) ?? '', /No schema is known/)
  })

  it('say why a line does not fit that of its kind', () => {
    assert.match(
      check({ type: 'user' }) ?? '',
      /^A "user" line does not fit its schema: it must have required property/,
    )
  })

  it('say the same of the same line again, and of it in another order', () => {
    const first = check({ type: 'user', uuid: 7 })
    assert.equal(check({ uuid: 7, type: 'user' }), first)
    assert.equal(checkOfLines()({ type: 'user', uuid: 7 }), first)
  })
})
