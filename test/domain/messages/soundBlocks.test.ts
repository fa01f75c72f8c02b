import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Block } from '../../../src/domain/model.ts'
import { hashedBlocks, soundBlocks } from '../../../src/domain/messages/soundBlocks.ts'

it('blocks are kept as they are, and what is no block is kept as another one, hashed as it was', () => {
  const blocks: Block[] = [
    { type: 'text', text: 'a' },
    { type: 'other', value: 1 },
  ]
  assert.equal(soundBlocks(blocks), blocks)
  const odd = ['[object Object]', false, {}, null, { type: 'constructor' }, blocks[0]] as Block[]
  assert.deepEqual(soundBlocks(odd).map(({ type }) => type), ['other', 'other', 'other', 'other', 'other', 'text']) // prettier-ignore
  assert.deepEqual(hashedBlocks(soundBlocks(odd)), odd)
  assert.equal(hashedBlocks(blocks), blocks)
})
