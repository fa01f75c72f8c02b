import assert from 'node:assert/strict'
import { it } from 'node:test'
import { bytesFrom, rawChunkProperties } from '../../../../src/storage/neo4j/properties/rawChunk.ts'
import fc from '../../../support/properties.ts'
import { given } from '../given.ts'

it('the bytes of a stretch of a file come back as they were, also from within a longer buffer', () => {
  fc.assert(
    fc.property(fc.uint8Array(), fc.nat({ max: 5 }), (all, from) => {
      const bytes = all.subarray(from)
      const chunk = { conversationId: 'c', source: 's', firstLine: 1, lineCount: 1, bytes }
      const stored = rawChunkProperties('t', chunk)['bytes']
      assert.ok(stored instanceof Int8Array)
      assert.deepEqual(Buffer.from(bytesFrom(stored)), Buffer.from(bytes))
    }),
  )
})

it('a stretch of a file lies under its tenant, conversation, source and first line', () => {
  const chunk = { conversationId: 'c', source: 's.jsonl', firstLine: 5, lineCount: 3, bytes: new Uint8Array() }
  const { bytes: _, firstLine, lineCount, ...names } = rawChunkProperties('t', chunk)
  assert.deepEqual(names, { tenant: 't', conversationId: 'c', source: 's.jsonl' })
  assert.deepEqual([given(firstLine), given(lineCount)], [5n, 3n])
})
