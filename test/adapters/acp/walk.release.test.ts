// Beyond a landing: clients in two languages, each with programs of its own.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { pythonOf, whyNoPython } from '../../../scripts/clients.ts'
import { root } from '../../../scripts/root.ts'
import { startApi, type Api } from '../../graphql/support/api.ts'
import { startModel, streams, type Model } from '../../graphql/support/model.ts'
import { describeOnce } from '../../support/stores.ts'
import { Editor } from './support/editor.ts'

const command = [join(root, 'bin/turngraph.js'), 'acp']
const folder = () => `/walk/${randomUUID()}`

/** What each client must meet on its way. */
const expected = {
  '1 initialize': 1,
  '2 new': true,
  '3 prompt': ['end_turn', 'You said One.'],
  '3 ids': true,
  '4 list': ['One.'],
  '5 load': [
    'user_message_chunk: One.',
    'agent_message_chunk: You said One.',
    'user_message_chunk: Two.',
    'agent_message_chunk: You said Two.',
  ],
  '6 fork': [],
  '7 prompt the fork': [
    'user_message_chunk: One.',
    'agent_message_chunk: You said One.',
    'user_message_chunk: Other.',
    'agent_message_chunk: You said Other.',
  ],
  '8 refused': [-32602, 'FORK_POINT_UNKNOWN', 'never'],
  '9 cancel': ['cancelled', 'You said Hang.'],
  '10 resume': [],
  '11 close': true,
  '12 delete': [true],
}

describeOnce('a walk over `turngraph acp`, in a process of its own', () => {
  let model: Model
  let api: Api
  let data: string
  before(async () => {
    model = await startModel()
    api = await startApi()
    data = mkdtempSync(join(tmpdir(), 'turngraph-acp-'))
    model.does = (asked, response) => {
      const said = String(asked.messages.at(-1)?.content)
      streams(['You said ', said], { hangs: said === 'Hang.' })(asked, response)
    }
  })
  after(async () => {
    await Promise.all([model.close(), api.close()])
    rmSync(data, { recursive: true, force: true })
  })
  const env = (store: string) => ({
    ...process.env,
    DATA: join(data, store),
    RESPONDER_URL: model.url,
    RESPONDER_MODEL: 'small',
    LOG_LEVEL: 'trace',
    PYTHONDONTWRITEBYTECODE: '1',
    WALK_CWD: folder(),
  })

  for (const [way, args] of [
    ['embedded', () => []],
    ['by URL', () => ['--url', api.url]],
  ] as const) {
    it(`is the same by the TypeScript SDK's client, ${way}`, { timeout: 120_000 }, async () => {
      const child = spawn(process.execPath, [...command, ...args()], { env: env(`ts ${way}`) })
      const ended = new Promise((resolve) => child.once('close', resolve))
      const errors = text(child.stderr)
      const editor = new Editor({ toAgent: child.stdin, fromAgent: child.stdout })
      assert.deepEqual(await walk(editor, folder()), expected)
      child.stdin.end()
      assert.equal(await ended, 0, await errors)
      editor.assertValid()
    })

    it(
      `is the same by the Python SDK's client, ${way}`,
      { skip: whyNoPython('acp') ?? false, timeout: 120_000 },
      async () => {
        const script = fileURLToPath(new URL('walk.py', import.meta.url))
        const child = spawn(pythonOf('acp'), [script, process.execPath, ...command, ...args()], {
          env: env(`py ${way}`),
        })
        const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
        assert.equal(stdout === '' ? stderr : '', '')
        assert.deepEqual(JSON.parse(stdout), expected)
      },
    )
  }

  it('stores what came, and ends, when a signal ends it', { timeout: 120_000 }, async () => {
    const child = spawn(process.execPath, command, { env: env('signal') })
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const editor = new Editor({ toAgent: child.stdin, fromAgent: child.stdout })
    await editor.begin()
    const cwd = folder()
    const sessionId = await editor.open(cwd)
    void editor.prompt(sessionId, 'Hang.').catch(() => undefined)
    await editor.until((shown) => shown.length === 2)
    child.kill('SIGTERM')
    assert.equal(await ended, 0)
    const again = spawn(process.execPath, command, { env: env('signal') })
    const next = new Editor({ toAgent: again.stdin, fromAgent: again.stdout })
    await next.begin()
    await next.ask('session/load', { sessionId, cwd, mcpServers: [] })
    assert.deepEqual(next.takeShown(sessionId), ['user_message_chunk: Hang.', 'agent_message_chunk: You said Hang.'])
    again.stdin.end()
    await new Promise((resolve) => again.once('exit', resolve))
  })

  it('says on stderr what is wrong with its settings, and nothing on stdout', { timeout: 60_000 }, async () => {
    const child = spawn(process.execPath, command, { env: { ...env('x'), STORE: 'nothing' } })
    const ended = new Promise((resolve) => child.once('close', resolve))
    const [stdout, stderr, status] = await Promise.all([text(child.stdout), text(child.stderr), ended])
    assert.equal(stdout, '')
    assert.match(stderr, /^turngraph: STORE: "nothing" is not understood/)
    assert.equal(status, 1)
  })
})

async function walk(editor: Editor, cwd: string): Promise<Record<string, unknown>> {
  const met: Record<string, unknown> = {}
  const begun = await editor.begin()
  met['1 initialize'] = begun['protocolVersion']
  const session = await editor.open(cwd)
  met['2 new'] = session !== ''
  const first = await editor.prompt(session, 'One.')
  const { messageId } = first._meta.turngraph
  const chunks = editor.shown.filter(({ update }) => update.sessionUpdate.endsWith('_chunk'))
  met['3 ids'] = chunks.every(({ update }) => (update as { messageId?: unknown }).messageId === messageId)
  met['3 prompt'] = [first.stopReason, said(taken(editor, session))]
  await editor.prompt(session, 'Two.')
  met['4 list'] = (await list(editor, cwd)).map(({ title }) => title)
  taken(editor, session)
  await editor.ask('session/load', { sessionId: session, cwd, mcpServers: [] })
  met['5 load'] = taken(editor, session)
  const { sessionId: fork } = await editor.ask<{ sessionId: string }>('session/fork', {
    sessionId: session,
    cwd,
    messageId,
  })
  met['6 fork'] = taken(editor, fork)
  await editor.prompt(fork, 'Other.')
  taken(editor, fork)
  await editor.ask('session/load', { sessionId: fork, cwd, mcpServers: [] })
  met['7 prompt the fork'] = taken(editor, fork)
  const refused = await editor.refused('session/fork', { sessionId: session, cwd, messageId: 'never' })
  met['8 refused'] = [refused.code, refused.data['code'], refused.data['messageId']]
  const running = editor.prompt(session, 'Hang.')
  await editor.until((shown) => shown.length === 2)
  await editor.connection.agent.notify('session/cancel', { sessionId: session })
  met['9 cancel'] = [(await running).stopReason, said(taken(editor, session))]
  await editor.ask('session/resume', { sessionId: session, cwd, mcpServers: [] })
  met['10 resume'] = taken(editor, session)
  await editor.ask('session/close', { sessionId: fork })
  met['11 close'] = true
  await editor.ask('session/delete', { sessionId: fork })
  met['12 delete'] = (await list(editor, cwd)).map(({ sessionId }) => sessionId === session)
  return met
}

const taken = (editor: Editor, id: string): string[] => editor.takeShown(id).filter((one) => /_chunk:/.test(one))
const said = (shown: readonly string[]): string => shown.map((one) => one.replace(/^\w+: /, '')).join('')

async function list(
  editor: Editor,
  cwd: string,
): Promise<readonly { readonly sessionId: string; readonly title?: string }[]> {
  const { sessions } = await editor.ask<{ sessions: { sessionId: string; title?: string }[] }>('session/list', { cwd })
  return sessions
}
