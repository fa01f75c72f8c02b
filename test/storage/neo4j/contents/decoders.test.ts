import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contentKinds } from '../../../../src/domain/contents.ts'
import { decodersWith } from '../../../../src/storage/neo4j/contents/decoders.ts'
import { rawChunkProperties } from '../../../../src/storage/neo4j/properties/rawChunk.ts'
import {
  conversationProperties,
  importMarkProperties,
  junctionProperties,
  observationProperties,
} from '../../../../src/storage/neo4j/properties/rows.ts'
import { keyProperties } from '../../../../src/storage/neo4j/properties/key.ts'
import { Torn } from '../../../../src/storage/neo4j/reading/tornRead.ts'
import { tenantFor } from '../../../support/tenants.ts'
import { converse, store } from '../../../support/tree/acts.ts'
import { createWorld } from '../../../support/world.ts'
import { listOf, lists } from '../given.ts'

const decoders = decodersWith((conversationId, source) => (conversationId === 'trip' && source === 'b.jsonl' ? 2 : 1))
const tenant = tenantFor('t')

describe('what was found of a store’s contents', () => {
  it('is made a value of every kind', () => {
    assert.deepEqual(
      contentKinds.filter((kind) => typeof decoders[kind] !== 'function'),
      [],
    )
  })

  it('is a conversation with the number of the last line of its ledger', () => {
    const conversation = converse(createWorld(), 'trip', { title: 'né' })
    const { createdAt, body } = conversationProperties(conversation)
    assert.deepEqual(decoders.conversation([['trip', createdAt, null, body], 7n]), { ...conversation, lastSeq: 7 })
    assert.throws(() => decoders.conversation([['trip', null, null, null], 7n]), Torn)
  })

  it('is an observation, a junction, a mark and a key as they were', () => {
    const world = createWorld()
    converse(world, 'trip')
    const node = store(world, 'trip')
    assert.deepEqual(decoders.observation(listOf(observationProperties(tenant, node), lists.observation)), node)
    const junction = { conversationId: 'trip', parentId: 'o', children: 2, kind: 'VERSION', way: null } as const
    assert.deepEqual(decoders.junction(junctionProperties('t', junction)['body']), junction)
    const mark = { name: 'file', value: { line: 3 } }
    assert.deepEqual(decoders.importMark(listOf(importMarkProperties('t', mark), 'name value')), mark)
    const key = {
      key: 'k',
      operation: 'storeTurn',
      inputHash: 'ab',
      result: [1, null],
      storedAt: '2026-01-01T00:00:00.000000000Z',
    }
    assert.deepEqual(
      decoders.idempotencyKey(listOf(keyProperties('t', key), 'key operation inputHash result storedAt')),
      key,
    )
  })

  it('is a stretch of a file with the place of its source', () => {
    const chunk = {
      conversationId: 'trip',
      source: 'b.jsonl',
      firstLine: 5,
      lineCount: 2,
      bytes: Uint8Array.of(0, 200, 255),
    }
    const list = listOf(rawChunkProperties('t', chunk), 'conversationId source firstLine lineCount bytes')
    assert.deepEqual(decoders.rawChunk(list), { ...chunk, position: 2 })
  })

  it('is a guard by its name', () => {
    assert.deepEqual(decoders.guard(['g', 3n]), { name: 'g', value: 3 })
    assert.throws(() => decoders.guard(['g', 3]), TypeError)
  })
})
