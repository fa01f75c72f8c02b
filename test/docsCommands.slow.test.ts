// Takes long: each command is a process.
/** Each block for a shell on each page for people is run as it is printed: here, or by the test that is named beside it. */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { after, before, it } from 'node:test'
import { root } from '../scripts/root.ts'
import { compose } from '../src/compose.ts'
import { readConfig } from '../src/config/config.ts'
import { startApi, type Api } from './graphql/support/api.ts'
import { storeTurn } from './graphql/support/talk.ts'
import { describeOnce } from './support/stores.ts'

const read = (page: string): string => readFileSync(join(root, page), 'utf8')
/** Pages whose blocks that are marked as tried are run by readme.stores.test.ts, on every store. */
const walked = new Set(['README.md', 'docs/start.md', 'docs/command-line.md', 'docs/operate.md'])
const pages = [
  'README.md',
  ...readdirSync(join(root, 'docs')).flatMap((name) => (name.endsWith('.md') ? [join('docs', name)] : [])),
]

interface Shell {
  readonly page: string
  readonly line: number
  readonly text: string
}

const shells: readonly Shell[] = pages.flatMap((page) => {
  const text = read(page)
  return [...text.matchAll(/^```(?:sh|bash|console)([^\n]*)\n([^]*?)^```$/gm)]
    .filter(([, words = '']) => !(walked.has(page) && words.includes('tried')))
    .map(([, , body = ''], k, all) => ({ page, line: text.slice(0, all[k]?.index).split('\n').length, text: body }))
})

/** What a test of its own runs: it needs Docker, Neo4j, a registry or another program. */
const elsewhere: Readonly<Record<string, string>> = {
  'npm ci && npm start': 'scripts/nodeVersions.ts',
  'npm ci && npm test': '.ci/run',
  'npm pack && npm i -g': 'scripts/nodeVersions/install.ts',
  'claude mcp add': 'test/adapters/hosts.release.test.ts',
  'docker compose': 'test/compose/engine.engine.release.test.ts',
  'npm run neo4j': 'scripts/testing/servers.ts',
}
/** `NAME=value … npm start`: a server with these settings. */
const starts = /^((?:[A-Z\d_]+=\S+ )+)npm start$/gm

describeOnce('the commands of a shell that pages print', () => {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-commands-'))
  const env = {
    ...process.env,
    DATA: join(folder, 'data'),
    HOME: folder,
    PATH: `${join(folder, 'path')}${delimiter}${process.env['PATH']}`,
  }
  let api: Api
  before(async () => {
    mkdirSync(join(folder, 'path'))
    const command = join(folder, 'path', 'turngraph')
    writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${join(root, 'bin/turngraph.js')}' "$@"\n`)
    chmodSync(command, 0o755)
    for (const name of ['bin', 'examples']) symlinkSync(join(root, name), join(folder, name))
    copyFileSync(join(root, 'examples/claude-code', oneSession()), join(folder, 'session.jsonl'))
    writeFileSync(join(folder, 'prices.json'), '[{ "model": "large*", "from": "2026-01-01", "input": 3 }]')
    writeFileSync(join(folder, 'tickets.pdf'), '%PDF-1.4\n')
    api = await startApi({ DATA: env.DATA })
    await storeTurn(api, { conversationId: 'ID', turnId: '1', role: 'USER', text: 'Plan a weekend in Lisbon.' })
  })
  after(async () => {
    await api.close()
    rmSync(folder, { recursive: true, force: true })
  })

  for (const { page, line, text } of shells) {
    const other = Object.entries(elsewhere).find(([command]) => text.includes(command))
    if (other) it(`${page}, line ${line}: by ${other[1]}`, () => assert.ok(existsSync(join(root, other[1]))))
    else
      it(`${page}, line ${line}: ${text.split('\n')[0]}`, async () => {
        for (const [, settings = ''] of text.matchAll(starts)) await serves(settings, folder)
        const script = text.replaceAll(starts, '').replaceAll('http://127.0.0.1:4000', api.url)
        // What was written to one store is put into another one.
        for (const one of script.includes('restore') ? script.trim().split('\n') : [script]) {
          const own = one.includes(' restore ') ? { ...env, DATA: join(folder, 'restored') } : env
          const { status, output } = await ranIn(folder, own, one)
          assert.equal(status, 0, `${one}\n${output}`)
        }
      })
  }

  it('are some of every kind', () => {
    assert.ok(shells.length >= 15)
    assert.ok(shells.some(({ text }) => text.match(starts) !== null))
  })
})

async function ranIn(cwd: string, env: NodeJS.ProcessEnv, script: string) {
  const child = spawn('bash', ['-e', '-c', script], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'] })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => (output += String(piece)))
  const [status] = (await once(child, 'close')) as [number | null]
  return { status, output }
}

/** A server starts with these settings, and answers; of one on Neo4j the settings are read, since its own tests start it. */
async function serves(settings: string, folder: string): Promise<void> {
  const given = Object.fromEntries(
    settings
      .trim()
      .split(' ')
      .map((one) => one.split(/=(.*)/s).slice(0, 2)),
  ) as Record<string, string>
  const config = readConfig({ DATA: join(folder, 'served'), LOG_LEVEL: 'silent', ...given })
  if (given['STORE'] !== undefined) return
  const app = await compose(config)
  try {
    const url = await app.server.listen({ host: '127.0.0.1', port: 0 })
    const host = given['ALLOWED_HOSTS'] ?? new URL(url).host
    assert.equal((await app.server.inject({ url: '/health/live', headers: { host } })).statusCode, 200)
  } finally {
    await app.close()
  }
}

function oneSession(): string {
  const found = readdirSync(join(root, 'examples/claude-code'), { recursive: true, encoding: 'utf8' })
  return found.find((name) => name.endsWith('.jsonl')) ?? ''
}
