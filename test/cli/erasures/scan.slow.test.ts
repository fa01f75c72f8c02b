// Takes long: each command opens and closes the store.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { before, describe, it } from 'node:test'
import { run as runIn } from '../../../src/cli/run.ts'
import { drawnSecrets } from '../../support/drawnSecrets.ts'
import { collector, file, session, temporaryFolder, turngraph } from '../support.ts'

interface Scan {
  readonly scanned: number
  readonly secrets: readonly { readonly conversationId: string; readonly turnId: string; readonly kind: string }[]
}

describe('turngraph scan, and erase --from-scan', () => {
  const folder = temporaryFolder()
  const data = join(folder, 'data')
  const secret = drawnSecrets.github()
  const run = (...args: string[]) => turngraph({ DATA: data }, ...args)
  const scan = async (...args: string[]) => (await run('scan', ...args, '--json')).stdout
  before(async () => {
    const lines = (name: string, key: string) =>
      session(name, [
        { uuid: `${name}1`, parent: null, role: 'user', content: `My key is ${key}` },
        { uuid: `${name}2`, parent: `${name}1`, role: 'assistant', content: { type: 'text', text: 'Noted.' } },
      ])
    const files = [
      file(folder, 'one.jsonl', lines('one', secret)),
      file(folder, 'two.jsonl', lines('two', drawnSecrets.npm())),
      file(folder, 'three.jsonl', lines('three', 'in the safe')),
    ]
    const [first = '', ...others] = files
    assert.equal((await run('import', ...others)).status, 0)
    const imported = await run('import', first, '--json')
    assert.equal(imported.status, 0)
    assert.match(imported.stdout, /"code": "SECRET"/)
    assert.ok(!imported.stdout.includes(secret))
  })

  it('names conversation, turn, kind and place, and prints no secret', async () => {
    const said = await run('scan')
    assert.deepEqual([said.status, said.stderr], [0, ''])
    assert.match(said.stdout, /^conversation +what +kind +place$/m)
    assert.match(said.stdout, /^one +one1 +github-token +text$/m)
    assert.match(said.stdout, /^two +two1 +npm-access-token +text$/m)
    assert.match(
      said.stdout,
      /2 secrets in 6 observations and what stands beside them\..*\nNot scanned: lines of imported files that made no turn, metadata of relationships\.\n$/,
    )
    const { secrets, scanned } = JSON.parse(await scan('tw')) as Scan
    assert.deepEqual(
      [secrets.length, scanned, secrets[0]?.conversationId, secrets[0]?.kind],
      [1, 2, 'two', 'NPM_ACCESS_TOKEN'],
    )
    for (const text of [said.stdout, await scan()]) assert.ok(!text.includes(secret.slice(4, 12)))
    assert.match(
      (await run('scan', 'three')).stdout,
      /^No secrets were found in 2 observations and what stands beside them\.\nNot scanned: /,
    )
    assert.equal((await run('scan', 'none')).status, 1)
  })

  it('is what erase takes, from a file or from stdin', async () => {
    const found = file(folder, 'found.json', await scan())
    const erase = ['erase', '--reason', 'secret-leaked', '--from-scan']
    const dry = await run(...erase, found, '--dry-run')
    assert.match(dry.stdout, /^2 observations would be erased\.\n/)
    assert.equal((JSON.parse(await scan()) as Scan).secrets.length, 2)
    const [stdout, stderr] = [collector(), collector()]
    const terminal = {
      env: { DATA: data },
      stdin: Readable.from([await scan('one')]),
      stdout: stdout.stream,
      stderr: stderr.stream,
    }
    assert.equal(await runIn([...erase, '-'], terminal), 0)
    assert.match(stdout.text(), /^1 observation erased;/)
    assert.deepEqual(
      (JSON.parse(await scan()) as Scan).secrets.map(({ turnId }) => turnId),
      ['two1'],
    )
    const none = await run(...erase, file(folder, 'none.json', await scan('one')))
    assert.deepEqual([none.status, none.stdout], [0, 'The scan found no secrets: nothing is erased.\n'])
  })

  it('refuses what no scan has printed', async () => {
    for (const [name, text] of [
      ['text.json', 'no JSON'],
      ['other.json', '{"erasures":[]}'],
      ['half.json', '{"secrets":[{"kind":"X"}]}'],
      ['null.json', '{"secrets":[null]}'],
    ] as const) {
      const refused = await run('erase', '--reason', 'other', '--from-scan', file(folder, name, text))
      assert.equal(refused.status, 1)
      assert.match(refused.stderr, /was not printed by "turngraph scan --json"/)
    }
    const missing = await run('erase', '--reason', 'other', '--from-scan', join(folder, 'missing.json'))
    assert.equal(missing.status, 1)
    assert.match(missing.stderr, /missing\.json/)
    assert.doesNotMatch(missing.stderr, /\n\s+at /)
  })
})
