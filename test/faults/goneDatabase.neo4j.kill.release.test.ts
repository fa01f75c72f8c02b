/** Neo4j is killed, and comes back: meanwhile each read is refused plainly and soon, and the log has a line a minute. */
// Beyond a landing: a database of its own that is killed and started again.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Neo4jServer } from '../../scripts/neo4j.ts'
import { neo4jLines } from '../support/neo4j.ts'
import { ask, codeOf, ready, request, send, untilReady, type Answer } from './support/client.ts'
import { startDatabase } from './support/database.ts'
import { newFolder } from './support/folder.ts'
import { startServer, turngraph, type Server } from './support/processes.ts'
import { storeOn } from './support/storeOn.ts'

/** What is refused within 2 seconds, and how much later a busy machine may say so. */
const [soon, lateness] = [2_000, 5_000]
const gone = /^The database cannot be reached: .+ Nothing that was stored is lost\. Try again when it is back/
const turn = (n: number) => {
  const input = { conversationId: 'talk', role: 'USER', text: `turn ${n}`, idempotencyKey: `turn ${n}` }
  return { name: 'storeTurn', input } as const
}
const count = '{ conversation(id: "talk") { turnCount } }'
const reads = [count, '{ conversations(first: 5) { nodes { id } } }', '{ search(text: "turn") { nodes { snippet } } }']

/** A database that has just started plans everything anew: on a busy machine a first write may be refused as late. */
async function acknowledged(url: string, n: number): Promise<void> {
  let answer = await send(url, turn(n))
  for (let tries = 1; tries < 10 && codeOf(answer) === 'TIMEOUT'; tries++) answer = await send(url, turn(n))
  assert.equal(codeOf(answer), null, JSON.stringify(answer.body))
}

function isRefused(answer: Answer): void {
  const [error] = answer.body.errors ?? []
  assert.equal(codeOf(answer), 'TIMEOUT', JSON.stringify(answer.body))
  assert.match(error?.message ?? answer.body.error?.message ?? '', gone)
  assert.ok(answer.ms < soon + lateness, `answered after ${answer.ms} ms`)
}

for (const { line, version, skip } of await neo4jLines())
  describe(`a Neo4j ${version} that is gone`, { skip }, () => {
    const folder = newFolder()
    let database: Neo4jServer
    let server: Server
    let began = 0
    let env: Record<string, string>
    before(async () => {
      database = await startDatabase(line, join(folder, 'neo4j'))
      env = { ...storeOn(database), TMPDIR: folder, DATA: folder }
      server = await startServer({ ...env, LOG_LEVEL: 'warn' })
      await acknowledged(server.url, 1)
      began = Date.now()
      await database.kill9()
    })
    after(() => database.kill9())

    it('has each read refused soon and in plain words, by GraphQL and by other routes', async () => {
      for (let round = 0; round < 3; round++)
        (await Promise.all(reads.map((query) => ask(server.url, query)))).forEach(isRefused)
      isRefused(await request(`${server.url}/export/talk`))
      const { status, body, ms } = await ready(server.url)
      assert.deepEqual([status, body.status], [503, 'not ready'])
      assert.match(body.reason ?? '', gone)
      assert.ok(ms < soon + lateness, `not ready after ${ms} ms`)
      assert.equal((await request(`${server.url}/health/live`)).status, 200)
    })

    it('has a write of which nothing is known there refused as certain, or as to be sent again', async () => {
      const answer = await send(server.url, turn(2))
      assert.equal(codeOf(answer), 'TIMEOUT', JSON.stringify(answer.body))
    })

    it('is told by the command line in one sentence, with the status of a failure', async () => {
      const { status, stdout, stderr } = await turngraph(env, 'list')
      assert.deepEqual([status, stdout, stderr], [1, '', `turngraph: Neo4j cannot be reached at ${database.uri}.\n`])
    })

    it('goes on by itself once it is back, and has kept everything', async () => {
      await database.restart()
      await untilReady(server.url)
      const { body } = await ask(server.url, count)
      assert.equal(body.errors, undefined)
      await acknowledged(server.url, 2)
      const { body: after } = await ask(server.url, count)
      assert.deepEqual(after.data, { conversation: { turnCount: 2 } })
    })

    it('left a line a minute in the log, without a stack, and one that it is back', async () => {
      const { stderr, status } = await server.stop()
      assert.equal(status, 0)
      // While it starts, a busy machine has it say what it waits for.
      const lines = stderr
        .trim()
        .split('\n')
        .filter((line) => !line.includes('"waitedMs"'))
      // One that the server starts with on a busy machine, one that it is back, and those of each minute.
      assert.ok(lines.length <= 3 + Math.ceil((Date.now() - began) / 60_000), stderr)
      assert.match(stderr, /"reason":"Neo4j [^"]+","lines":1,"msg":"[^"]+"/)
      assert.match(stderr, /"goneMs":\d+,"msg":"The database is back\."/)
      assert.doesNotMatch(stderr, /"stack"| at .*\.[jt]s:\d/)
    })
  })
