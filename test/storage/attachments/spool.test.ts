import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { withArrived } from '../../../src/storage/attachments/spool.ts'

describe('bytes that arrive', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-spool-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const gone = new Error('gone')
  async function* pieces(amount: number, atEnd: () => void) {
    for (let n = 0; n < amount; n++) yield Buffer.alloc(1000, n)
    await Promise.resolve()
    atEnd()
  }

  it('are used and leave no file beside', async () => {
    const arrival = { limit: 10_000, expected: null, signal: new AbortController().signal }
    assert.equal(
      await withArrived(
        folder,
        pieces(3, () => undefined),
        arrival,
        ({ byteSize }) => Promise.resolve(byteSize),
      ),
      3000,
    )
    assert.deepEqual(readdirSync(folder), [])
  })

  it('are not used and leave no file where they are cut off in the middle, or while the last of them are written', async () => {
    const use = () => assert.fail('They are used.')
    const cut = () => {
      throw gone
    }
    for (const amount of [0, 1, 20]) {
      const ended = new AbortController()
      await assert.rejects(withArrived(folder, pieces(amount, cut), { limit: 100_000, expected: null }, use), gone)
      const late = { limit: 100_000, expected: null, signal: ended.signal }
      await assert.rejects(
        withArrived(
          folder,
          pieces(amount, () => ended.abort(gone)),
          late,
          use,
        ),
        gone,
      )
      assert.deepEqual(readdirSync(folder), [])
    }
  })
})
