/** A newer version is started beside a server that is written to all the time. */
// Beyond a landing: a server and its successor, with six clients.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { run } from '../../src/cli/run.ts'
import { migrations, type Migration } from '../../src/storage/neo4j/schema.ts'
import { buildRollups } from '../../src/storage/neo4j/rollups/build.ts'
import { openNeo4jStore } from '../../src/storage/neo4j/store.ts'
import { collector } from '../cli/support.ts'
import { startApi, type Api } from '../graphql/support/api.ts'
import { clear } from '../support/clearNeo4j.ts'
import { neo4jLines, withNeo4j } from '../support/neo4j.ts'
import { hasNoStrays, holdsAcknowledged, holdsAll, isWhole } from './support/checks.ts'
import { codeOf, send } from './support/client.ts'
import { newFolder } from './support/folder.ts'
import { startServer, type Server } from './support/processes.ts'
import { storeOn } from './support/storeOn.ts'
import { resume, talk, untilOneIsHeard } from './support/talkers.ts'
import { conversationsOf, talkersOf } from './support/writers.ts'
import { waitFor } from '../support/waitFor.ts'

for (const { line, version, skip } of await neo4jLines())
  describe(`a server on a Neo4j ${version} that a newer version takes over`, { skip }, () => {
    const folder = newFolder()
    let env: Readonly<Record<string, string>>
    let older: Server
    before(async () => {
      const address = await withNeo4j(line)
      await clear(address)
      env = { ...storeOn(address), DATA: join(folder, 'older'), TMPDIR: folder }
      older = await startServer(env)
    })
    // Other files find the schema of this version.
    after(async () => clear(await withNeo4j(line)))

    it('writes until then, loses nothing that it acknowledged, and ends; its clients go on at the newer one', async () => {
      // A database that has just started takes long for its first answers.
      const first = { conversationId: 'first', turnId: '1', role: 'USER', text: 'Hello.', idempotencyKey: 'first' }
      await waitFor(async () => codeOf(await send(older.url, { name: 'storeTurn', input: first })) === null)
      const talkers = talkersOf(1)
      let isOver = false
      const written = talkers.map((talker) => talk(talker, older.url, () => isOver))
      await untilOneIsHeard(talkers)
      // A step that older writers would break: it makes all sums anew from what it reads.
      const step: Migration = async (connection) => {
        isOver = true
        for (const record of await connection.read('MATCH (c:Conversation) RETURN DISTINCT c.tenant AS name'))
          await buildRollups(connection, record.get('name') as string)
      }
      const address = { ...(await withNeo4j(line)), timeouts: { read: 60_000, write: 120_000 } }
      const store = await openNeo4jStore({ ...address, migrations: [...migrations, step] })
      const newer: Api = await startApi({ ...env, DATA: join(folder, 'newer') }, { store })
      try {
        for (const failed of await Promise.all(written)) assert.equal(failed?.code ?? 'TIMEOUT', 'TIMEOUT')
        const { status, stderr } = await older.ended
        assert.equal(status, 3, stderr)
        assert.match(stderr, /taken the store over/)
        await holdsAcknowledged(newer.app.scope(), talkers)
        await Promise.all(talkers.map((talker) => resume(talker, newer.url)))
        await holdsAcknowledged(newer.app.scope(), talkers)
        await holdsAll(newer.app.scope(), talkers)
        await isWhole(newer.app.scope(), ['first', ...conversationsOf(talkers)])
        await hasNoStrays(newer.app.scope(), store)
        const stdout = collector()
        const verified = await run(['verify', '--url', newer.url], {
          env: {},
          stdout: stdout.stream,
          stderr: stdout.stream,
        })
        assert.equal(verified, 0, stdout.text())
      } finally {
        await newer.close()
      }
    })
  })
