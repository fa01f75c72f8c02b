/** docker-compose.yml and the Dockerfile, unchanged, on the Docker engine of this machine. */
// Beyond a landing: an image is built and databases are started, killed and waited for, on an engine that must be there.
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { composeProject, type Composed } from '../support/composed.ts'
import { noEngine } from '../support/engine.ts'

/** An image is built, and databases start, beside other tests. */
const patient = { timeout: 600_000 }
const stored =
  'mutation ($id: ID!, $text: String!) { storeTurn(input: { conversationId: $id, role: USER, text: $text }) { observation { id } userErrors { code } } }'
const forked =
  'mutation { forkConversation(input: { source: "talk", newConversationId: "other" }) { conversation { id turnCount } userErrors { code } } }'
const counted = '{ conversation(id: "talk") { turnCount forks(first: 5) { nodes { id } } } }'
const talk = { turnCount: 2, forks: { nodes: [{ id: 'other' }] } }

async function converse(composed: Composed): Promise<void> {
  for (const text of ['hello', 'and again']) {
    const { data } = await composed.ask(stored, { id: 'talk', text })
    assert.deepEqual(data['storeTurn']?.['userErrors'], [])
  }
  const { data } = await composed.ask(forked)
  assert.deepEqual(data['forkConversation'], { conversation: { id: 'other', turnCount: 2 }, userErrors: [] })
}

describe('docker compose, on an engine', { skip: noEngine() }, () => {
  describe('with the profile sqlite', () => {
    let composed: Composed
    before(async () => (composed = await composeProject({ project: 'alone' })))

    it('builds the image, starts one service, and is ready', patient, async () => {
      const { status, said } = await composed.run('up', '--build', '--detach', '--wait', 'sqlite')
      assert.equal(status, 0, said)
      assert.deepEqual(await composed.running(), ['sqlite'])
      assert.equal((await fetch(`${composed.url}/health/ready`)).status, 200)
    })

    it('names the address that the host has, and listens on loopback alone', async () => {
      const { said } = await composed.run('logs', 'sqlite')
      assert.match(said, new RegExp(`listens on http://(localhost|127\\.0\\.0\\.1):${composed.port}/graphql`))
      assert.equal((await composed.run('port', 'sqlite', '4000')).said.trim(), `127.0.0.1:${composed.port}`)
    })

    it('stores, forks, and has kept it after a restart and after down and up', async () => {
      await converse(composed)
      assert.equal((await composed.run('restart', 'sqlite')).status, 0)
      await composed.ready()
      assert.deepEqual((await composed.ask(counted)).data['conversation'], talk)
      assert.equal((await composed.run('--profile', 'sqlite', 'down')).status, 0)
      assert.deepEqual(await composed.running(), [])
      const { status, said } = await composed.run('up', '--detach', '--wait', 'sqlite')
      assert.equal(status, 0, said)
      assert.deepEqual((await composed.ask(counted)).data['conversation'], talk)
    })

    it('runs as no root, and stops in order', async () => {
      assert.equal((await composed.run('exec', '-T', 'sqlite', 'id', '-un')).said.trim(), 'node')
      assert.equal((await composed.run('stop', 'sqlite')).status, 0)
      const { said } = await composed.run('ps', '--all', '--format', '{{.ExitCode}}', 'sqlite')
      assert.equal(said.trim(), '0')
    })

    it('leaves nothing behind', async () => {
      assert.equal((await composed.run('--profile', 'sqlite', 'down', '--volumes')).status, 0)
      assert.deepEqual(await composed.left(), [])
    })

    it('says in one sentence that a port is taken', async () => {
      const server = createServer().listen(composed.port, '127.0.0.1')
      await once(server, 'listening')
      try {
        const { status, said } = await composed.run('up', '--detach', 'sqlite')
        assert.notEqual(status, 0)
        assert.match(said, /address already in use|port is already allocated/)
        assert.deepEqual(await composed.running(), [])
      } finally {
        server.close()
        await composed.run('--profile', 'sqlite', 'down', '--volumes')
      }
    })
  })

  describe('with Neo4j', () => {
    let composed: Composed
    const password = 'compose-test-1'
    before(async () => (composed = await composeProject({ project: 'both', password })))
    after(() => composed.run('--profile', 'sqlite', 'down', '--volumes'))

    it(
      'refuses a missing or short password, or one with a slash, in one sentence, and starts nothing',
      patient,
      async () => {
        for (const [wrong, sentence] of [
          ['', 'NEO4J_PASSWORD is missing: set it to at least 8 characters.'],
          ['tiny', 'NEO4J_PASSWORD is too short: set it to at least 8 characters.'],
          ['quite/long enough', 'NEO4J_PASSWORD must not contain a "/"'],
        ] as const) {
          const other = await composeProject({ project: 'refused', password: wrong })
          const { status } = await other.run('up', '--build', '--detach')
          assert.notEqual(status, 0)
          const { said } = await other.run('logs', '--no-log-prefix', '--no-color')
          assert.ok(said.includes(sentence), said)
          assert.equal(said.trim().split('\n').length, 1, said)
          assert.ok(wrong === '' || !said.includes(wrong), said)
          assert.deepEqual(await other.running(), [])
          assert.equal((await other.run('down', '--volumes')).status, 0)
        }
      },
    )

    it('builds, waits for the database, and is ready', patient, async () => {
      const { status, said } = await composed.run('up', '--build', '--detach', '--wait')
      assert.equal(status, 0, `${said}\n${(await composed.run('logs')).said}`)
      assert.deepEqual(await composed.running(), ['api', 'neo4j'])
      assert.equal((await fetch(`${composed.url}/health/ready`)).status, 200)
    })

    it('stores and forks, and Cypher finds it', async () => {
      await converse(composed)
      assert.deepEqual(
        await composed.cypher("MATCH (c:Conversation) WHERE c.id IN ['talk', 'other'] RETURN count(c)"),
        [[2]],
      )
    })

    it('has kept it after a restart of all, and after down and up', patient, async () => {
      assert.equal((await composed.run('restart')).status, 0)
      await composed.ready()
      assert.deepEqual((await composed.ask(counted)).data['conversation'], talk)
      assert.equal((await composed.run('down')).status, 0)
      const { status, said } = await composed.run('up', '--detach', '--wait')
      assert.equal(status, 0, said)
      assert.deepEqual((await composed.ask(counted)).data['conversation'], talk)
    })

    it(
      'refuses each read within 2 s while the database is killed, with a line a minute, and goes on by itself',
      patient,
      async () => {
        // A kill by the engine suspends the restart policy: so it stays away until it is started.
        await isAwayAndBack(['kill', 'neo4j'], ['start', 'neo4j'])
      },
    )

    it('does so while the container is gone, and its name with it', patient, async () => {
      await isAwayAndBack(['rm', '--stop', '--force', 'neo4j'], ['up', '--detach', '--no-deps', 'neo4j'])
    })

    it('starts a database by itself whose process died', patient, async () => {
      await composed.run('exec', '-T', 'neo4j', 'sh', '-c', killJava)
      await composed.ready()
      assert.deepEqual((await composed.ask(counted)).data['conversation'], talk)
    })

    it('says what to do where the password was changed on an old volume', patient, async () => {
      assert.equal((await composed.run('down')).status, 0)
      const other = await composeProject({ project: 'both', password: 'another-password' })
      const began = Date.now()
      await other.run('up', '--detach', '--wait')
      const { said } = await other.run('logs', 'api')
      assert.match(said, /first start of (its|a|the) volume|volume/, said)
      assert.ok(Date.now() - began < 100_000, `after ${Date.now() - began} ms`)
      assert.equal((await other.run('down', '--volumes')).status, 0)
      assert.deepEqual(await other.left(), [])
    })

    async function isAwayAndBack(away: readonly string[], back: readonly string[]): Promise<void> {
      const since = new Date().toISOString()
      const began = Date.now()
      assert.equal((await composed.run(...away)).status, 0)
      // The first looks wait a second, for an absence that is short.
      await composed.ask(counted)
      let count = 0
      for (; count < 20; count++) {
        const { errors, ms } = await composed.ask(counted)
        assert.equal(errors?.[0]?.extensions.code, 'TIMEOUT', JSON.stringify(errors))
        assert.match(errors[0].message, /^The database cannot be reached: /)
        assert.ok(ms < 2_000 + lateness, `answered after ${ms} ms`)
      }
      const { said } = await composed.run('logs', '--since', since, '--no-log-prefix', 'api')
      const minutes = Math.ceil((Date.now() - began) / 60_000)
      const lines = said.split('\n').filter((line) => line.includes('not available') || line.includes('reached'))
      assert.ok(lines.length <= minutes + 1, `${lines.length} lines in ${minutes} minutes:\n${said}`)
      assert.doesNotMatch(said, /\n\s+at /)
      assert.equal((await composed.run(...back)).status, 0)
      await composed.ready()
      assert.deepEqual((await composed.ask(counted)).data['conversation'], talk)
    }
  })
})

/** The image may have no program that kills by a name. */
const killJava = 'for each in /proc/[0-9]*; do [ "$(cat "$each/comm")" != java ] || kill -KILL "${each#/proc/}"; done'

/** How much later a busy machine may say so. */
const lateness = 3_000
