import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { scopeWords } from '../../../src/domain/search/searchDocument.ts'
import { parseQuery } from '../../../src/domain/search/searchQuery.ts'
import { wordsOfQuery } from '../../../src/domain/search/wordExpression.ts'
import { documentsOf } from '../../../src/search/sqlite/documents.ts'
import { find } from '../../../src/search/sqlite/finder.ts'
import { followerOf } from '../../../src/search/sqlite/follower.ts'
import { openIndexFile } from '../../../src/search/sqlite/indexFile.ts'
import { connect, type Connection } from '../../../src/storage/sqlite/connection/connection.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { newPath } from '../../storage/sqlite/folder.ts'
import { fill } from '../../support/changes.ts'
import { tenantFor } from '../../support/tenants.ts'
import { converse, store as storeIn, textBlock } from '../../support/tree/acts.ts'
import { createWorld } from '../../support/world.ts'

const tenant = tenantFor('default')
const texts = ['red fox', 'fox red', 'blue fox', 'red dog', 'red fox again']

describe('what an index finds', () => {
  const index = openIndexFile(newPath('search.db'))
  let rows: Connection | null = null
  let close: () => Promise<void> = () => Promise.resolve()
  before(async () => {
    const path = newPath()
    const store = await openSqliteStore({ path })
    close = () => store.close()
    rows = connect(path, 'reader')
    for (const [owner, name] of [
      [tenant, 'trip'],
      [tenantFor('other'), 'theirs'],
    ] as const) {
      const world = createWorld({ seed: name.length })
      converse(world, name)
      for (const [k, text] of texts.entries())
        storeIn(world, name, { turnId: `t${k}`, role: 'USER', blocks: [textBlock(text)] })
      await fill(store, owner, world)
    }
    while (followerOf(rows, index).step()) continue
  })
  after(async () => {
    index.connection.close()
    rows?.close()
    await close()
  })

  function found(text: string, more: { from?: string; after?: string; limit?: number } = {}) {
    assert.ok(rows)
    const query = parseQuery(text)
    const { words, without } = wordsOfQuery(query)
    const expression = { words: { all: [words, { word: scopeWords.tenant(tenant) }] }, without }
    const request = { expression, query, from: null, after: null, limit: 100, ...more }
    const { candidates, hasMore } = find(
      index.connection,
      { store: rows, documents: documentsOf(rows) },
      tenant,
      request,
    )
    const names = candidates.map(({ messageId }) => texts[Number(messageId?.replace('trip:t', ''))])
    return { names, hasMore, positions: candidates.map(({ position }) => position), candidates }
  }

  it('is of one tenant, the newest first', () => {
    assert.deepEqual(found('fox').names, ['red fox again', 'blue fox', 'fox red', 'red fox'])
  })

  it('is read and compared: words in another order are no phrase', () => {
    assert.deepEqual(found('"red fox"').names, ['red fox again', 'red fox'])
    assert.deepEqual(found('fox -red').names, ['blue fox'])
    assert.deepEqual(found('cat'), { names: [], hasMore: false, positions: [], candidates: [] })
  })

  it('comes in pages, which together are all of it, each once', () => {
    for (const limit of [1, 2, 3]) {
      const pages: (string | undefined)[] = []
      let page = found('fox', { limit })
      for (; ; page = found('fox', { limit, after: page.positions.at(-1) ?? '0' })) {
        assert.ok(page.names.length <= limit)
        pages.push(...page.names)
        if (!page.hasMore || page.names.length === 0) break
      }
      assert.deepEqual(pages, found('fox').names, `pages of ${limit}`)
    }
  })

  it('begins at a document, which is included', () => {
    const [, second = ''] = found('fox').positions
    assert.deepEqual(found('fox', { from: second }).names, ['blue fox', 'fox red', 'red fox'])
  })

  it('says of each message what it is now', () => {
    assert.deepEqual(found('dog').candidates[0]?.message, { deleted: false, correctedBy: null, count: 1 })
  })
})
