import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { join } from 'node:path'
import { edited, file, temporaryFolder, turngraph } from '../support.ts'

const folder = temporaryFolder()
const env = { DATA: join(folder, 'data') }
const path = file(folder, 'edited.jsonl', edited)

describe('turngraph undo of an import', () => {
  it('is refused with the command that empties the path and the one that moves the head back, unless --to-empty', async () => {
    assert.equal((await turngraph(env, 'import', path)).status, 0)
    const refused = await turngraph(env, 'undo', 'edited')
    assert.deepEqual([refused.status, refused.stdout], [1, ''])
    assert.match(
      refused.stderr,
      /^turngraph: Undoing the last move of the head of "edited" would leave its path empty\. "turngraph undo edited --to-empty" does that, and "turngraph switch edited \S+" moves the head back then\.\n$/,
    )
    const emptied = await turngraph(env, 'undo', 'edited', '--to-empty')
    assert.match(
      emptied.stdout,
      /^The head of edited is now before the first turn; 4 entries left the transcript\. "turngraph switch edited \S+" moves/,
    )
    const again = await turngraph(env, 'import', path)
    assert.equal(again.status, 0, again.stderr)
    assert.match((await turngraph(env, 'show', 'edited')).stdout, /A darker one[^]*Navy/)
  })
})
