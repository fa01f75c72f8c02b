/** The server, started as `bin/start.js`, is killed while it writes to SQLite. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openParts, type OpenParts } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { connect } from '../../src/storage/sqlite/connection/connection.ts'
import { randomFrom } from '../support/random.ts'
import { roundsOr } from '../support/rounds.ts'
import { hasNoStrays, holdsAcknowledged, holdsAll, holdsTranscript, isWhole } from './support/checks.ts'
import { importTwice, postImport } from './support/client.ts'
import { newFolder } from './support/folder.ts'
import { startServer, type Server } from './support/processes.ts'
import { resume, talk, untilOneIsHeard } from './support/talkers.ts'
import { transcriptOf } from './support/transcript.ts'
import { conversationsOf, talkersOf } from './support/writers.ts'
import { pause } from '../support/waitFor.ts'

const rounds = roundsOr(8)
const { below } = randomFrom(Date.now())

describe('a server that is killed while it writes', () => {
  const folder = newFolder()
  const env = { DATA: folder, TMPDIR: folder }
  let server: Server
  let parts: OpenParts
  before(async () => {
    server = await startServer(env)
    parts = await openParts(readConfig({ ...env, LOG_LEVEL: 'silent' }))
  })
  after(() => parts.close())

  for (let round = 1; round <= rounds; round++)
    it(`loses nothing that it acknowledged and writes nothing in half, round ${round}`, async (t) => {
      const talkers = talkersOf(round)
      const transcript = transcriptOf(`r${round}-import`, 200)
      const conversations = [...conversationsOf(talkers), transcript.sessionId]
      const delay = below(900)
      const talking = talkers.map((talker) => talk(talker, server.url, () => true))
      const importing = postImport(server.url, transcript.text).catch(() => null)
      await untilOneIsHeard(talkers)
      await pause(delay, 'a kill comes at any moment')
      const { signal } = await server.kill9()
      assert.deepEqual([signal, ...(await Promise.all(talking))], ['SIGKILL', ...talkers.map(() => null)])
      const imported = (await importing) !== null
      const count = talkers.reduce((sum, { acknowledged }) => sum + acknowledged.length, 0)
      t.diagnostic(
        `killed ${delay} ms after the first answer, ${count} turns, the import ${imported ? 'done' : 'under way'}`,
      )
      server = await startServer(env)
      await holdsAcknowledged(parts.scope(), talkers)
      await isWhole(parts.scope(), conversations)
      if (imported) await holdsTranscript(parts.scope(), transcript)
      await Promise.all([...talkers.map((talker) => resume(talker, server.url)), importTwice(server.url, transcript)])
      await holdsAcknowledged(parts.scope(), talkers)
      await holdsAll(parts.scope(), talkers)
      await holdsTranscript(parts.scope(), transcript)
      await isWhole(parts.scope(), conversations)
    })

  it('leaves a file without damage and without strays', async () => {
    await hasNoStrays(parts.scope(), parts.store)
    const { status, stderr } = await server.stop()
    assert.deepEqual([status, stderr], [0, ''])
    const connection = connect(join(folder, 'turngraph.db'), 'reader')
    assert.deepEqual(connection.all('PRAGMA integrity_check'), [['ok']])
    connection.close()
  })
})
