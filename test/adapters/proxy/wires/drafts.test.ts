import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { turnOf } from '../../../../src/adapters/proxy/wires/drafts.ts'
import type { Block } from '../../../../src/domain/model.ts'

describe('a message of a wire as a turn', () => {
  it("has its role, and is the system's where its role is not known", () => {
    assert.equal(turnOf({ role: 'USER', blocks: [], fields: {} }).role, 'USER')
    assert.equal(turnOf({ role: null, blocks: [], fields: {} }).role, 'SYSTEM')
  })

  it('has no cache mark, id or state among its members, and none that is empty', () => {
    const fields = { cache_control: {}, id: 'm', status: 'done', none: null, list: [], name: 'né', zero: 0, blank: '' }
    assert.deepEqual(turnOf({ role: 'USER', blocks: [], fields }).fields, { name: 'né', zero: 0, blank: '' })
  })

  it('has no cache mark on its blocks, and all else that they came with', () => {
    const text = (extra?: object): Block => ({ type: 'text', text: 'a', ...(extra && { extra }) }) as Block
    const mark = { cache_control: { type: 'ephemeral' } }
    const { blocks } = turnOf({
      role: 'USER',
      blocks: [text(), text(mark), text({ ...mark, citations: [1] }), text({ citations: null })],
      fields: {},
    })
    assert.deepEqual(blocks, [text(), text(), text({ citations: [1] }), text({ citations: null })])
  })

  it('leaves what it was made of as it was', () => {
    const block: Block = { type: 'text', text: 'a', extra: { cache_control: 1 } }
    turnOf({ role: 'USER', blocks: [block], fields: {} })
    assert.deepEqual(block.extra, { cache_control: 1 })
  })
})
