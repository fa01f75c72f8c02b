/** Neo4j is slow, silent, cut off or late; turngraph, a process of its own, says so and goes on by itself. */
// Beyond a landing: it waits until a server has given a database up, again and again.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { freePort } from '../../scripts/neo4j/port.ts'
import { openParts, type OpenParts } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { neo4jLines, withNeo4j, type TestNeo4j } from '../support/neo4j.ts'
import { holdsAcknowledged, holdsAll, isWhole } from './support/checks.ts'
import { ask, codeOf, ready, request, send, untilReady } from './support/client.ts'
import { startInVain, startServer, type Server } from './support/processes.ts'
import { slowProxy, type SlowProxy } from './support/slowProxy.ts'
import { storeOn } from './support/storeOn.ts'
import { resume, talk } from './support/talkers.ts'
import { conversationsOf, talkersOf } from './support/writers.ts'
import { pause, waitFor } from '../support/waitFor.ts'

/** How long a request may take here, and how much later than that a busy machine may say so. */
const [timeout, lateness] = [4_000, 3_000]
const turn = (text: string) => {
  const input = { conversationId: 'slow', role: 'USER', text, idempotencyKey: text }
  return { name: 'storeTurn', input } as const
}

for (const { line, version, skip } of await neo4jLines())
  describe(`turngraph before a Neo4j ${version} that answers badly`, { skip }, () => {
    let database: TestNeo4j
    let proxy: SlowProxy
    let server: Server
    let parts: OpenParts
    const through = (port: number) => storeOn({ ...database, uri: `bolt://127.0.0.1:${port}` })
    const portOf = ({ uri }: TestNeo4j) => Number(new URL(uri).port)
    before(async () => {
      database = await withNeo4j(line)
      proxy = await slowProxy(portOf(database))
      const env = { ...through(proxy.port), LOG_LEVEL: 'silent', REQUEST_TIMEOUT_MS: String(timeout) }
      server = await startServer(env)
      parts = await openParts(readConfig({ ...storeOn(database), LOG_LEVEL: 'silent' }))
      await Promise.all(talkersOf(0).map((talker) => resume(talker, server.url)))
    })
    after(async () => {
      await server.kill9()
      await proxy.close()
      await parts.close()
    })

    it('works on when each answer is late', async () => {
      proxy.delay(100)
      const answer = await send(server.url, turn('late'))
      assert.equal(codeOf(answer), null)
      assert.ok(answer.ms > 200, `answered after ${answer.ms} ms`)
      assert.equal((await ready(server.url)).status, 200)
      proxy.delay(0)
    })

    it('says in time that there is no answer, and writes once what is sent again', async () => {
      proxy.stall()
      const answers = await Promise.all([
        send(server.url, turn('stalled')),
        ask(server.url, '{ conversation(id: "slow") { id turnCount } }'),
      ])
      for (const answer of answers) {
        assert.deepEqual([answer.status, codeOf(answer)], [504, 'TIMEOUT'])
        assert.ok(answer.ms < timeout + lateness, `answered after ${answer.ms} ms`)
      }
      const { status, body, ms } = await ready(server.url)
      assert.deepEqual([status, body.status], [503, 'not ready'])
      assert.ok(ms < timeout + lateness, `not ready after ${ms} ms`)
      assert.equal((await request(`${server.url}/health/live`)).status, 200)
      proxy.flow()
      await untilReady(server.url)
      await waitFor(async () => {
        const code = codeOf(await send(server.url, turn('stalled')))
        assert.ok(code === null || code === 'TIMEOUT', String(code))
        return code === null
      })
      const { body: found } = await ask(server.url, '{ conversation(id: "slow") { turnCount } }')
      assert.deepEqual(found.data, { conversation: { turnCount: 2 } })
    })

    it('refuses nothing when connections break, and writes everything once', async () => {
      const talkers = talkersOf(1)
      let over = false
      const talking = talkers.map((talker) => talk(talker, server.url, () => over))
      for (let cuts = 0; cuts < 8; cuts++) {
        await pause(250, 'so long a connection lasts')
        proxy.cut()
      }
      over = true
      proxy.stall()
      await Promise.all(talking)
      proxy.flow()
      await untilReady(server.url)
      await Promise.all(talkers.map((talker) => resume(talker, server.url)))
      await holdsAcknowledged(parts.scope(), talkers)
      await holdsAll(parts.scope(), talkers)
      await isWhole(parts.scope(), conversationsOf(talkers))
    })

    it('waits at its start for one that comes a little later', async () => {
      const port = await freePort()
      const starting = startServer(through(port))
      await pause(2_000, 'so much later the database comes')
      const late = await slowProxy(portOf(database), port)
      const started = await starting
      assert.equal((await ready(started.url)).status, 200)
      assert.equal((await started.stop()).status, 0)
      await late.close()
    })

    it('ends with one plain sentence when that one does not answer, or takes no such password', async () => {
      const silent = await slowProxy(portOf(database))
      silent.stall()
      const [unanswered, refused] = await Promise.all([
        startInVain({ ...through(silent.port), STORE_WAIT_MS: '3000' }),
        startInVain({ ...through(proxy.port), STORE_PASSWORD: 'wrong-password' }),
      ])
      assert.deepEqual(
        [unanswered.status, unanswered.stderr],
        [1, `Neo4j cannot be reached at bolt://127.0.0.1:${silent.port}.\n`],
      )
      const { status, stderr } = refused
      assert.equal(status, 1)
      assert.ok(
        stderr.startsWith(`Neo4j at bolt://127.0.0.1:${proxy.port} does not take this user and password ("neo4j").`),
      )
      assert.match(stderr, /^[^\n]+ first started with .+NEO4J_PASSWORD[^\n]+\n$/)
      await silent.close()
    })

    it('ends on a signal although the database is silent', async () => {
      proxy.stall()
      const pending = send(server.url, turn('last words'))
      await pause(200, 'the request waits for the database')
      const began = performance.now()
      const [{ status }, answer] = await Promise.all([server.stop(), pending])
      assert.equal(status, 0)
      assert.ok(performance.now() - began < 40_000)
      assert.equal(codeOf(answer), 'TIMEOUT')
    })
  })
