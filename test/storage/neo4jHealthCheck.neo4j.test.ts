import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import neo4j from 'neo4j-driver'
import { startNeo4j } from '../../scripts/neo4j.ts'
import { freePort } from '../../scripts/neo4j/port.ts'
import { isReady } from '../support/compose.ts'
import { neo4jLines } from '../support/neo4j.ts'

const password = 'with "quotes", %s and $HOME'

for (const { line, version, skip } of await neo4jLines())
  it(
    `compose finds Neo4j ${version} ready where a write goes through or the password is refused, and not where none does`,
    { skip },
    async (t) => {
      const home = mkdtempSync(join(tmpdir(), 'turngraph-compose-'))
      const httpPort = await freePort()
      const server = await startNeo4j({ line, home, httpPort, password, heap: { initial: '256m', most: '512m' } })
      t.after(async () => {
        await server.stop()
        rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
      })
      assert.equal(await isReady(httpPort, { password }), true)
      // Then the API starts, and says what is wrong with the password (openErrors.ts).
      assert.equal(await isReady(httpPort, { password: 'another one' }), true)
      const driver = neo4j.driver(server.uri, neo4j.auth.basic(server.user, password))
      t.after(() => driver.close())
      const { records } = await driver.executeQuery('MATCH (n) RETURN labels(n) AS labels')
      assert.deepEqual(
        records.map((record) => record.get('labels') as unknown),
        [['HealthCheck']],
      )
      // Whoever holds the lock keeps writes waiting, and the check has its time from compose.
      const transaction = driver.session().beginTransaction()
      await transaction.run('MATCH (check:HealthCheck) SET check.held = true')
      assert.equal(await isReady(httpPort, { password, timeout: 2_000 }), false)
      await transaction.rollback()
      assert.equal(await isReady(httpPort, { password }), true)
    },
  )
