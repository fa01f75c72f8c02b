import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { scopeWords } from '../../../src/domain/search/searchDocument.ts'
import {
  createSearchIndex,
  dropSearchIndex,
  searchedWords,
  searchIndexName,
} from '../../../src/storage/neo4j/searchIndex.ts'
import { tenantFor } from '../../support/tenants.ts'
import { converse, store, textBlock } from '../../support/tree/acts.ts'
import { createWorld } from '../../support/world.ts'

const tenant = tenantFor('acme')
const world = createWorld()
converse(world, 'trip')
const turn = store(world, 'trip', { turnId: 'u1', role: 'USER', blocks: [textBlock('The red fox, the FOX.')] })
const words = (given: Partial<typeof turn> = {}) => searchedWords(tenant, { ...turn, ...given })?.split(' ') ?? null

describe('what an observation is found by in Neo4j', () => {
  it('is each of its words once, and where it belongs', () => {
    const all = words() ?? []
    assert.deepEqual(all.filter((word) => !word.startsWith('§')).sort(), ['fox', 'red', 'the'])
    for (const scope of [
      scopeWords.tenant(tenant),
      scopeWords.conversation(tenant, 'trip'),
      scopeWords.segment(tenant, turn.place.segmentId),
    ])
      assert.ok(all.includes(scope))
    assert.equal(new Set(all).size, all.length)
  })

  it('is no segment where it has no place in the tree', () => {
    assert.equal((words()?.length ?? 0) - (words({ place: null as never })?.length ?? 0), 1)
  })

  it('is nothing where nothing of it is searched', () => {
    assert.equal(words({ blocks: [] }), null)
    assert.equal(words({ blocks: [textBlock(' … ')] }), null)
    assert.equal(words({ kind: 'DELETION' as typeof turn.kind }), null)
  })

  it('is in an index that takes words as they are, made once and dropped where it is', () => {
    assert.match(createSearchIndex, new RegExp(`FULLTEXT INDEX ${searchIndexName} IF NOT EXISTS .*\\[o\\.words\\]`))
    assert.match(createSearchIndex, /'whitespace'/)
    assert.match(dropSearchIndex, new RegExp(`${searchIndexName} IF EXISTS`))
  })
})
