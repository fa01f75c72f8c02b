import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { DatabaseSync } from '@photostructure/sqlite'
import { compose } from '../../src/compose.ts'
import { readConfig } from '../../src/config.ts'
import { edited, file, temporaryFolder, turngraph } from './support.ts'

describe('turngraph verify', () => {
  it('fails when a conversation is damaged, and names what is wrong', async () => {
    const folder = temporaryFolder()
    const env = { DATA: join(folder, 'store') }
    await turngraph(env, 'import', file(folder, 'edited.jsonl', edited))
    damage(join(env.DATA, 'turngraph.db'))
    const { status, stdout } = await turngraph(env, 'verify', 'edited')
    assert.equal(status, 1)
    assert.match(stdout, /^edited: damaged, \d+ faults?\n/)
    assert.match(stdout, /1 conversation verified, 1 damaged\.\n$/)
    const app = await compose(readConfig({ ...env, LOG_LEVEL: 'silent' }))
    try {
      const url = await app.server.listen({ host: '127.0.0.1', port: 0 })
      assert.deepEqual(await turngraph({}, 'verify', 'edited', '--url', url), { status, stdout, stderr: '' })
    } finally {
      await app.close()
    }
  })
})

/** Changes how many leaves were counted, as no command of ours would: the fifth number of what is derived (rows.ts). */
function damage(path: string): void {
  const database = new DatabaseSync(path)
  const changed = database.prepare("UPDATE conversations SET body = json_set(body, '$.derived[6]', 7)").run()
  database.close()
  assert.equal(changed.changes, 1)
}
