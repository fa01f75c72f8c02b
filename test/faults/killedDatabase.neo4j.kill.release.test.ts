/** A Neo4j server is killed while turngraph, a process that lives on, writes to it. */
// Beyond a landing: a database that is killed and started again, many times.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Neo4jServer } from '../../scripts/neo4j.ts'
import { createTenant } from '../../src/app/access/tenants.ts'
import { openParts, type OpenParts } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { neo4jLines, type TestLine } from '../support/neo4j.ts'
import { randomFrom } from '../support/random.ts'
import { roundsOr } from '../support/rounds.ts'
import { hasNoStrays, holdsAcknowledged, holdsAll, holdsTranscript, isWhole } from './support/checks.ts'
import { codeOf, importTwice, postImport, ready, untilReady, type Answer } from './support/client.ts'
import { startDatabase } from './support/database.ts'
import { newFolder } from './support/folder.ts'
import { startServer, type Server } from './support/processes.ts'
import { holdsMade, holdsRevoked, keyOf, writtenUntil } from './support/registry.ts'
import { storeOn } from './support/storeOn.ts'
import { resume, talk, untilOneIsHeard, type Failed, type Talker } from './support/talkers.ts'
import { transcriptOf } from './support/transcript.ts'
import { conversationsOf, talkersOf } from './support/writers.ts'
import { pause } from '../support/waitFor.ts'

/** How long a request may take here; the database is away longer than that. */
const timeout = 3_000
/** How much later than that a busy machine may say so. */
const lateness = 3_000
const { below } = randomFrom(Date.now())

function killAgainAndAgain({ line, version, skip }: TestLine, rounds: number): void {
  describe(`a Neo4j ${version} that is killed while it writes`, { skip }, () => {
    const folder = newFolder()
    let database: Neo4jServer
    let server: Server
    let parts: OpenParts
    /** Checked whole in the end, when the database knows how: after each start it has to plan everything anew. */
    const written: string[] = []
    before(async () => {
      database = await startDatabase(line, join(folder, 'neo4j'))
      const env = { ...storeOn(database), LOG_LEVEL: 'silent' }
      server = await startServer({ ...env, TMPDIR: folder, REQUEST_TIMEOUT_MS: String(timeout) })
      parts = await openParts(readConfig(env))
    })
    after(async () => {
      await parts.close()
      await database.kill9()
    })

    for (let round = 1; round <= rounds; round++)
      it(`loses nothing that was acknowledged, and work goes on by itself, round ${round}`, async (t) => {
        const talkers = talkersOf(round)
        const transcript = round % 3 === 0 ? transcriptOf(`r${round}-import`, 140) : null
        t.diagnostic(await killWhile(talkers, transcript?.text ?? null))
        await untilReady(server.url)
        await holdsAcknowledged(parts.scope(), talkers)
        const imports = transcript ? [importTwice(server.url, transcript)] : []
        await Promise.all([...talkers.map((talker) => resume(talker, server.url)), ...imports])
        await holdsAcknowledged(parts.scope(), talkers)
        await holdsAll(parts.scope(), talkers)
        if (transcript) await holdsTranscript(parts.scope(), transcript)
        written.push(...conversationsOf(talkers), ...(transcript ? [transcript.sessionId] : []))
      })

    it('keeps what was acknowledged of the registry, when it is killed while keys are revoked and tenants made', async () => {
      await createTenant(parts.store.registry, parts.fresh, 'acme', true)
      for (let n = 0; n < 60; n++) await keyOf(parts, 'acme')
      const known = await parts.store.registry.tenants()
      const env = { ...storeOn(database), LOG_LEVEL: 'silent', DATA: folder }
      let gone: Promise<unknown> = Promise.resolve()
      const told = await writtenUntil({ env, what: 'both', prefix: 'made' }, 10 + below(20), (child) => {
        // It would wait for the database, which comes back only once it has ended.
        gone = database.kill9().then(() => child.kill('SIGKILL'))
      })
      await gone
      await database.restart()
      await untilReady(server.url)
      const isTenant = (name: string) => name.startsWith('made-')
      await holdsRevoked(parts, new Set(told.filter((name) => !isTenant(name))))
      await holdsMade(parts, known, { made: told.filter(isTenant), prefix: 'made' })
    })

    it('has no damage and no strays in the end, and the server ends well', async () => {
      await isWhole(parts.scope(), written)
      await hasNoStrays(parts.scope(), parts.store)
      const { status } = await server.stop()
      assert.equal(status, 0)
    })

    /** Kills the database at a random moment and starts it again; says what that met. */
    async function killWhile(talkers: readonly Talker[], transcript: string | null): Promise<string> {
      let killed = false
      const talking = Promise.all(talkers.map((talker) => talk(talker, server.url, () => killed)))
      const importing = transcript === null ? null : postImport(server.url, transcript)
      await untilOneIsHeard(talkers)
      const delay = below(1_200)
      await pause(delay, 'a kill comes at any moment')
      killed = true
      await database.kill9()
      const [failures, health] = await Promise.all([talking, ready(server.url), database.restart()])
      failures.forEach(refusesInTime)
      isNotReady(health)
      const imported = importing && codeOf(await importing)
      assert.ok(imported === null || imported === 'TIMEOUT', `the import: ${imported}`)
      const count = talkers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)
      const met = importing ? `, an import: ${imported ?? 'done'}` : ''
      return `killed ${delay} ms after the first answer, ${count} turns acknowledged${met}`
    }
  })
}

function refusesInTime(failed: Failed | null): void {
  assert.equal(failed?.code, 'TIMEOUT')
  assert.ok(failed.ms < timeout + lateness, `answered after ${failed.ms} ms`)
}

function isNotReady({ status, body, ms }: Answer): void {
  assert.deepEqual([status, body.status], [503, 'not ready'])
  assert.match(body.reason ?? '', /The store did not answer in time|The database cannot be reached/)
  assert.ok(ms < timeout + lateness, `not ready after ${ms} ms`)
}

// Every third round has an import in it. Under several servers it is killed by test/faults/stormOnDatabase.neo4j.kill.release.test.ts.
for (const line of await neo4jLines()) killAgainAndAgain(line, roundsOr(3))
