// Takes long: each agent’s sessions, written and resumed by processes.
import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, it } from 'node:test'
import { compose, type App } from '../../../src/compose.ts'
import { readConfig } from '../../../src/config/config.ts'
import { putRollouts, rolloutSource } from '../../support/madeRollouts.ts'
import { sessionFaults } from '../../support/sessionRules.ts'
import { file, session, temporaryFolder, turngraph } from '../support.ts'

const folder = temporaryFolder()
const home = join(folder, 'home')
const work = join(folder, 'work')
mkdirSync(work, { recursive: true })
const files = join(folder, 'files')
const said = (text: string) => ({ type: 'text', text })
const talk = session('talk', [
  { uuid: 'u1', parent: null, role: 'user', content: 'Name a colour' },
  { uuid: 'a1', parent: 'u1', role: 'assistant', content: said('Red') },
  { uuid: 'u2', parent: 'a1', role: 'user', content: 'Another one' },
  { uuid: 'a2', parent: 'u2', role: 'assistant', content: said('Blue') },
])

interface Made {
  readonly conversationId: string
  readonly sessionId: string
  readonly forked: boolean
  readonly file: string
  readonly command: readonly string[]
}

describe('turngraph resume', () => {
  const env = { DATA: join(folder, 'local'), HOME: home }
  let app: App
  let url = ''
  before(async () => {
    app = await compose(readConfig({ DATA: join(folder, 'served'), LOG_LEVEL: 'silent' }))
    url = await app.server.listen({ host: '127.0.0.1', port: 0 })
    file(files, 'talk.jsonl', talk)
    for (const place of [[], ['--url', url]]) assert.equal((await turngraph(env, 'import', files, ...place)).status, 0)
  })
  after(() => app.close())

  const made = async (...args: string[]): Promise<Made> => {
    const { status, stdout, stderr } = await turngraph(env, 'resume', 'talk', '--cwd', work, '--json', ...args)
    assert.equal(status, 0, stderr)
    return JSON.parse(stdout) as Made
  }

  it('writes a new file of the agent, here and of a running server, and imports nothing twice', async () => {
    for (const place of [[], ['--url', url]]) {
      const one = await made('--at', '2', '--agent', 'claude-code', ...place)
      assert.deepEqual([one.forked, one.conversationId], [true, one.sessionId])
      const written = readFileSync(one.file, 'utf8')
      assert.deepEqual(sessionFaults('CLAUDE_CODE', written), [])
      assert.equal(written.split('\n').length - 1, 2)
      const again = await turngraph(env, 'import', one.file, ...place)
      assert.match(again.stdout, /0 nodes added/)
      assert.deepEqual(
        readdirSync(join(one.file, '..')).filter((name) => !name.endsWith('.jsonl')),
        [],
      )
    }
  })

  it('prints one command that continues it', async () => {
    const { status, stdout } = await turngraph(env, 'resume', 'talk', '--cwd', work, '--agent', 'pi')
    assert.equal(status, 0)
    assert.match(stdout, /^[0-9a-f-]{36} of pi continues talk: .*\.jsonl\ncd .*work && pi --session [0-9a-f-]{36}\n$/)
  })

  it('names the past of a session of Codex whose files are here', async () => {
    putRollouts(join(home, '.codex/sessions'))
    assert.equal((await turngraph(env, 'import', join(home, '.codex/sessions'))).status, 0)
    const { stdout } = await turngraph(
      env,
      'resume',
      rolloutSource,
      '--cwd',
      work,
      '--at',
      '2',
      '--agent',
      'codex',
      '--json',
    )
    const one = JSON.parse(stdout) as Made & { readonly byReference: boolean }
    assert.deepEqual([one.byReference, readFileSync(one.file, 'utf8').trimEnd().split('\n').length], [true, 1])
    assert.match((await turngraph(env, 'import', one.file)).stdout, / 0 nodes added/)
  })

  it('names the file to Gemini CLI where that does not know the project', async () => {
    const one = await made('--agent', 'gemini-cli')
    assert.deepEqual(one.command, ['gemini', '--session-file', one.file])
    writeFileSync(join(home, '.gemini/projects.json'), JSON.stringify({ projects: { [work]: 'mine' } }))
    const two = await made('--agent', 'gemini-cli')
    assert.deepEqual(two.command, ['gemini', '--resume', two.sessionId])
    assert.ok(two.file.startsWith(join(home, '.gemini/tmp/mine/chats/session-')), two.file)
  })

  it(
    'runs the agent with --run, in its folder and with the status that it ends with',
    { skip: process.platform === 'win32' && 'a shell script is no program of Windows' },
    async () => {
      const bin = join(folder, 'bin')
      mkdirSync(bin)
      writeFileSync(join(bin, 'codex'), '#!/bin/sh\npwd > ran\necho "$@" >> ran\nexit 3\n')
      chmodSync(join(bin, 'codex'), 0o755)
      const path = { ...env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` }
      const { status, stdout } = await turngraph(path, 'resume', 'talk', '--cwd', work, '--agent', 'codex', '--run')
      assert.equal(status, 3)
      const [id = ''] = stdout.split(' ')
      assert.match(readFileSync(join(work, 'ran'), 'utf8'), new RegExp(`work\\nresume ${id}\\n$`))
      const missing = await turngraph({ ...env, PATH: bin }, 'resume', 'talk', '--cwd', work, '--agent', 'pi', '--run')
      assert.deepEqual([missing.status, missing.stderr.includes('"pi" cannot be started')], [1, true])
    },
  )

  it('runs, prints and writes nothing of a command and a path that a server made up', async () => {
    const at = await forged(url, otherCommand)
    const bin = join(folder, 'forged')
    mkdirSync(bin)
    writeFileSync(join(bin, 'claude'), '#!/bin/sh\necho "$@" > ran-claude\n')
    chmodSync(join(bin, 'claude'), 0o755)
    const path = { ...env, PATH: `${bin}${delimiter}${process.env['PATH'] ?? ''}` }
    const args = ['resume', 'talk', '--cwd', work, '--agent', 'claude-code', '--url', at]
    const { status, stdout, stderr } = await turngraph(path, ...args, '--run')
    assert.equal(status, 0, stderr)
    assert.doesNotMatch(`${stdout}${stderr}`, /PWNED/)
    assert.ok(!existsSync(join(work, 'PWNED')))
    assert.match(readFileSync(join(work, 'ran-claude'), 'utf8'), /^--resume [\da-f-]{36}\n$/)
    assert.doesNotMatch((await turngraph(path, ...args)).stdout, /PWNED/)
  })

  it('works in the folder where it is started, and tells which one the server names', async () => {
    const own = join(folder, 'named by the server')
    mkdirSync(own)
    const lines = session('placed', [
      { uuid: 'p1', parent: null, role: 'user', content: 'Hello' },
      { uuid: 'p2', parent: 'p1', role: 'assistant', content: said('Hi') },
    ])
    const path = file(files, 'placed/placed.jsonl', lines.replaceAll('"cwd":"/w"', `"cwd":${JSON.stringify(own)}`))
    for (const [place, wanted] of [
      [[], own],
      [['--url', url], process.cwd()],
    ] as const) {
      await turngraph(env, 'import', path, ...place)
      const { status, stdout, stderr } = await turngraph(
        env,
        'resume',
        'placed',
        '--agent',
        'claude-code',
        '--json',
        ...place,
      )
      assert.equal(status, 0, stderr)
      assert.equal((JSON.parse(stdout) as { cwd: string }).cwd, wanted)
      assert.equal(stderr.includes(`The server names the folder "${own}"`), place.length > 0)
    }
    const chosen = await turngraph(env, 'resume', 'placed', '--agent', 'pi', '--cwd', work, '--url', url)
    assert.deepEqual([chosen.status, chosen.stderr.includes('names the folder')], [0, false])
  })

  it('prints one line of what a server says, whatever is in it', async () => {
    const named = (text: string) =>
      text.includes('"resumeConversation"') ? text.replaceAll('"id":"talk"', '"id":"talk\\ncurl x | sh"') : text
    const at = await forged(url, named)
    const { stdout, stderr } = await turngraph(env, 'resume', 'talk', '--cwd', work, '--agent', 'pi', '--url', at)
    assert.match(`${stdout}${stderr}`, /talk\\u000acurl x/)
    assert.doesNotMatch(`${stdout}${stderr}`, /^curl/m)
  })

  it('writes the session of a conversation whose id is two dots', async () => {
    await turngraph(
      env,
      'import',
      file(
        files,
        'dots/dots.jsonl',
        session('..', [
          { uuid: 'd1', parent: null, role: 'user', content: 'Hello' },
          { uuid: 'd2', parent: 'd1', role: 'assistant', content: said('Hi') },
        ]),
      ),
      '--url',
      url,
    )
    const { status, stdout, stderr } = await turngraph(
      env,
      'resume',
      '..',
      '--agent',
      'claude-code',
      '--cwd',
      work,
      '--json',
      '--url',
      url,
    )
    assert.equal(status, 0, stderr)
    assert.deepEqual(sessionFaults('CLAUDE_CODE', readFileSync((JSON.parse(stdout) as Made).file, 'utf8')), [])
  })

  it('says what it cannot do, and writes nothing then', async () => {
    const refused = async (words: RegExp, ...args: string[]) => {
      const { status, stderr } = await turngraph({ ...env, HOME: join(folder, 'none') }, 'resume', ...args)
      assert.equal(status, 1)
      assert.match(stderr, words)
    }
    await refused(
      /Goose cannot be given a session; accepted are claude-code, codex, gemini-cli, pi/,
      'talk',
      '--agent',
      'goose',
    )
    await refused(/"x" is not a known agent/, 'talk', '--agent', 'x')
    await refused(/is not a folder/, 'talk', '--agent', 'pi', '--cwd', join(folder, 'nowhere'))
    await refused(/"99"|turn 99|99/, 'talk', '--agent', 'pi', '--at', '99')
    await refused(/nobody/, 'nobody', '--agent', 'pi')
    assert.ok(!existsSync(join(folder, 'none')))
  })
})

/** Has sessions continued by another command, in another place. */
const otherCommand = (text: string): string =>
  text
    .replace(/"command":\[[^\]]*\]/, '"command":["sh","-c","echo hello > PWNED"]')
    .replace(/"path":\[[^\]]*\]/, '"path":["..","PWNED"]')

/** Listens in front of a server until the test ends, and changes what it answers; returns its address. */
async function forged(url: string, forge: (text: string) => string): Promise<string> {
  const server = createServer((request, response) => void forward(request, response, url, forge))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  server.unref()
  after(() => server.closeAllConnections())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  url: string,
  forge = otherCommand,
): Promise<void> {
  const { method = 'GET', headers } = request
  const body = method === 'POST' ? await text(request) : null
  const answer = await fetch(`${url}${(request.url ?? '').replace(/talk%0A[^?]*/, 'talk')}`, {
    method,
    headers: { 'content-type': headers['content-type'] ?? '', accept: 'application/json' },
    body,
  })
  for (const name of ['content-type', 'x-turngraph-format']) {
    const value = answer.headers.get(name)
    if (value !== null) response.setHeader(name, value)
  }
  response.writeHead(answer.status).end(forge(await answer.text()))
}
