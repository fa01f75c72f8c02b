import assert from 'node:assert/strict'
import { PerformanceObserver, performance } from 'node:perf_hooks'
import { describe, it } from 'node:test'
import { searchSecrets, secretScanner } from '../../../src/app/secrets/secretScanner.ts'
import { drawnSecrets } from '../../support/drawnSecrets.ts'

describe('the scanner of secrets', () => {
  it('says the rule, the kind and the place, and nothing of the secret', async () => {
    const scan = await secretScanner()
    const found = async (text: string) => (await scan(text)).map(({ rule, kind, offset }) => [rule, kind, offset])
    const [github, npm] = [drawnSecrets.github(), drawnSecrets.npm()]
    assert.deepEqual(await found(`use ${github} and ${npm}`), [
      ['github', 'GITHUB_TOKEN', 4],
      ['npm', 'NPM_ACCESS_TOKEN', 4 + github.length + 5],
    ])
    assert.deepEqual(await found(drawnSecrets.privateKey()), [['privatekey', 'PRIVATE_KEY', 0]])
    assert.deepEqual(await found(`AWS_SECRET_ACCESS_KEY: ${drawnSecrets.aws()}`), [['aws', 'AWS_SECRET_ACCESS_KEY', 0]])
    assert.deepEqual(await found(`x postgres://admin:${drawnSecrets.password()}@db.example.org:5432/app`), [
      ['database-connection-string', 'POSTGRE_SQL_CONNECTION', 2],
    ])
    const [whole] = await scan(github)
    assert.deepEqual(Object.keys(whole ?? {}).sort(), ['kind', 'offset', 'rule'])
  })

  it('finds nothing in talk about secrets', async () => {
    const scan = await secretScanner()
    const talk = 'Set GITHUB_TOKEN=<your token>, password: "secret", sk-..., https://user:pass@host, ghp_xxx, AKIA…'
    assert.deepEqual(await scan(talk), [])
    assert.deepEqual(await scan(''), [])
  })

  it('heeds no comment that would hide a secret', async () => {
    const scan = await secretScanner()
    const text = `<!-- secretlint-disable -->\n// secretlint-disable-line\n${drawnSecrets.github()} // secretlint-disable-line`
    assert.equal((await scan(text)).length, 1)
  })

  it('finds a secret wherever it stands in a long text, once', async () => {
    const scan = await secretScanner()
    const secret = drawnSecrets.privateKey()
    for (const at of [0, 65_000, 65_530, 65_536, 65_537, 131_000, 200_000]) {
      const text = `${'word '.repeat(50_000).slice(0, at)}\n${secret}\n${'word '.repeat(20_000)}`
      assert.deepEqual(
        (await scan(text)).map(({ offset }) => offset),
        [at + 1],
        String(at),
      )
    }
  })

  it('says of many texts which ones hold a secret', async () => {
    const texts = Array.from({ length: 3000 }, (_, n) => ({
      n,
      text: n % 1000 === 500 ? `key ${drawnSecrets.github()}` : 'nothing here '.repeat(5),
    }))
    assert.deepEqual(
      (await searchSecrets(texts)).map(({ n }) => n),
      [500, 1500, 2500],
    )
    // A secret that two texts have between them is none.
    const [begin, end] = [drawnSecrets.github().slice(0, 20), drawnSecrets.github().slice(20)]
    assert.deepEqual(await searchSecrets([{ text: begin }, { text: end }]), [])
  })

  it('leaves no marks of what it did in the process', async () => {
    const seen: string[] = []
    const observer = new PerformanceObserver((list) => seen.push(...list.getEntries().map(({ name }) => name)))
    observer.observe({ entryTypes: ['mark', 'measure'] })
    await (
      await secretScanner()
    )('text')
    await new Promise((resolve) => setImmediate(resolve))
    observer.disconnect()
    assert.deepEqual([seen, performance.getEntriesByType('mark').length], [[], 0])
  })
})
