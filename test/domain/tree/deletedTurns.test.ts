import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { leftByDeletions, type VisibleEntry } from '../../../src/domain/tree/deletedTurns.ts'
import type { Block } from '../../../src/domain/model.ts'

/** `a:+k,say` calls k and says something; `b:-k` answers; `t` is a thought; `!` before the name: it is deleted. */
const entries = (drawn: string): VisibleEntry[] =>
  drawn.split(' ').map((word) => {
    const [name = '', said = ''] = word.split(':')
    const blocks = said
      .split(',')
      .filter((one) => one !== '')
      .map((one): Block => {
        if (one.startsWith('+')) return { type: 'toolCall', callId: one.slice(1), name: 'ls', input: {} }
        if (one.startsWith('-')) return { type: 'toolResult', callId: one.slice(1), content: 'ok', isError: false }
        return one === 't' ? { type: 'thinking', thinking: 'hm' } : { type: 'text', text: one }
      })
    return { id: name.replace('!', ''), blocks, deleted: name.startsWith('!') }
  })
const shown = (blocks: readonly Block[] | null) =>
  blocks &&
  blocks
    .map((one) =>
      one.type === 'text'
        ? one.text
        : one.type === 'toolCall'
          ? `+${one.callId}`
          : one.type === 'toolResult'
            ? `-${one.callId}`
            : 't',
    )
    .join()
const left = (drawn: string) =>
  Object.fromEntries([...leftByDeletions(entries(drawn))].map(([id, blocks]) => [id, shown(blocks)]))

describe('what deletions leave', () => {
  it('is all of what is not deleted, where no call is', () => {
    assert.deepEqual(left('u:hi a:+k b:-k'), {})
    assert.deepEqual(left('!u:hi a:ho'), { u: null })
  })

  it('has no result of a deleted call, and no call of a deleted result', () => {
    assert.deepEqual(left('!a:+k,+l b:-k,say c:-l'), { a: null, b: 'say', c: null })
    assert.deepEqual(left('a:say,+k,+l !b:-k c:-l'), { a: 'say,+l', b: null })
    assert.deepEqual(left('!a:+k !b:-k'), { a: null, b: null })
  })

  it('has nothing of what then holds nothing but thinking', () => {
    assert.deepEqual(left('a:t,+k !b:-k'), { a: null, b: null })
    assert.deepEqual(left('a:t,+k,say !b:-k'), { a: 't,say', b: null })
    assert.deepEqual(left('a:t'), {}, 'what thought alone before stays')
  })

  it('takes a result for the newest open call of its id', () => {
    assert.deepEqual(left('!a:+k b:+k c:-k d:-k,say'), { a: null, d: 'say' })
    assert.deepEqual(left('!a:-k b:+k'), { a: null })
  })

  it('has no call without its result, nor a result without its call, of those that had one', () => {
    const word = fc.record({
      name: fc.constantFrom('', '!'),
      said: fc.array(fc.constantFrom('+k', '-k', '+l', '-l', 'say', 't'), { maxLength: 4 }),
    })
    const pairs = (all: readonly { blocks: readonly Block[] }[]) => {
      const open: string[] = []
      return all
        .flatMap(({ blocks }) =>
          blocks.map((block) => {
            if (block.type === 'toolCall') open.push(block.callId)
            const at = block.type === 'toolResult' ? open.lastIndexOf(block.callId) : -1
            if (at >= 0) open.splice(at, 1)
            return block.type === 'toolResult' && at < 0 ? 1 : 0
          }),
        )
        .reduce<number>((sum, one) => sum + one, open.length)
    }
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), (words) => {
        const all = entries(words.map(({ name, said }, k) => `${name}${k}:${said.join()}`).join(' '))
        const rest = leftByDeletions(all)
        const remaining = all.map(({ id, blocks }) => ({ blocks: rest.has(id) ? (rest.get(id) ?? []) : blocks }))
        assert.ok(pairs(remaining) <= pairs(all))
      }),
    )
  })
})
