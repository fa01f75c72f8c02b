/** What people see in Neo4j who click a node: text, names, models, tokens and tools as properties. */
import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import neo4j, { type Driver } from 'neo4j-driver'
import type { Scope } from '../../src/app/scope.ts'
import { amendMessage } from '../../src/app/turns/amendMessage.ts'
import { deleteMessage } from '../../src/app/turns/deleteMessage.ts'
import { restoreMessage } from '../../src/app/turns/restoreMessage.ts'
import { storeTurn } from '../../src/app/turns/storeTurns.ts'
import type { Block } from '../../src/domain/model.ts'
import { openDirectory } from '../../src/storage/attachments/directory.ts'
import type { AttachmentBytes } from '../../src/storage/attachments/attachmentBytes.ts'
import { joined, parted } from '../../src/storage/neo4j/properties/properties.ts'
import { openNeo4jStore } from '../../src/storage/neo4j/store.ts'
import type { GraphStore } from '../../src/storage/graphStore.ts'
import { backedUp, restored } from '../support/backups.ts'
import { clear } from '../support/clearNeo4j.ts'
import { neo4jLines, withNeo4j } from '../support/neo4j.ts'
import { actsOn } from '../support/scopes.ts'
import { say } from '../support/talk.ts'
import { tenantFor } from '../support/tenants.ts'

const timeouts = { read: 60_000, write: 60_000 }

describe('text that lies beside its blocks', () => {
  const text = (said: string): Block => ({ type: 'text', text: said })
  it('comes out as it went in, whatever the blocks', () => {
    const call: Block = { type: 'toolCall', callId: 'k', name: 'n', input: { text: 7 } }
    for (const blocks of [
      [],
      [text('')],
      [text('one')],
      [text('one'), call, text(''), text('two 🦊 中')],
      [text('half \ud83d'), text('whole')],
      [text('\ud83d'), text('\udd8a')],
      [call],
    ])
      assert.deepEqual(
        joined(JSON.parse(JSON.stringify(parted(blocks).blocks)) as Block[], parted(blocks).text),
        blocks,
      )
  })
})

for (const { line, version, skip } of process.env['TEST_STORES'] === 'sqlite' ? [] : await neo4jLines())
  describe(`nodes that people read, on Neo4j ${version}`, { skip }, () => {
    const folder = mkdtempSync(join(tmpdir(), 'turngraph-readable-'))
    let store: GraphStore
    let bytes: AttachmentBytes
    let driver: Driver
    const scope = (tenant = 't'): Scope =>
      actsOn(
        't',
        () => store,
        () => bytes,
      ).scope({ tenant: tenantFor(tenant) })
    const one = async (query: string, parameters: object = {}) => {
      const { records } = await driver.executeQuery(query, parameters)
      return records[0]?.toObject() ?? null
    }
    const message = (id: string) =>
      one('MATCH (m:Message {tenant: "t", id: $id}) RETURN m.text AS text, m.name AS name', { id })
    before(async () => {
      const address = await withNeo4j(line)
      await clear(address)
      bytes = await openDirectory(folder)
      store = await openNeo4jStore({ ...address, timeouts })
      driver = neo4j.driver(address.uri, neo4j.auth.basic(address.user, address.password), {
        disableLosslessIntegers: true,
      })
    })
    after(async () => {
      await driver.close()
      await store.close()
      rmSync(folder, { recursive: true, force: true })
    })

    it('have the text once, and what is counted, as properties', async () => {
      await say(scope(), 'c', 'u1', 'What is in the cockatoobox?')
      const usage = { inputTokens: 10, outputTokens: 5, cacheReadTokens: 3, costUsd: 0.25, answerId: 'a' }
      const blocks: Block[] = [
        { type: 'text', text: 'I look' },
        { type: 'toolCall', callId: 'k', name: 'read', input: {} },
      ]
      await storeTurn(scope(), { conversationId: 'c', turnId: 'a1', role: 'ASSISTANT', blocks, model: 'm', usage })
      const error: Block = { type: 'toolResult', callId: 'k', content: 'no', isError: true }
      await storeTurn(scope(), { conversationId: 'c', turnId: 't1', role: 'TOOL', blocks: [error] })
      const of = (id: string) =>
        one('MATCH (o:Observation {tenant: "t", messageId: $id}) RETURN properties(o) AS found', { id })
      const user = (await of('c:u1'))?.['found'] as Record<string, unknown>
      assert.equal(user['text'], 'What is in the cockatoobox?')
      assert.ok(!String(user['body']).includes('cockatoobox'))
      const { body, words, ...answer } = (await of('c:a1'))?.['found'] as Record<string, unknown>
      assert.ok(body !== undefined && words !== undefined)
      const { text, name, model, tools, inputTokens, outputTokens, cacheReadTokens, costUsd, answerId } = answer
      assert.deepEqual([text, name, model, tools], ['I look', 'ASSISTANT I look', 'm', ['read']])
      assert.deepEqual([inputTokens, outputTokens, cacheReadTokens, costUsd, answerId], [10, 5, 3, 0.25, 'a'])
      assert.equal(((await of('c:t1'))?.['found'] as Record<string, unknown>)['errors'], 1)
      const names = await one('MATCH (c:Conversation {tenant: "t", id: "c"}) RETURN c.name AS name')
      assert.equal(names?.['name'], 'What is in the cockatoobox?')
      const sum = await one('MATCH (u:Usage {tenant: "t", model: "m"}) RETURN u.name AS name, u.day AS day')
      assert.equal(sum?.['name'], `${String(sum?.['day'])} ASSISTANT m`)
    })

    it('have the present text on the message, however it came about', async () => {
      await say(scope(), 'd', 'u1', 'first')
      assert.deepEqual(await message('d:u1'), { text: 'first', name: 'USER first' })
      await say(scope(), 'd', 'u1', 'second')
      assert.deepEqual(await message('d:u1'), { text: 'second', name: 'USER second' })
      await say(scope(), 'd', 'u1', 'of long ago', { observedAt: '2020-01-01T00:00:00.000000000Z' })
      assert.equal((await message('d:u1'))?.['text'], 'second')
      await deleteMessage(scope(), { id: 'd:u1' })
      assert.deepEqual(await message('d:u1'), { text: null, name: 'USER (deleted)' })
      await restoreMessage(scope(), { id: 'd:u1' })
      assert.deepEqual(await message('d:u1'), { text: 'second', name: 'USER second' })
      await amendMessage(scope(), { messageId: 'd:u1', fields: { text: 'right' } })
      assert.deepEqual(await message('d:u1'), { text: 'right', name: 'USER right' })
      await deleteMessage(scope(), { id: 'd:u1' })
      assert.equal((await message('d:u1'))?.['text'], null)
      await restoreMessage(scope(), { id: 'd:u1' })
      await say(scope(), 'd', 'u1', 'third')
      assert.equal((await message('d:u1'))?.['text'], 'right')
    })

    const nodes = async (tenant: string) => {
      const query = `MATCH (n:Observation|Message|Conversation|Usage|ToolUsage|Moves {tenant: $tenant})
RETURN labels(n) AS labels, properties(n) AS found ORDER BY labels, n.id, n.name`
      const { records } = await driver.executeQuery(query, { tenant })
      return records.map((record) => record.toObject() as { labels: string[]; found: Record<string, unknown> })
    }
    const said = ({ labels, found }: Awaited<ReturnType<typeof nodes>>[number]) => {
      const { id, text, name, model, tools, errors, inputTokens, costUsd } = found
      return [labels, id, text, name, model, tools, errors, inputTokens, costUsd]
    }

    it('are the same when a backup was put back', async () => {
      await say(scope(), 'e', 'u1', 'half \ud83d')
      await say(scope(), 'e', 'a1', '')
      await deleteMessage(scope(), { id: 'e:a1' })
      await restored(scope('again'), await backedUp(scope()))
      const [original, copy] = [await nodes('t'), await nodes('again')]
      assert.ok(original.length > 20)
      assert.deepEqual(copy.map(said), original.map(said))
    })
  })
