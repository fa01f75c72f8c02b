import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { currentForm } from '../../../src/formats/ndjson/earlier.ts'

describe("the value of an observation's line", () => {
  it('is as it was where it says neither usage nor blocks', () => {
    for (const value of [{}, { id: 'o', kind: 'TURN' }, { usage: undefined, blocks: 'x' }])
      assert.deepEqual(currentForm(value), value)
  })

  it('has usage without the nulls that earlier versions wrote, and null where nothing was counted', () => {
    const { usage } = currentForm({ usage: { inputTokens: 1, outputTokens: null, answerId: null } }) as {
      usage: object
    }
    assert.equal(Object.values(usage).includes(null), false)
    assert.equal((usage as { inputTokens: number }).inputTokens, 1)
    assert.deepEqual(currentForm({ usage: null }), { usage: null })
  })

  it('has sound blocks as they are, and those that are none as other content', () => {
    const sound = { type: 'text', text: 'né' }
    const { blocks } = currentForm({ blocks: [sound, { type: 'toString', text: 'a' }] }) as {
      blocks: { type: string }[]
    }
    assert.deepEqual(blocks[0], sound)
    assert.deepEqual(
      blocks.map(({ type }) => type),
      ['text', 'other'],
    )
  })

  it('changes no more when it is read again', () => {
    const once = currentForm({
      id: 'o',
      usage: { inputTokens: 1, outputTokens: null },
      blocks: [{ type: 'toString' }, { type: 'text', text: 'a' }],
    })
    assert.deepEqual(currentForm(once), once)
  })
})
