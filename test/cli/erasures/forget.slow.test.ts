// Takes long: each command opens and closes the store.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { file, session, temporaryFolder, turngraph } from '../support.ts'

const secret = 'my number is XQ 555 0199 QX'

describe('turngraph erasures forget', () => {
  const folder = temporaryFolder()
  const data = join(folder, 'data')
  const run = (...args: string[]) => turngraph({ DATA: data, SUPPRESS_REIMPORT: '1' }, ...args)
  const imported = async (name: string) => {
    const content = [{ uuid: `${name}1`, parent: null, role: 'user' as const, content: secret }]
    const { stdout } = await run('import', file(folder, `${name}.jsonl`, session(name, content)), '--json')
    return stdout.includes('"code": "ERASED"')
  }

  it('destroys what imports know erased content by', async () => {
    assert.equal(await imported('one'), false)
    assert.equal((await run('erase', '--message', 'one:one1', '--reason', 'other')).status, 0)
    assert.ok(existsSync(join(data, 'suppress.key')))
    assert.equal(await imported('two'), true)
    const { stdout, status } = await run('erasures', 'forget')
    assert.deepEqual([status, stdout], [0, 'The key is destroyed; 1 erased content is forgotten.\n'])
    assert.ok(!existsSync(join(data, 'suppress.key')))
    assert.equal((await run('erasures', 'forget')).stdout, 'There was no key; 0 erased contents are forgotten.\n')
    assert.equal(await imported('three'), false)
    const remote = await run('erasures', 'forget', '--url', 'http://127.0.0.1:1')
    assert.match(remote.stderr, /without --url/)
  })
})
