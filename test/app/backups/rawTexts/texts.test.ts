import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../../../support/properties.ts'
import { bare, leavesOf, occursIn, saidBy, textsOf } from '../../../../src/app/backups/rawTexts/texts.ts'
import type { Block, Json } from '../../../../src/domain/model.ts'

describe('the texts that blocks say', () => {
  it('are those within calls, results and what is kept as it came too', () => {
    const blocks: Block[] = [
      { type: 'text', text: ' Hi\n there ' },
      { type: 'thinking', thinking: 'hm' },
      { type: 'toolCall', callId: 'no', name: 'read', input: { path: 'a.ts', n: 1 } },
      { type: 'toolResult', callId: 'no', content: ['ok', { deep: 'er' }], isError: false },
      { type: 'attachment', attachmentId: 'no', fileName: 'no' },
      { type: 'other', value: 'odd' },
      { type: 'text', text: ' \n ' },
    ]
    assert.deepEqual(textsOf(blocks, 'sum'), ['Hi there', 'hm', 'read', 'a.ts', 'ok', 'er', 'odd', 'sum'])
    assert.deepEqual(textsOf([]), [])
    const marker = { span: null, keep: [], summary: 'sum', cancels: null, targets: [], sidechains: null }
    assert.deepEqual(saidBy({ blocks: [], marker }), ['sum'])
  })

  it('are those of JSON in a text, too', () => {
    assert.deepEqual(leavesOf({ arguments: '{"path":"a.ts"}' }), ['{"path":"a.ts"}', 'a.ts'])
    assert.deepEqual(leavesOf('[not json'), ['[not json'])
    assert.deepEqual(leavesOf('"quoted"'), ['"quoted"'])
    assert.deepEqual(leavesOf([null, 1, true]), [])
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^\w*$/)), (words) => {
        assert.deepEqual(leavesOf(words as Json), words)
        assert.deepEqual(leavesOf(JSON.stringify(words)).slice(1), words)
      }),
    )
  })
})

describe('a text', () => {
  it('occurs in another as it is, or as whole words', () => {
    assert.ok(occursIn('the nest', ['other', 'mend the nest, please']))
    assert.ok(occursIn('nest', ['nest']))
    assert.ok(!occursIn('nest', ['nests', 'birdnest', 'é1nest']))
    assert.ok(occursIn('nest', ['nests nest']), 'a later place counts as well')
    assert.ok(occursIn('(x', ['f(x)']), 'signs are no part of a word')
    assert.ok(!occursIn('nest', []))
    assert.ok(!occursIn('巣', ['巣箱']))
  })

  it('is bare without its white space at the ends, and with one space between', () => {
    assert.equal(bare('\n a\t\u00a0b  c '), 'a b c')
    fc.assert(fc.property(fc.string(), (text) => assert.equal(bare(bare(text)), bare(text))))
  })
})
