/** A table of threads with their runs is replayed by a program that is none of ours, and SQL over the table is the judge. */
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { commandPath } from '../../../scripts/neo4j/java.ts'
import { startApi, type Api } from '../../graphql/support/api.ts'
import { everyStore } from '../../support/storeSettings.ts'

const run = promisify(execFile)
const noPython = commandPath('python3') ? false : 'Python 3 was not found'

for (const { name, skip, settings } of await everyStore())
  describe(`a table of threads, on ${name}`, { skip: skip || noPython }, () => {
    let api: Api
    before(async () => {
      api = await startApi(await settings())
    })
    after(() => api.close())

    it(
      'is replayed a thread a request: transcripts, runs and forks after each run are what SQL says of it',
      { timeout: 120_000 },
      async () => {
        const program = join(import.meta.dirname, 'replay.py')
        const { stdout } = await run('python3', [program, `${api.url}/graphql`, '7', '6'])
        const { threads, rows, runs, forks, interleaved } = JSON.parse(stdout) as Record<string, number>
        assert.equal(threads, 6)
        assert.ok(Number(rows) > 50 && Number(runs) > 10 && Number(forks) > 10 && Number(interleaved) > 0, stdout)
      },
    )
  })
