/** The server, started as `bin/start.js`, is asked to end while it works. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { openParts, type OpenParts } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { hasNoStrays, holdsAcknowledged, holdsAll, holdsTranscript, isWhole } from './support/checks.ts'
import { postImport } from './support/client.ts'
import { newFolder } from './support/folder.ts'
import { startServer, type Server } from './support/processes.ts'
import { talk, untilOneIsHeard } from './support/talkers.ts'
import { transcriptOf } from './support/transcript.ts'
import { conversationsOf, talkersOf } from './support/writers.ts'
import { pause } from '../support/waitFor.ts'

describe('a server that is asked to end while it works', () => {
  const folder = newFolder()
  const env = { DATA: folder, TMPDIR: folder }
  let server: Server
  let parts: OpenParts
  before(async () => {
    server = await startServer(env)
    parts = await openParts(readConfig({ ...env, LOG_LEVEL: 'silent' }))
  })
  after(() => parts.close())

  it('answers what was asked, an import included, writes nothing else, and ends with status 0', async () => {
    const talkers = talkersOf(1)
    const transcript = transcriptOf('import', 200)
    const talking = talkers.map((talker) => talk(talker, server.url, () => true))
    const importing = postImport(server.url, transcript.text)
    await untilOneIsHeard(talkers)
    await pause(50, 'it is stopped at any moment of the import')
    const [{ status, stderr }, imported] = await Promise.all([server.stop(), importing])
    assert.deepEqual([status, stderr], [0, ''])
    assert.deepEqual([imported.status, imported.body.added], [200, transcript.nodes.length])
    for (const refused of await Promise.all(talking)) assert.equal(refused?.code ?? 'TIMEOUT', 'TIMEOUT')
    await holdsAcknowledged(parts.scope(), talkers)
    await holdsAll(parts.scope(), talkers)
    await holdsTranscript(parts.scope(), transcript)
    await isWhole(parts.scope(), [...conversationsOf(talkers), transcript.sessionId])
    await hasNoStrays(parts.scope(), parts.store)
  })
})
