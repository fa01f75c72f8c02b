import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Block } from '../../../src/domain/model.ts'
import { understoodBetter } from '../../../src/domain/records/reread.ts'

const other: Block = { type: 'other', value: { type: 'toolRequest' } }
const call: Block = { type: 'toolCall', callId: 'c', name: 'read', input: {} }
const text: Block = { type: 'text', text: 'a' }
const better = (stored: readonly Block[], read: readonly Block[]) =>
  understoodBetter({ usage: null, blocks: stored }, { usage: null, blocks: read }, isDeepStrictEqual)

describe('a comparison with what is read today', () => {
  it('names usage that is counted otherwise, and content of which more is read', () => {
    assert.deepEqual(better([text, other], [text, call]), { content: [text, call] })
    const usage = { inputTokens: 1 }
    assert.deepEqual(understoodBetter({ usage: null, blocks: [] }, { usage, blocks: [] }, isDeepStrictEqual), { usage })
    assert.deepEqual(understoodBetter({ usage, blocks: [] }, { usage: null, blocks: [] }, isDeepStrictEqual), {
      usage: null,
    })
  })
  it('leaves alone what is as it was, was read as well before, or holds files', () => {
    assert.equal(better([text, call], [text, call]), null)
    assert.equal(better([text], []), null)
    assert.equal(better([text, call], [text, other]), null)
    assert.equal(better([other], [{ type: 'attachment', attachmentId: 'x' }]), null)
  })
})
