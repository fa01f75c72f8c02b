// Takes long: servers that are started and stopped, many times.
import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type AddressInfo, connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, it } from 'node:test'
import { root } from '../../scripts/root.ts'
import { createKey, revokeKey } from '../../src/app/access/keys.ts'
import { openParts } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { waitFor } from '../support/waitFor.ts'

const folder = mkdtempSync(join(tmpdir(), 'turngraph-serve-'))

interface Running {
  readonly process: ChildProcess
  readonly url: string
  readonly output: () => string
  readonly ended: Promise<number | null>
}

function start(env: Record<string, string>): {
  process: ChildProcess
  output: () => string
  ended: Promise<number | null>
} {
  const child = spawn(process.execPath, ['bin/start.js'], {
    cwd: root,
    env: { ...process.env, DATA: folder, PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()))
  return { process: child, output: () => output, ended: once(child, 'close').then(([code]) => code as number | null) }
}

async function serve(env: Record<string, string> = {}): Promise<Running> {
  const { process: child, output, ended } = start(env)
  const url = await waitFor(
    () => {
      assert.equal(child.exitCode, null, output())
      return /listens on (\S+)\/graphql/.exec(output())?.[1]
    },
    { told: output },
  )
  return { process: child, url, output, ended }
}

const post = (url: string, query: string) =>
  fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })

describe('a server as a process', () => {
  after(() => rmSync(folder, { recursive: true, force: true }))

  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    it(`finishes requests in flight on ${signal}, takes no more and ends with status 0`, async () => {
      const { process: child, url, ended } = await serve()
      const turns = Array.from({ length: 800 }, (_, i) => `{ conversationId: "${signal}", role: USER, text: "${i}" }`)
      // A browser opens connections that it may never use.
      const silent = connect(Number(new URL(url).port), '127.0.0.1')
      await once(silent, 'connect')
      const inFlight = post(
        url,
        `mutation { storeTurns(input: { turns: [${turns.join(' ')}] }) { results { observation { id } } } }`,
      )
      // What is answered on a connection that was opened later shows that the server has met the first one.
      for (const _ of [1, 2]) await (await fetch(new URL('/health/live', url))).text()
      const began = Date.now()
      child.kill(signal)
      const response = await inFlight
      const { data } = (await response.json()) as { data: { storeTurns: { results: unknown[] } } }
      assert.equal(data.storeTurns.results.length, 800)
      assert.equal(await ended, 0)
      assert.ok(Date.now() - began < 8000)
      await assert.rejects(post(url, '{ __typename }'))
      silent.destroy()
    })

  // Node by itself has room for 511, and the others are told that they are connected and reset a quarter of a minute later.
  it('answers each of many who connect while it is busy', async (t) => {
    const { process: child, url, ended } = await serve()
    t.after(() => child.kill('SIGKILL'))
    child.kill('SIGSTOP')
    const clients = Array.from({ length: 600 }, () => connect(Number(new URL(url).port), '127.0.0.1'))
    const answers = clients.map(async (client) => {
      client.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
      return Buffer.concat((await client.toArray()) as Buffer[]).toString('latin1', 0, 12)
    })
    await Promise.all(clients.map((client) => once(client, 'connect')))
    child.kill('SIGCONT')
    assert.deepEqual(new Set(await Promise.all(answers)), new Set(['HTTP/1.1 200']))
    child.kill()
    assert.equal(await ended, 0)
  })

  it('keeps what it acknowledged', async () => {
    const { process: child, url, ended } = await serve()
    const response = await post(url, '{ conversation(id: "SIGTERM") { turnCount } }')
    assert.deepEqual(await response.json(), { data: { conversation: { turnCount: 800 } } })
    child.kill()
    assert.equal(await ended, 0)
  })

  it('says once that AUTH=keys lets nobody in while no key holds, and nothing once one does', async (t) => {
    const DATA = mkdtempSync(join(tmpdir(), 'turngraph-keyless-'))
    t.after(() => rmSync(DATA, { recursive: true, force: true }))
    const saidBy = async (env: Record<string, string>) => {
      const { process: child, output, ended } = await serve({ DATA, LOG_LEVEL: 'silent', ...env })
      child.kill()
      assert.equal(await ended, 0)
      return output().match(/There is no API key yet\. Make one: turngraph keys create/g) ?? []
    }
    const tokens = { JWT_ISSUER: 'us', JWT_AUDIENCE: 'it', JWT_SECRET: 's'.repeat(32) }
    assert.equal((await saidBy({ AUTH: 'keys' })).length, 1)
    assert.equal((await saidBy({})).length, 0)
    assert.equal((await saidBy({ AUTH: 'keys,jwt', ...tokens })).length, 0)
    const parts = await openParts(readConfig({ DATA, LOG_LEVEL: 'silent' }))
    const order = { tenant: parts.tenant.name, scopes: ['READ'] as const, label: null }
    const keyThat = (milliseconds: number | null) =>
      createKey(parts.store.registry, parts.fresh, { ...order, milliseconds })
    await keyThat(-1)
    const { key } = await keyThat(null)
    await revokeKey(parts.store.registry, parts.fresh, key.id)
    assert.equal((await saidBy({ AUTH: 'keys' })).length, 1)
    await keyThat(60_000_000)
    await parts.close()
    assert.equal((await saidBy({ AUTH: 'keys' })).length, 0)
  })

  it('says in one line, without a stack, why it cannot start', async () => {
    const taken = createServer().listen(0, '127.0.0.1')
    await once(taken, 'listening')
    const { port } = taken.address() as AddressInfo
    const cases: [Record<string, string>, RegExp][] = [
      [
        { PORT: 'abc' },
        /^PORT: "abc" is not understood\. Accepted: a whole number from 0 \(any free port\) to 65535\.\n$/,
      ],
      [{ PORT: String(port) }, new RegExp(`^Port ${port} of 127\\.0\\.0\\.1 is in use\\. Set PORT to another one`)],
      [{ STORE: 'neo4j://localhost' }, /^STORE_PASSWORD is missing\./],
      [
        { HOST: '0.0.0.0' },
        /^HOST=0\.0\.0\.0 is reachable by others, and nothing asks who they are\. Set AUTH=keys \(turngraph keys create\), or ALLOW_ANONYMOUS=1 if .*\n$/,
      ],
      [{ HOST: '203.0.113.7', ALLOW_ANONYMOUS: '1' }, /^HOST: this machine has no address "203\.0\.113\.7"\.\n$/],
      [{ DATA: '/dev/null/x' }, /^The folder of ".*" cannot be made/],
    ]
    try {
      await Promise.all(
        cases.map(async ([env, message]) => {
          const { output, ended } = start(env)
          assert.equal(await ended, 1, output())
          assert.match(output(), message)
          assert.equal(output().includes('    at '), false, output())
        }),
      )
    } finally {
      taken.close()
    }
  })
})
