import assert from 'node:assert/strict'
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { suppressKeyIn } from '../../../../src/app/erasures/suppression/suppressKey.ts'
import { temporaryFolder } from '../../../cli/support.ts'

describe('the key of erased contents', () => {
  const data = temporaryFolder()
  const path = join(data, 'suppress.key')

  it('is made once, for its owner alone, and all who work on the folder have the same', async () => {
    const [one, other] = [suppressKeyIn(data), suppressKeyIn(data)]
    assert.equal(await one.read(), null)
    const made = await Promise.all([one.make(), other.make()])
    assert.deepEqual(made[0], made[1])
    assert.deepEqual([made[0].length, await other.read()], [32, made[0]])
    assert.equal(statSync(path).mode & 0o077, 0)
  })

  it('is destroyed, and made anew', async () => {
    const key = suppressKeyIn(data)
    const before = readFileSync(path, 'utf8')
    assert.equal(await key.destroy(), true)
    assert.ok(!existsSync(path))
    assert.equal(await key.destroy(), false)
    await key.make()
    assert.notEqual(readFileSync(path, 'utf8'), before)
  })

  it('is refused where the file holds something else', async () => {
    writeFileSync(path, 'hello')
    await assert.rejects(suppressKeyIn(data).read(), /does not hold a key/)
  })
})
