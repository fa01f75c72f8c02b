/** A server whose SQLite file a newer version migrates under it. */
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { it } from 'node:test'
import { connect } from '../../src/storage/sqlite/connection/connection.ts'
import { describeOnce } from '../support/stores.ts'
import { ready } from './support/client.ts'
import { newFolder } from './support/folder.ts'
import { startServer } from './support/processes.ts'

const write = `mutation { storeTurn(input: { conversationId: "c", turnId: "1", role: USER, text: "Hello." }) { userErrors { code } } }`

describeOnce('a server whose store a newer version has taken over', () => {
  it('answers 503, is not ready, says why in its log, and ends with a status of its own', async () => {
    const folder = newFolder()
    const server = await startServer({ DATA: folder, TMPDIR: folder })
    assert.equal((await ready(server.url)).status, 200)
    const newer = connect(join(folder, 'turngraph.db'), 'writer')
    newer.exec(`PRAGMA user_version = ${Number(newer.get('PRAGMA user_version')?.[0]) + 1}`)
    newer.close()
    const body = JSON.stringify({ query: write })
    const ask = () =>
      fetch(`${server.url}/graphql`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
    const refused = await ask()
    assert.deepEqual([refused.status, refused.headers.get('retry-after')], [503, '1'])
    const { errors } = (await refused.json()) as { errors: [{ message: string; extensions: { code: string } }] }
    assert.equal(errors[0].extensions.code, 'TIMEOUT')
    assert.match(errors[0].message, /newer version of turngraph.*Nothing was written/)
    // It takes nothing more: it refuses what comes before it has ended, and then no connection.
    assert.ok(
      [503, null].includes(
        await ready(server.url).then(
          ({ status }) => status,
          () => null,
        ),
      ),
    )
    const { status, stderr } = await server.ended
    assert.equal(status, 3)
    const lines = stderr
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { msg: string; exitStatus?: number })
    assert.deepEqual(
      lines.map(({ exitStatus }) => exitStatus),
      [3],
    )
  })
})
