import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { plainSeal } from '../../../../src/domain/access/keyedDigest.ts'
import { memoryScratch } from '../../../../src/formats/scratch.ts'
import { turn } from '../../../../src/formats/reading/tree/drafts.ts'
import { EntryIds } from '../../../../src/formats/reading/tree/entryIds.ts'
import type { EntryStep, RecordFormat } from '../../../../src/formats/reading/tree/steps.ts'
import { fakeOf } from '../../../support/fakes.ts'

const format = (more: object = {}) => fakeOf<RecordFormat>('record format', { name: 'OASST', ...more }, ['family'])
const step = (id: string | null, more: object = {}): EntryStep => ({
  kind: 'entry',
  id,
  draft: turn('USER', [{ type: 'text', text: 'a' }]),
  ...more,
})
const ids = (of = format()) => new EntryIds(of, memoryScratch(), plainSeal)

describe('the names of an entry', () => {
  it('are the id that the file gives it, with the format in front, and the conversation where it holds there alone', () => {
    assert.deepEqual(ids().of('c', step('a')), { key: 'OASST:a', turnId: 'a' })
    assert.deepEqual(ids().of('c', step('a', { isScoped: true })), { key: 'OASST:c:a', turnId: 'a' })
    assert.deepEqual(ids(format({ family: 'F' })).of('c', step('a', { key: 'k' })), { key: 'F:k', turnId: 'a' })
  })

  it('are made of what it says where the file gives none: the same in each reading', () => {
    const [one, again] = [ids().of('c', step(null)), ids().of('c', step(null))]
    assert.deepEqual(one, again)
    assert.equal(one.key, one.turnId)
    assert.match(one.key, /^[\da-f]{32}$/)
  })

  it('tell equal entries apart by their number', () => {
    const names = ids()
    const [first, second, third] = [1, 2, 3].map(() => names.of('c', step(null)).key)
    assert.deepEqual([second, third], [`${first}-2`, `${first}-3`])
  })

  it('differ by the conversation, the format and the content', () => {
    const names = ids()
    const keys = [
      names.of('c', step(null)),
      names.of('d', step(null)),
      names.of('c', step(null, { content: { b: 1 } })),
      ids(format({ name: 'PI' })).of('c', step(null)),
    ].map(({ key }) => key)
    assert.equal(new Set(keys).size, 4)
  })
})
