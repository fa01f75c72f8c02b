/** A server that cannot start says why in one line; two that share a file share it well. */
import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { freePort } from '../../scripts/neo4j/port.ts'
import { openParts, type OpenParts } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { connect } from '../../src/storage/sqlite/connection/connection.ts'
import { newestVersion } from '../../src/storage/sqlite/schema.ts'
import { openSqliteStore } from '../../src/storage/sqlite/store.ts'
import { hasNoStrays, holdsAcknowledged, isWhole, textsOn } from './support/checks.ts'
import { codeOf, importTwice, send, type Write } from './support/client.ts'
import { newFolder } from './support/folder.ts'
import { startInVain, startServer, turngraph, type Server } from './support/processes.ts'
import { storeOn } from './support/storeOn.ts'
import { resume, talk } from './support/talkers.ts'
import { transcriptOf } from './support/transcript.ts'
import { conversationsOf, talkersOf } from './support/writers.ts'

const folder = newFolder()

describe('a server that cannot start', () => {
  /** It ends with status 1 and these words alone. */
  const refuses = async (env: Record<string, string>, words: RegExp) => {
    const { status, stdout, stderr } = await startInVain(env)
    assert.deepEqual([status, stdout], [1, ''], stderr)
    assert.match(stderr, words)
    assert.match(stderr, /^[^\n]+\n$/)
  }

  it('has a DATA that cannot be made', async () => {
    const file = join(folder, 'file')
    writeFileSync(file, '')
    await refuses({ DATA: join(file, 'data') }, /^The folder of ".*file.data.turngraph\.db" cannot be made: ENOTDIR/)
    const ran = await turngraph({ DATA: join(file, 'data') }, 'import', file)
    assert.equal(ran.status, 1)
    assert.match(ran.stderr, /^turngraph: The folder of ".*" cannot be made: .*\n$/)
  })

  it(
    'has a DATA where the system makes no folders',
    { skip: process.platform !== 'linux' && 'this system is not Linux' },
    async () => {
      await refuses({ DATA: '/proc/x/y' }, /^The folder of "\/proc\/x\/y\/turngraph\.db" cannot be made: ENOENT/)
    },
  )

  it('has a file of a newer schema, and leaves it alone', async () => {
    const data = join(folder, 'newer')
    const path = join(data, 'turngraph.db')
    await (await openSqliteStore({ path })).close()
    const connection = connect(path, 'writer')
    connection.exec('PRAGMA user_version = 99')
    connection.close()
    const known = `has schema version 99; this turngraph knows versions up to ${newestVersion}\\.`
    await refuses({ DATA: data }, new RegExp(`^"${path}" ${known} Use a newer turngraph\\.`))
    const again = connect(path, 'reader')
    assert.deepEqual(again.get('PRAGMA user_version'), [99])
    again.close()
  })

  it('has a file that is no database', async () => {
    const data = join(folder, 'diary')
    mkdirSync(data)
    writeFileSync(join(data, 'turngraph.db'), 'Dear diary, '.repeat(500))
    await refuses({ DATA: data }, /^".*turngraph\.db" cannot be opened: file is not a database\./)
  })

  it('has a Neo4j that is away: it waits for it, says so, and not for ever', async () => {
    const uri = `bolt://127.0.0.1:${await freePort()}`
    const env = { ...storeOn({ uri, user: 'neo4j', password: 'anything' }), STORE_WAIT_MS: '7000' }
    const { status, stdout, stderr } = await startInVain(env)
    assert.deepEqual([status, stdout], [1, ''], stderr)
    const [waiting = '', refusal] = stderr.split('\n')
    assert.match(
      waiting,
      new RegExp(`"waitedMs":\\d+,"reason":"[^"]+","msg":"Waiting for Neo4j at ${uri} to answer\\."`),
    )
    assert.equal(refusal, `Neo4j cannot be reached at ${uri}.`)
  })
})

describe('two servers on one SQLite file', () => {
  const env = { DATA: join(folder, 'shared'), TMPDIR: folder }
  let servers: readonly Server[]
  let parts: OpenParts
  before(async () => {
    servers = await Promise.all([startServer(env), startServer(env)])
    parts = await openParts(readConfig({ ...env, LOG_LEVEL: 'silent' }))
  })
  after(async () => {
    await parts.close()
    const ended = await Promise.all(servers.map((server) => server.stop()))
    for (const { status, stderr } of ended) assert.deepEqual([status, stderr], [0, ''])
  })

  it('lose and double nothing though both write to the same conversation', async () => {
    const each = servers.map(({ url }, s) =>
      Array.from({ length: 4 }, (_, k) => Array.from({ length: 10 }, (_, n) => ({ url, text: `${s} ${k} ${n}` }))),
    )
    const writing = each.flat().map(async (turns) => {
      for (const { url, text } of turns) assert.equal(codeOf(await send(url, turnOf(text))), null)
    })
    const transcript = transcriptOf('import', 100)
    await Promise.all([...writing, ...servers.map(({ url }) => importTwice(url, transcript))])
    const texts = await textsOn(parts.scope(), 'both')
    assert.deepEqual(
      [...texts].sort(),
      each
        .flat(2)
        .map(({ text }) => text)
        .sort(),
    )
    await isWhole(parts.scope(), ['both', transcript.sessionId])
    await hasNoStrays(parts.scope(), parts.store)
  })

  it('go on when one of them is killed', async () => {
    const [killed, other] = servers as readonly [Server, Server]
    const talkers = talkersOf(1)
    const talking = Promise.all(talkers.map((talker) => talk(talker, killed.url, () => true)))
    setTimeout(() => void killed.kill9(), 300)
    await talking
    await Promise.all(talkers.map((talker) => resume(talker, other.url)))
    await holdsAcknowledged(parts.scope(), talkers)
    await isWhole(parts.scope(), conversationsOf(talkers))
    servers = [other]
  })
})

function turnOf(text: string): Write {
  return { name: 'storeTurn', input: { conversationId: 'both', role: 'USER', text, idempotencyKey: text } }
}
