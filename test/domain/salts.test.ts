import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import fc from '../support/properties.ts'
import type { Block } from '../../src/domain/model.ts'
import { contentHash, pathHash, type HashedContent } from '../../src/domain/tree/pathHash.ts'

const plain = { senderId: null, senderKind: null, marker: null, salt: null }
const call: Block = { type: 'toolCall', callId: 'c1', name: 'read', input: { b: 1, a: [null, 2.5] } }
const rule = { span: { from: 1, to: 2 }, keep: [], summary: 'short', cancels: null, sidechains: null }

/** Contents with the hashes that the last version without salts gave them, and those of paths of them alone. */
const noted: readonly (readonly [HashedContent, content: string, path: string])[] = [
  [
    { ...plain, kind: 'TURN', role: 'USER', blocks: [{ type: 'text', text: 'hello' }] },
    '1cc92b14de58d30caac66f8978d0bcc0ccc4811d08c0f1bb9d39ecf1d38c132a',
    '733224693357aee306584baece2015dd468dfc1e6c2ae2bbce43fde04e835a07',
  ],
  [
    {
      ...{ ...plain, kind: 'TURN', role: 'ASSISTANT', senderId: 'anna', senderKind: 'agent' },
      blocks: [{ type: 'text', text: '\ud83d ünï' }, call],
    },
    '719ea56343ea78968870f6dbe6f7c701fcbb2e7fc9079fee31da42cb28790402',
    '24d36413dcbfc4283274bfab4d0315f49c4781edf5ec3b717ed472c9087785ef',
  ],
  [
    { ...plain, kind: 'COMPACTION', role: null, blocks: [], marker: { ...rule, targets: ['ab'.repeat(32)] } },
    '67596cde37d72b306a2b40b866f99d8d8e65e9ce1fdc33c5e7bca5c8750800c2',
    'cf269cdc17e6752dcd7c0ff925a2592a4ea37f0dbaf90fa001b383356c7a825d',
  ],
  [
    { ...plain, kind: 'JOIN', role: null, blocks: [] },
    '3ee387f02e88fcd115bfa00692d9c13c5fcbf5f16f8b983010424a26cb6b06db',
    '62ce581302e82cd12b1f3fb3ec64c6d27c9ff07f28b6118b73f1e86983a254bf',
  ],
]

const salt = fc.stringMatching(/^[0-9a-f]{32}$/)

describe('hashes', () => {
  it('of plain content are to the byte what they were before there were salts', () => {
    for (const [content, ofContent, ofPath] of noted) {
      assert.equal(contentHash(content), ofContent)
      assert.equal(pathHash(null, ofContent), ofPath)
    }
  })

  it('of salted content depend on the salt alone beside it: the same again, another with another or none', () => {
    fc.assert(
      fc.property(fc.constantFrom(...noted), salt, salt, ([content, ofContent], one, other) => {
        const hash = contentHash({ ...content, salt: one })
        assert.equal(contentHash({ ...content, salt: one }), hash)
        assert.notEqual(hash, ofContent)
        assert.equal(contentHash({ ...content, salt: other }) === hash, one === other)
      }),
    )
  })
})
