/** A Neo4j server is killed and halted under the load of several servers, which are killed and halted as well. */
// Beyond a landing: a storm.
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import type { Neo4jServer } from '../../scripts/neo4j.ts'
import { openParts, type OpenParts } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { neo4jLines, type TestLine } from '../support/neo4j.ts'
import { randomFrom } from '../support/random.ts'
import { longOr, roundsOr } from '../support/rounds.ts'
import { startDatabase } from './support/database.ts'
import { newFolder } from './support/folder.ts'
import { storeOn } from './support/storeOn.ts'
import { faultsOf, startFleet, type Fleet } from './storm/servers.ts'
import { holdsAfter, rage, summaryOf, type Fault } from './storm/storm.ts'
import { pause } from '../support/waitFor.ts'

// How often a server is killed; between two of its kills the database is, which takes the longest.
const kills = roundsOr(longOr(68, 2))
const isLong = longOr(true, false)
const seed = Date.now()

function stormOn({ line, version, skip }: TestLine): void {
  describe(`a Neo4j ${version} that is killed while several servers write`, { skip }, () => {
    const folder = newFolder()
    let database: Neo4jServer
    let fleet: Fleet
    let parts: OpenParts
    before(async () => {
      database = await startDatabase(line, join(folder, 'neo4j'))
      const env = { ...storeOn(database), LOG_LEVEL: 'silent', TMPDIR: folder, REQUEST_TIMEOUT_MS: '30000' }
      // Makes the schema, for which those of the fleet would wait.
      parts = await openParts(readConfig(env))
      fleet = await startFleet(env, 2, randomFrom(seed))
    })
    after(async () => {
      await parts.close()
      await database.kill9()
    })

    it('loses nothing that was acknowledged, and changes no path', async (t) => {
      const crash: Fault = {
        name: 'databases killed',
        strike: async () => {
          await database.kill9()
          await database.restart()
        },
      }
      const freeze: Fault = {
        name: 'databases halted',
        strike: async (random) => {
          process.kill(database.pid, 'SIGSTOP')
          await pause(100 + random.below(2_000), 'so long it stands still')
          process.kill(database.pid, 'SIGCONT')
        },
      }
      const { kill, halt } = faultsOf(fleet)
      // Between the first two kills there is one of each of the others.
      const faults = [kill, crash, freeze, halt, kill, crash, crash] as const
      const storm = await rage({ url: fleet.url, seed, kills, faults, calm: 2_000 })
      await fleet.stop()
      t.diagnostic(`seed ${seed}: ${summaryOf(storm)}`)
      await holdsAfter(storm, parts.scope, parts.store)
    })
  })
}

// Each line is killed by killedDatabase.neo4j.kill.release.test.ts as well; what several servers do about it is the same on both.
for (const line of await neo4jLines()) if (line.line === '5.26' || isLong) stormOn(line)
