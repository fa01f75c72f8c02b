/** Stores of before paths had sums of prompts get them at start: as if all had been stored now. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import neo4j from 'neo4j-driver'
import { forkConversation } from '../../src/app/forks/forkConversation.ts'
import { integrity } from '../../src/app/integrity/integrity.ts'
import { storeTurns } from '../../src/app/turns/storeTurns.ts'
import type { Block, Observation, PathPrompts } from '../../src/domain/model.ts'
import { defaultTenant } from '../../src/domain/access/tenant.ts'
import { openDirectory } from '../../src/storage/attachments/directory.ts'
import type { GraphStore } from '../../src/storage/graphStore.ts'
import { promptsOfPaths as neo4jPromptsOfPaths } from '../../src/storage/neo4j/promptsOfPaths.ts'
import { openNeo4jStore } from '../../src/storage/neo4j/store.ts'
import { connect } from '../../src/storage/sqlite/connection/connection.ts'
import { promptsOfPaths } from '../../src/storage/sqlite/steps/promptsOfPaths.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { newFolder } from '../faults/support/folder.ts'
import { clear } from '../support/clearNeo4j.ts'
import { migrateAnew, takeAnewFrom } from '../support/migrateAnew.ts'
import { neo4jLines, withNeo4j } from '../support/neo4j.ts'
import { actsOn } from '../support/scopes.ts'
import { describeOnce } from '../support/stores.ts'

const text = (words: string): Block => ({ type: 'text', text: words })
const call = (callId: string): Block => ({ type: 'toolCall', callId, name: 'bash', input: {} })
const result = (callId: string, content: string): Block => ({ type: 'toolResult', callId, content, isError: true })
const round = (i: number) => [
  { role: 'USER' as const, blocks: [text(`Prompt ${i}`)] },
  { role: 'ASSISTANT' as const, blocks: [text('I look'), call(`a${i}`), call(`b${i}`)] },
  { role: 'TOOL' as const, blocks: [result(`a${i}`, 'no'), result(`b${i}`, 'The user declined it.')] },
  { role: 'USER' as const, blocks: [text('<system-reminder>now</system-reminder>')] },
]
/** A server beside other tests may answer late. */
const timeouts = { read: 60_000, write: 60_000 }
const conversations = ['source', 'fork', 'plain']

const scopeOn = async (store: GraphStore) => {
  const bytes = await openDirectory(newFolder())
  const on = actsOn('the store', () => store, () => bytes) // prettier-ignore
  return () => on.scope({ tenant: defaultTenant })
}

/** Two conversations of one family, longer than a page of the migration, and one by itself. */
async function fill(store: GraphStore): Promise<void> {
  const scope = await scopeOn(store)
  const turns = (conversationId: string, from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => round(from + i))
      .flat()
      .map((turn) => ({ conversationId, ...turn }))
  await storeTurns(scope(), { turns: turns('source', 0, 130) })
  await forkConversation(scope(), { source: 'source', at: { turn: 361 }, newConversationId: 'fork' })
  await storeTurns(scope(), { turns: turns('fork', 200, 210) })
  await storeTurns(scope(), { turns: turns('plain', 0, 1) })
}

/** What the prompts of each path come to, by the ids of its end. */
async function sumsIn(store: GraphStore): Promise<Map<string, PathPrompts | undefined>> {
  const scope = await scopeOn(store)
  const sums = new Map<string, PathPrompts | undefined>()
  for (const id of conversations) {
    const { findings } = await integrity(scope(), id)
    assert.deepEqual(findings, [], id)
    const nodes: Observation[] = await scope().reads.list({
      list: 'observationsOfConversation',
      owner: id,
      after: null,
      limit: 1000,
    })
    for (const node of nodes) sums.set(node.id, node.place?.prompts)
  }
  return sums
}

/** Does something with a store, and closes it whatever comes of that. */
async function using<T>(opened: Promise<GraphStore>, act: (store: GraphStore) => Promise<T>): Promise<T> {
  const store = await opened
  try {
    return await act(store)
  } finally {
    await store.close()
  }
}

async function filled(store: GraphStore) {
  await fill(store)
  return known(await sumsIn(store))
}

const known = (sums: Map<string, PathPrompts | undefined>) => {
  const all = [...sums.values()]
  assert.ok(all.some((one) => one?.count === 130 && one.failures === 130 && one.declined === 130 && one.notes === 130))
  return sums
}

describeOnce('what the prompts of paths come to', () => {
  it('is made at the start on a SQLite file of before, whose rows keep their checksums', async () => {
    const path = join(newFolder(), 'store.db')
    const before = await using(openSqliteStore({ path }), filled)
    const connection = connect(path, 'writer')
    connection.exec(`UPDATE observations SET body = json_remove(body, '$.place.prompts')`)
    migrateAnew(connection, path, promptsOfPaths)
    connection.close()
    await using(openSqliteStore({ path }), async (again) => {
      assert.deepEqual(await sumsIn(again), before)
      assert.deepEqual(await again.faults(), [])
    })
  })
})

for (const { line, version, skip } of process.env['TEST_STORES'] === 'sqlite' ? [] : await neo4jLines()) {
  describe(`what the prompts of paths come to on Neo4j ${version}`, { skip }, () => {
    it('is made at the start on a database of before', async () => {
      const address = await withNeo4j(line)
      const driver = neo4j.driver(address.uri, neo4j.auth.basic(address.user, address.password))
      await clear(address)
      const before = await using(openNeo4jStore({ ...address, timeouts }), filled)
      const without = `MATCH (o:Observation) WHERE o.depth IS NOT NULL
        WITH o, split(o.body, ',"prompts":[') AS parts WHERE size(parts) = 2
        SET o.body = parts[0] + substring(parts[1], size(split(parts[1], ']')[0]) + 1)`
      const { counters } = (await driver.executeQuery(without)).summary
      assert.ok(counters.updates().propertiesSet > 500, 'Nothing was taken away.')
      await takeAnewFrom(driver, neo4jPromptsOfPaths)
      await driver.close()
      await using(openNeo4jStore({ ...address, timeouts }), async (again) =>
        assert.deepEqual(await sumsIn(again), before),
      )
    })
  })
}
