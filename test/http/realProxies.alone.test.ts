/** The two configurations of docs/security.md, tried as they stand there by the programs that they are for. */
import assert from 'node:assert/strict'
import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, it } from 'node:test'
import { WebSocket } from 'ws'
import { freePort } from '../../scripts/neo4j/port.ts'
import { root } from '../../scripts/root.ts'
import { createKey } from '../../src/app/access/keys.ts'
import { createTenant } from '../../src/app/access/tenants.ts'
import { startApi, type Api } from '../graphql/support/api.ts'
import { describeOnce } from '../support/stores.ts'
import { tenantFor } from '../support/tenants.ts'
import { waitFor } from '../support/waitFor.ts'

const name = 'chat.example'
const docs = readFileSync(join(root, 'docs/security.md'), 'utf8')
const [, caddyfile = ''] = /```\n(chat\.example \{\n[^`]*)```/.exec(docs) ?? []
const [, nginxConf = ''] = /```nginx\n([^`]*)```/.exec(docs) ?? []
const [, hosts = '', origins = ''] = /^AUTH=keys ALLOWED_HOSTS=(\S+) ALLOWED_ORIGINS=(\S+) npm start$/m.exec(docs) ?? []

/** Returns where a program is: as a variable says, else where a shell would find it. */
function programOf(variable: string, command: string): string | null {
  const folders = [...(process.env['PATH'] ?? '').split(delimiter), '/usr/sbin', '/usr/local/sbin']
  const found = [process.env[variable], ...folders.map((folder) => join(folder, command))]
  return found.find((path) => path !== undefined && existsSync(path)) ?? null
}

/** How a proxy is started in front of a server: the text of the documents, with nothing but places put in. */
interface Way {
  readonly command: string | null
  /** What ends it without waiting for whoever is still connected. */
  readonly end: NodeJS.Signals
  /** Writes its configuration into a folder; returns the arguments that start it. */
  readonly configure: (folder: string, port: number, target: string) => string[]
}

const ways: Readonly<Record<string, Way>> = {
  Caddy: {
    command: programOf('TURNGRAPH_TEST_CADDY', 'caddy'),
    end: 'SIGQUIT',
    configure(folder, port, target) {
      const site = caddyfile.replace(`${name} {\n`, `https://${name}:${port} {\n\ttls cert.pem key.pem\n`)
      const global = '{\n\tadmin off\n\tauto_https disable_redirects\n}\n'
      writeFileSync(join(folder, 'Caddyfile'), global + site.replace('127.0.0.1:4000', target))
      return ['run', '--config', 'Caddyfile', '--adapter', 'caddyfile']
    },
  },
  nginx: {
    command: programOf('TURNGRAPH_TEST_NGINX', 'nginx'),
    end: 'SIGTERM',
    configure(folder, port, target) {
      const site = nginxConf
        .replace('listen 443', `listen 127.0.0.1:${port}`)
        .replace('/etc/ssl/chat.example.pem', join(folder, 'cert.pem'))
        .replace('/etc/ssl/chat.example.key', join(folder, 'key.pem'))
        .replace('127.0.0.1:4000', target)
      const bodies = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
      const paths = bodies.map((of) => `${of}_temp_path ${join(folder, of)};`).join('\n')
      const global = `daemon off;\npid ${join(folder, 'pid')};\nerror_log stderr;\nevents {}\n`
      writeFileSync(join(folder, 'nginx.conf'), `${global}http {\naccess_log off;\n${paths}\n${site}\n}\n`)
      return ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', 'stderr']
    },
  },
}

/** Makes a certificate for the name; false where OpenSSL is missing. */
function certify(folder: string): boolean {
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name}`]
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const files = ['-keyout', join(folder, 'key.pem'), '-out', join(folder, 'cert.pem')]
  return spawnSync('openssl', ['req', '-x509', ...kind, ...subject, ...files]).status === 0
}

interface Answered {
  readonly status: number | undefined
  readonly text: string
}

/** Asks through the proxy, by TLS, under its name. */
function asker(port: number, ca: Buffer, authorization: string) {
  const tls = { ca, servername: name }
  const open = async (method: string, path: string, body: string, more: Record<string, string> = {}) => {
    const headers = {
      host: name,
      origin: `https://${name}`,
      'content-type': 'application/json',
      authorization,
      ...more,
    }
    const sent = request({ ...tls, host: '127.0.0.1', port, method, path, headers, agent: false }).end(body)
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return answer
  }
  return {
    tls,
    open,
    ask: async (...given: Parameters<typeof open>): Promise<Answered> => {
      const answer = await open(...given)
      let text = ''
      for await (const bytes of answer) text += String(bytes)
      return { status: answer.statusCode, text }
    },
  }
}
const graphql = (query: string) => JSON.stringify({ query })
const say = (text: string) =>
  `mutation { storeTurn(input: { conversationId: "c", role: USER, text: "${text}" }) { userErrors { code } } }`
const followed = 'subscription { conversationChanged(id: "c", afterSeq: 0) { seq } }'

describeOnce('the proxies of the page about security', () => {
  const folders: string[] = []
  const running: { readonly child: ChildProcess; readonly end: NodeJS.Signals }[] = []
  const apis: Api[] = []
  after(async () => {
    for (const { child, end } of running.filter(({ child }) => child.exitCode === null)) {
      const gone = once(child, 'exit')
      child.kill(end)
      await gone
    }
    for (const api of apis) await api.close()
    for (const folder of folders) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
  })

  /** Returns what asks through a proxy that has begun to answer. */
  async function start(way: Way, command: string, folder: string) {
    const api = await startApi({ AUTH: 'keys', ALLOWED_HOSTS: hosts, ALLOWED_ORIGINS: origins })
    apis.push(api)
    const { registry } = api.app.store
    await createTenant(registry, api.app.fresh, 'acme', false)
    const order = { tenant: tenantFor('acme'), scopes: ['READ', 'WRITE'] as const, label: null, milliseconds: null }
    const { text: key } = await createKey(registry, api.app.fresh, order)
    const port = await freePort()
    const env = { PATH: process.env['PATH'], HOME: folder }
    const child = spawn(command, way.configure(folder, port, new URL(api.url).host), { cwd: folder, env })
    running.push({ child, end: way.end })
    process.once('exit', () => void child.kill(way.end))
    let said = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => void (said += String(text)))
    const asking = asker(port, readFileSync(join(folder, 'cert.pem')), `Bearer ${key}`)
    const isLive = async () => {
      assert.ok(child.exitCode === null, said)
      return (await asking.ask('GET', '/health/live', '').catch(() => null))?.status === 200
    }
    await waitFor(isLive, { every: 50, told: () => said })
    return { ...asking, port, key }
  }

  for (const [program, way] of Object.entries(ways))
    it(`${program} passes on queries, pages of its own name, WebSockets, streams and large files`, async (t) => {
      const folder = mkdtempSync(join(tmpdir(), 'turngraph-proxy-'))
      folders.push(folder)
      if (way.command === null || !certify(folder)) {
        console.log(`${program} or OpenSSL is not installed: its configuration in docs/security.md is not tried.`)
        return
      }
      const { ask, open, tls, port, key } = await start(way, way.command, folder)

      assert.deepEqual((await ask('POST', '/graphql', graphql(say('one')))).status, 200)
      const viewer = await ask('POST', '/graphql', graphql('{ viewer { tenant } }'))
      assert.deepEqual(JSON.parse(viewer.text), { data: { viewer: { tenant: 'acme' } } })
      assert.equal((await ask('POST', '/graphql', graphql('{ viewer { tenant } }'), { authorization: '' })).status, 401)
      assert.equal(
        (await ask('POST', '/graphql', graphql('{ __typename }'), { origin: 'https://evil.example' })).status,
        403,
      )
      assert.doesNotMatch(
        (await ask('POST', '/graphql', graphql('{ viewer { tenant } }'), { host: 'evil.example' })).text,
        /acme/,
      )

      const stream = await open('POST', '/graphql/stream', graphql(followed), { accept: 'text/event-stream' })
      assert.equal(stream.headers['content-type'], 'text/event-stream; charset=utf-8')
      await firstOf(stream, /"seq":1\b/)
      stream.destroy()

      const headers = { host: name }
      const socket = new WebSocket(`wss://127.0.0.1:${port}/graphql`, 'graphql-transport-ws', {
        ...tls,
        headers,
        origin: `https://${name}`,
      })
      const heard = new Promise<string>((resolve, reject) => {
        socket.on('error', reject).on('close', (code) => {
          reject(new Error(`closed by ${code}`))
        })
        socket.on('message', (bytes: Buffer) => {
          const message = JSON.parse(bytes.toString()) as { type: string }
          if (message.type === 'connection_ack')
            socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query: followed } }))
          if (message.type === 'next') resolve(bytes.toString())
        })
      })
      await once(socket, 'open')
      socket.send(JSON.stringify({ type: 'connection_init', payload: { authorization: `Bearer ${key}` } }))
      assert.match(await heard, /"seq":1\b/)
      socket.terminate()

      const lines = Array.from({ length: 12 }, (_, n) =>
        JSON.stringify({ role: 'user', content: `${n} ${'x'.repeat(400_000)}` }),
      )
      const imported = await ask('POST', '/import?conversationId=large', `${lines.join('\n')}\n`, {
        'content-type': 'application/x-ndjson',
      })
      assert.equal(imported.status, 200, imported.text)
      const query = '{ conversation(id: "large") { turnCount } }'
      assert.deepEqual(JSON.parse((await ask('POST', '/graphql', graphql(query))).text), {
        data: { conversation: { turnCount: 12 } },
      })
      t.diagnostic(`${program} was tried`)
    })

  it('have their configurations in the documents, with the variables that the server gets', () => {
    assert.match(caddyfile, /reverse_proxy 127\.0\.0\.1:4000/)
    assert.match(nginxConf, /proxy_pass http:\/\/127\.0\.0\.1:4000;/)
    assert.deepEqual([hosts, origins], [name, `https://${name}`])
  })
})

/** Reads until the pattern was there: the stream goes on. */
async function firstOf(stream: IncomingMessage, pattern: RegExp): Promise<void> {
  let text = ''
  const take = (bytes: Buffer) => void (text += String(bytes))
  stream.on('data', take)
  await waitFor(() => pattern.test(text), { told: () => text })
  stream.off('data', take)
}
