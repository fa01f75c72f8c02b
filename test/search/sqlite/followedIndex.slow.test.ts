import assert from 'node:assert/strict'
import {
  closeSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, beforeEach, describe, it } from 'node:test'
import { DatabaseSync } from '@photostructure/sqlite'
import { parseQuery } from '../../../src/domain/search/searchQuery.ts'
import { scopeWords } from '../../../src/domain/search/searchDocument.ts'
import { wordsOfQuery } from '../../../src/domain/search/wordExpression.ts'
import type { FindRequest } from '../../../src/search/searchIndex.ts'
import { followedIndex, type FollowedIndex } from '../../../src/search/sqlite/followedIndex.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import type { GraphStore } from '../../../src/storage/graphStore.ts'
import { fill } from '../../support/changes.ts'
import { converse, store as storeIn, textBlock } from '../../support/tree/acts.ts'
import { createWorld, type World } from '../../support/world.ts'
import { tenantFor } from '../../support/tenants.ts'

const tenant = tenantFor('default')

describe('the search index of an embedded store', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-index-'))
  let [count, path, file] = [0, '', '']
  let store: GraphStore
  let index: FollowedIndex
  beforeEach(async () => {
    const own = join(folder, String(++count))
    ;[path, file] = [join(own, 'turngraph.db'), join(own, 'search.db')]
    store = await openSqliteStore({ path })
    index = followedIndex(path, file)
  })
  afterEach(async () => {
    index.close()
    await store.close()
  })
  after(() => rmSync(folder, { recursive: true, force: true }))

  const found = (text: string, owner = tenant) => {
    const query = parseQuery(text)
    const { words, without } = wordsOfQuery(query)
    const expression = { words: { all: [words, { word: scopeWords.tenant(owner) }] }, without }
    const request: FindRequest = { expression, query, from: null, after: null, limit: 100 }
    const { candidates, behind } = index.find(owner, request)
    return { ids: candidates.map(({ id }) => id), behind }
  }
  const reopen = () => {
    index.close()
    index = followedIndex(path, file)
  }

  it('has what was committed before it is asked, newest first', async () => {
    const { world, ids } = worldOf('red fox', 'blue fox', 'dog')
    await fill(store, tenant, world)
    assert.deepEqual(found('fox'), { ids: [ids[1], ids[0]], behind: 0 })
    assert.deepEqual(found('fox -red').ids, [ids[1]])
  })

  it('finds what begins so, whether few words do or many', async () => {
    const { world, ids } = worldOf(
      ...Array.from({ length: 100 }, (_, k) => `word${k} ${k % 2 === 0 ? '中文' : '文字'}`),
    )
    await fill(store, tenant, world)
    assert.equal(found('wor').ids.length, 100)
    assert.deepEqual(found('word1').ids, [...ids.slice(10, 20).reverse(), ids[1]])
    assert.equal(found('中').ids.length, 50)
    assert.deepEqual(found('wordy').ids, [])
  })

  it('keeps tenants apart', async () => {
    await fill(store, tenant, worldOf('red fox').world)
    await fill(store, tenantFor('other'), worldOf('blue fox').world)
    assert.equal(found('fox').ids.length, 1)
    assert.deepEqual(found('blue').ids, [])
    assert.equal(found('blue', tenantFor('other')).ids.length, 1)
    // Nor is the word of the tenant alone what keeps them apart: what was read for one is no other's.
    const query = parseQuery('blue')
    const request = { expression: wordsOfQuery(query), query, from: null, after: null, limit: 100 }
    for (const [owner, count] of [
      [tenant, 0],
      [tenantFor('other'), 1],
      [tenant, 0],
    ] as const)
      assert.equal(index.find(owner, request).candidates.length, count)
  })

  it('is made anew when its file is gone, also while it is open', async () => {
    await fill(store, tenant, worldOf('red fox').world)
    assert.equal(found('fox').ids.length, 1)
    rmSync(file)
    assert.equal(found('fox').ids.length, 1)
    assert.ok(existsSync(file))
    reopen()
    assert.equal(found('fox').ids.length, 1)
  })

  it('is made anew when its file cannot be read', async () => {
    await fill(store, tenant, worldOf('red fox').world)
    index.close()
    writeFileSync(file, 'this is no database, but long enough to be taken for one '.repeat(100))
    for (const name of ['-wal', '-shm']) rmSync(file + name, { force: true })
    index = followedIndex(path, file)
    assert.equal(found('fox').ids.length, 1)
  })

  it('is made anew when it is found to be damaged while it is open', async () => {
    await fill(store, tenant, worldOf('red fox').world)
    assert.equal(found('fox').ids.length, 1)
    reopen()
    const bytes = openSync(file, 'r+')
    writeSync(bytes, Buffer.alloc(4096, 0xff), 0, 4096, 4096)
    closeSync(bytes)
    assert.equal(found('fox').ids.length, 1)
  })

  it('answers from what is there when nothing can be taken in, and says how much is missing', async () => {
    await fill(store, tenant, worldOf('red fox').world)
    assert.deepEqual(found('fox').behind, 0)
    const locker = new DatabaseSync(file)
    locker.exec('BEGIN IMMEDIATE')
    try {
      await fill(store, tenantFor('other'), worldOf('blue fox').world)
      const { ids, behind } = found('fox')
      assert.deepEqual([ids.length, behind], [1, 1])
    } finally {
      locker.close()
    }
    assert.deepEqual(found('blue', tenantFor('other')).ids.length, 1)
  })

  it('answers from what is there while it is far behind, and waits for the rest where that is one step', async () => {
    const { world } = worldOf(...Array.from({ length: 1_600 }, () => 'fox'))
    await fill(store, tenant, world)
    index.close()
    index = followedIndex(path, file, undefined, 0)
    const { ids, behind } = found('fox')
    assert.ok(ids.length > 0 && Number(behind) > 500, `${behind} behind`)
    // The next one does not wait at all.
    assert.equal(found('fox').behind, behind)
    while (index.behind() > 500) index.step()
    assert.equal(found('fox').behind, 0)
  })

  it('is made anew when another rule cut its words', async () => {
    await fill(store, tenant, worldOf('red fox').world)
    assert.equal(found('fox').ids.length, 1)
    index.close()
    change(file, "UPDATE mark SET tokens = tokens - 1; INSERT INTO documents (documents) VALUES ('delete-all')")
    index = followedIndex(path, file)
    assert.deepEqual(found('fox'), { ids: found('red').ids, behind: 0 })
    assert.equal(found('fox').ids.length, 1)
  })

  it('is made anew when the rows of the store are numbered anew', async () => {
    const { world, ids } = worldOf('red fox', 'dog', 'blue fox')
    await fill(store, tenant, world)
    assert.equal(found('fox').ids.length, 2)
    await store.close()
    index.close()
    // As VACUUM does where a row is missing.
    change(path, 'UPDATE observations SET rowid = rowid + 1000')
    store = await openSqliteStore({ path })
    index = followedIndex(path, file)
    assert.deepEqual(found('fox').ids, [ids[2], ids[0]])
    assert.deepEqual(found('blue').ids, [ids[2]])
  })

  it('can be emptied, and fills again', async () => {
    await fill(store, tenant, worldOf('red fox', 'blue fox').world)
    assert.equal(found('fox').ids.length, 2)
    index.reindex()
    assert.equal(index.behind(), 2)
    while (index.step());
    assert.equal(index.behind(), 0)
    assert.equal(found('fox').ids.length, 2)
  })

  it('gets smaller while nothing is written, and finds the same', async () => {
    for (let turn = 0; turn < 40; turn++) {
      const words = Array.from({ length: 60 }, (_, k) => `word${(turn * 7 + k * 11) % 97} only${turn}x${k}`)
      await fill(store, tenant, worldIn(`c${turn}`, [`fox ${words.join(' ')}`]).world)
      index.step()
    }
    const [before, ids] = [pagesOf(file), found('fox').ids]
    while (index.tidy());
    assert.ok(pagesOf(file) < before * 0.75, `${pagesOf(file)} pages of ${before}`)
    assert.deepEqual(found('fox').ids, ids)
    assert.equal(found('only39x59').ids.length, 1)
    const after = pagesOf(file)
    while (index.tidy());
    assert.equal(pagesOf(file), after)
    await fill(store, tenant, worldOf('one more fox').world)
    assert.equal(found('fox').ids.length, 41)
  })

  it('is not made smaller while another process is at it', async () => {
    await fill(store, tenant, worldOf('red fox').world)
    assert.equal(found('fox').ids.length, 1)
    const locker = new DatabaseSync(file)
    locker.exec('BEGIN IMMEDIATE')
    assert.equal(index.tidy(), false)
    locker.close()
    assert.equal(found('fox').ids.length, 1)
  })

  it('is followed into by several processes, each row once', async () => {
    const other = followedIndex(path, file)
    try {
      await fill(store, tenant, worldOf('red fox', 'blue fox').world)
      assert.ok(other.step())
      assert.equal(found('fox').ids.length, 2)
      assert.equal(rows(file), 2)
    } finally {
      other.close()
    }
  })

  it('forgets what was erased, in its files too', async () => {
    const { world, ids } = worldOf('the cockatoosecret is out', 'a fox')
    await fill(store, tenant, world)
    assert.deepEqual(found('cockatoosecret').ids, [ids[0]])
    index.forget(tenant, [ids[0] as string])
    assert.deepEqual(found('cockatoosecret').ids, [])
    assert.deepEqual(found('fox').ids, [ids[1]])
    const names = readdirSync(join(path, '..')).filter((name) => name.startsWith('search.db'))
    for (const name of names)
      assert.ok(!readFileSync(join(path, '..', name)).includes('cockatoosecret'), `${name} still has it`)
  })

  it('says whether a step took in all there was', async () => {
    await fill(store, tenant, worldOf('red fox', 'blue fox').world)
    assert.deepEqual([index.step(), index.step()], ['some', false])
  })

  it('takes no lock while there is nothing to take in', async () => {
    await fill(store, tenant, worldOf('red fox').world)
    assert.equal(found('fox').ids.length, 1)
    const other = new DatabaseSync(file)
    other.exec('BEGIN IMMEDIATE')
    // A step that wanted the lock would wait five seconds for it.
    const begun = performance.now()
    assert.equal(index.step(), false)
    assert.ok(performance.now() - begun < 2_500)
    other.exec('ROLLBACK')
    other.close()
  })

  it('takes a row at a time where bodies are long', async () => {
    const long = 'filler '.repeat(300_000)
    const { world } = worldOf(...Array.from({ length: 12 }, (_, k) => `fox${k} ${long}`))
    await fill(store, tenant, world)
    assert.equal(index.step(), 'full')
    // Who searches would not wait for so much on a busy machine.
    while (index.step());
    assert.deepEqual([found('fox3').ids.length, found('fox11').ids.length], [1, 1])
  })
})

const worldOf = (...texts: readonly string[]) => worldIn('c', texts)

function worldIn(conversation: string, texts: readonly string[]): { world: World; ids: string[] } {
  const world = createWorld({ seed: ++seed })
  converse(world, conversation)
  const ids = texts.map((text, k) => storeIn(world, conversation, { turnId: `t${k}`, blocks: [textBlock(text)] }).id)
  return { world, ids }
}
let seed = 0

function change(name: string, statements: string): void {
  const database = new DatabaseSync(name)
  database.exec('PRAGMA foreign_keys = OFF')
  database.exec(statements)
  database.close()
}

function pagesOf(name: string): number {
  const database = new DatabaseSync(name)
  const { page_count: pages } = database.prepare('PRAGMA page_count').get() as { readonly page_count: number }
  database.close()
  return pages
}

function rows(name: string): number {
  const database = new DatabaseSync(name)
  const row = database.prepare('SELECT count(*) AS rows FROM documents_docsize').get() as { rows: number }
  database.close()
  return row.rows
}
