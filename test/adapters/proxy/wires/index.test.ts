import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { wireAt } from '../../../../src/adapters/proxy/wires/index.ts'

describe('what reads requests to a path', () => {
  it('is of the API whose path it is', () => {
    const names = ['/messages', '/responses', '/chat/completions'].map((path) => wireAt(path)?.name)
    assert.deepEqual(names, ['messages', 'responses', 'chat'])
  })

  it('is nothing for paths that are passed on unrecorded, below and beside these', () => {
    for (const path of [
      '',
      '/',
      '/models',
      '/messages/',
      '/messages/count_tokens',
      '/Messages',
      'messages',
      '/chat',
      '/responses/r',
    ])
      assert.equal(wireAt(path), null, path)
  })
})
