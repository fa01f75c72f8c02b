/** Several servers on one SQLite store, killed, halted, with clocks that jump, while clients do everything at once. */
// Beyond a landing: a storm.
import { after, before, describe, it } from 'node:test'
import { openParts, type OpenParts } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { longOr, roundsOr } from '../support/rounds.ts'
import { newFolder } from './support/folder.ts'
import { faultsOf, startFleet, type Fleet } from './storm/servers.ts'
import { holdsAfter, rage, summaryOf } from './storm/storm.ts'
import { randomFrom } from '../support/random.ts'

const kills = roundsOr(longOr(200, 6))
const seed = Date.now()

describe('servers on one file that are killed and halted while all write', () => {
  const folder = newFolder()
  const env = { DATA: folder, TMPDIR: folder, LOG_LEVEL: 'silent' }
  let fleet: Fleet
  let parts: OpenParts
  before(async () => {
    fleet = await startFleet(env, 3, randomFrom(seed))
    parts = await openParts(readConfig(env))
  })
  after(() => parts.close())

  it('lose nothing that was acknowledged, and change no path', async (t) => {
    const { kill, halt } = faultsOf(fleet)
    const storm = await rage({ url: fleet.url, seed, kills, faults: [kill, kill, halt, kill, kill], calm: 1_000 })
    await fleet.stop()
    t.diagnostic(`seed ${seed}: ${summaryOf(storm)}`)
    await holdsAfter(storm, parts.scope, parts.store)
  })
})
