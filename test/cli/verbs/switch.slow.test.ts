import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { join } from 'node:path'
import { edited, file, temporaryFolder, turngraph } from '../support.ts'

const folder = temporaryFolder()
const env = { DATA: join(folder, 'data') }
const path = file(folder, 'edited.jsonl', edited)

interface Moved {
  readonly headId: string | null
  readonly back: string | null
}
const moved = async (...args: string[]): Promise<Moved> => {
  const { status, stdout, stderr } = await turngraph(env, ...args, '--json')
  assert.equal(status, 0, stderr)
  return JSON.parse(stdout) as Moved
}
/** Runs a command that was printed. */
const follow = (back: string | null) => moved(...(back ?? '').split(' ').slice(1))

describe('turngraph switch', () => {
  let imported: string | null = null
  before(async () => {
    assert.equal((await turngraph(env, 'import', path)).status, 0)
    imported = (await moved('switch', 'edited', '4')).headId
  })

  it('takes a turn by number and id, a message, an observation, a branch, a checkpoint and the empty path', async () => {
    const [first, second] = [
      (await moved('switch', 'edited', '1')).headId,
      (await moved('switch', 'edited', 'e2')).headId,
    ]
    assert.ok(first !== null && second !== null && first !== second)
    assert.equal((await moved('switch', 'edited', 'edited:e1')).headId, first)
    assert.equal((await moved('switch', 'edited', second)).headId, second)
    assert.equal((await turngraph(env, 'checkpoint', 'edited', 'a colour: blue')).status, 0)
    assert.equal((await moved('switch', 'edited', 'start')).headId, null)
    assert.equal((await moved('switch', 'edited', 'a colour: blue')).headId, second)
    const { stdout } = await turngraph(env, 'tree', 'edited')
    assert.match(stdout, /warmer/)
    const nowhere = await turngraph(env, 'switch', 'edited', 'nowhere')
    assert.deepEqual([nowhere.status, nowhere.stdout], [1, ''])
    assert.match(nowhere.stderr, /nowhere/)
  })

  it('is what rewind, undo and switch print, and it moves the head back from wherever they left it', async () => {
    await moved('switch', 'edited', imported ?? '')
    for (const move of [
      ['rewind', 'edited', '--before', '1'],
      ['rewind', 'edited', '--to', '2'],
      ['undo', 'edited'],
      ['switch', 'edited', 'e4'],
      ['switch', 'edited', 'start'],
    ]) {
      const { back } = await moved(...move)
      assert.equal((await follow(back)).headId, imported, `${move.join(' ')}: ${back}`)
    }
  })
})
