// Takes long: each command opens and closes the store.
import assert from 'node:assert/strict'
import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { file, session, temporaryFolder, turngraph } from '../support.ts'

const secret = 'WORDTHATLEAKED'

interface Receipt {
  readonly id: string
  readonly state: string
  readonly signature: string | null
}

describe('turngraph erase, erasures and purge', () => {
  const folder = temporaryFolder()
  const data = join(folder, 'data')
  const run = (...args: string[]) => turngraph({ DATA: data }, ...args)
  const json = async (...args: string[]) => JSON.parse((await run(...args, '--json')).stdout) as Record<string, unknown>
  const receipts = async () => (await json('erasures'))['erasures'] as Receipt[]
  const holdsSecret = () =>
    readdirSync(data, { withFileTypes: true }).some(
      (one) => one.isFile() && readFileSync(join(data, one.name)).includes(secret),
    )
  before(async () => {
    const text = session('talk', [
      { uuid: 'k1', parent: null, role: 'user', content: `My key is ${secret}` },
      { uuid: 'k2', parent: 'k1', role: 'assistant', content: { type: 'text', text: 'Noted.' } },
      { uuid: 'k3', parent: 'k2', role: 'user', content: 'And now?' },
    ])
    assert.equal((await run('import', file(folder, 'talk.jsonl', text))).status, 0)
  })

  it('says what would go, and erases nothing', async () => {
    assert.equal((await run('erasures')).stdout, 'Nothing was erased.\n')
    const said = await run('erase', '--message', 'talk:k1', '--reason', 'secret-leaked', '--dry-run')
    assert.deepEqual([said.status, said.stderr], [0, ''])
    assert.match(said.stdout, /^1 observation would be erased\.\n/)
    assert.match(said.stdout, /^ +messages +1$/m)
    const dry = await json('erase', 'talk', '--reason', 'other', '--dry-run')
    assert.equal(dry['receipt'], null)
    assert.deepEqual(dry['residue'], ['PLAIN_DIGEST', 'HOST_ID', 'STORE_FILES', 'TRANSACTION_LOGS', 'BACKUPS'])
    assert.match(said.stdout, /^Left then: plain digest, /m)
    assert.equal((dry['affected'] as { observations: number }).observations, 3)
    assert.deepEqual(await receipts(), [])
    assert.ok(holdsSecret())
  })

  it('refuses what names nothing, and says so', async () => {
    const refused = async (pattern: RegExp, code: string, ...args: string[]) => {
      const { status, stderr, stdout } = await run(...args, '--json')
      assert.equal(status, 1, args.join(' '))
      assert.match(stderr, pattern)
      assert.doesNotMatch(stderr, /\n\s+at /)
      assert.equal((JSON.parse(stdout) as { error: { code: string } }).error.code, code)
    }
    for (const args of [
      ['erase', 'talk'],
      ['erase', 'talk', '--reason', 'boredom'],
    ])
      assert.match((await run(...args)).stderr, /--reason/)
    await refused(/Name what is to be erased/, 'BAD_INPUT', 'erase', '--reason', 'other')
    await refused(/"nothing"/, 'NOT_FOUND', 'erase', 'nothing', '--reason', 'other')
    await refused(/"talk:no"/, 'NOT_FOUND', 'erase', '--message', 'talk:no', '--reason', 'other')
    await refused(/"no"/, 'NOT_FOUND', 'erase', '--observation', 'no', '--reason', 'other', '--dry-run')
    await refused(/--how/, 'BAD_INPUT', 'purge', 'some-id')
    await refused(/--how/, 'BAD_INPUT', 'purge', '--how', 'by hand')
    await refused(/"some-id"/, 'NOT_FOUND', 'purge', 'some-id', '--how', 'by hand')
    await refused(/without --url/, 'NOT_REMOTE', 'purge', '--url', 'http://127.0.0.1:1')
    assert.deepEqual(await receipts(), [])
  })

  it('erases with a receipt, and lists it', async () => {
    const said = await run('erase', '--message', 'talk:k1', '--reason', 'secret-leaked', '--note', 'leaked')
    assert.deepEqual([said.status, said.stderr], [0, ''])
    const id = /^1 observation erased; the receipt is (\S+) /.exec(said.stdout)?.[1]
    assert.match(said.stdout, /^Left: .*host id, store files, transaction logs, backups\.$/m)
    const [receipt] = await receipts()
    assert.deepEqual([receipt?.id, receipt?.state], [id, 'ERASED'])
    assert.equal(receipt?.signature?.split('.').length, 3)
    assert.match((await run('erasures')).stdout, new RegExp(`^${id} .* erased +secret_leaked +1$`, 'm'))
    // What is erased already is no error.
    const again = await json('erase', '--message', 'talk:k1', '--reason', 'secret-leaked')
    assert.equal((again['affected'] as { observations: number }).observations, 0)
  })

  it('takes the word of an operator for one, and writes the files anew for all others', async () => {
    const [newest, oldest] = await receipts()
    const how = 'restored into a new database'
    const byHand = await json('purge', newest?.id ?? '', '--how', how)
    const [word] = byHand['purged'] as { looks: { place: string; looked: string | null }[] }[]
    const { looks = [], ...marked } = word ?? {}
    assert.deepEqual(marked, { tenant: 'default', id: newest?.id, how })
    assert.deepEqual(looks.at(-1), { place: 'files of the store', looked: null })
    const { stdout } = await run('purge')
    const seen =
      'rows, search index, attachments, turngraph.db, turngraph.db-wal, turngraph.db-journal, search.db, search.db-wal, search.db-journal'
    assert.equal(stdout, `1 erasure is purged now.\nLooked at: ${seen}.\nNot looked at: erased texts.\n`)
    assert.deepEqual(
      (await receipts()).map(({ id, state }) => [id, state]),
      [newest, oldest].map((one) => [one?.id, 'PURGED']),
    )
    assert.ok(!holdsSecret())
    assert.deepEqual((await json('purge'))['purged'], [])
    assert.equal((await run('purge')).stdout, '0 erasures are purged now.\n')
  })
})
