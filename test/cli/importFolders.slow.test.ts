// Takes long: whole home folders, imported by processes.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { compose, type App } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { edited, file, temporaryFolder, turngraph, type Ran } from './support.ts'

const folder = temporaryFolder()
const home = join(folder, 'home')
const lines = (...values: readonly object[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')
const at = (second: number) => `2026-01-01T00:00:0${second}Z`
const message = (role: string, text: string) => ({ type: 'message', role, content: [{ type: 'input_text', text }] })
const rollout = lines(
  {
    timestamp: at(0),
    type: 'session_meta',
    payload: { id: 'rollout-1', timestamp: at(0), cwd: '/w', originator: 'x', cli_version: '1' },
  },
  { timestamp: at(1), type: 'response_item', payload: message('user', 'hello') },
)
const gemini = {
  sessionId: 'g',
  projectHash: 'h',
  startTime: at(0),
  lastUpdated: at(1),
  messages: [{ id: 'm', timestamp: at(1), type: 'user', content: 'hi' }],
}
file(home, '.claude/projects/-w/edited.jsonl', edited)
file(home, '.claude/projects/-w/copy of it.bak', edited)
file(home, '.claude/settings.json', '{"permissions":{}}')
file(home, '.claude/history.jsonl', lines({ display: 'ls', timestamp: 1, project: '/w' }))
file(home, '.claude/empty.jsonl', '')
file(home, '.claude/plugins/node_modules/x/test.jsonl', edited)
file(home, '.codex/sessions/2026/01/01/rollout-1.jsonl', rollout)
file(home, '.codex/auth.json', '{"tokens":{}}')
file(home, '.gemini/tmp/h/chats/session-1.json', JSON.stringify(gemini))
file(home, '.gemini/logo.png', '\u0089PNG\u0000')
// A copy of a session lies before it by name.
const began = { type: 'queue-operation', operation: 'enqueue', timestamp: '2027-01-01T00:00:00Z', sessionId: 'copy' }
const said = (sessionId: string) => ({
  type: 'user',
  uuid: 'u',
  parentUuid: null,
  sessionId,
  timestamp: at(1),
  message: { role: 'user', content: 'hello' },
})
file(folder, 'copied/copy.jsonl', lines(began, said('copy')))
file(folder, 'copied/source.jsonl', lines(said('source')))
// Its folder says which session started it.
file(folder, 'gemini/h/chats/session-1.json', JSON.stringify(gemini))
file(
  folder,
  'gemini/h/chats/g/helper.jsonl',
  lines(
    { sessionId: 'helper', projectHash: 'h', startTime: at(0), kind: 'subagent' },
    { id: 'm1', timestamp: at(1), type: 'user', content: 'look' },
  ),
)
const stored = (kind: string, id: string, value: object) => {
  file(folder, `opencode/storage/${kind}/${id}.json`, JSON.stringify({ id, sessionID: 'ses_1', ...value }))
}
stored('session/p', 'ses_1', { projectID: 'p', title: 'Stored', time: { created: 1_767_261_600_000 } })
stored('message/ses_1', 'msg_1', { role: 'user', time: { created: 1_767_261_600_000 } })
stored('part/msg_1', 'prt_1', { messageID: 'msg_1', type: 'text', text: 'in pieces' })
file(folder, 'opencode/storage/migration.json', '{"a":2}')
const task = [
  { role: 'user', content: [{ type: 'text', text: '<task>\nlook\n</task>' }] },
  { role: 'assistant', content: [{ type: 'text', text: 'seen' }] },
]
const taskText = JSON.stringify(task, null, 1)
const requested = {
  ts: 1_750_000_000_000,
  type: 'say',
  say: 'api_req_started',
  text: '{"tokensIn":11,"tokensOut":3,"cost":0.5}',
  conversationHistoryIndex: -1,
}
const shown = [
  requested,
  { ts: 1_750_000_001_000, type: 'say', say: 'text', text: 'seen', conversationHistoryIndex: 0 },
]
file(folder, 'cline/tasks/1750/api_conversation_history.json', taskText)
file(folder, 'cline/tasks/1750/ui_messages.json', JSON.stringify(shown))
file(folder, 'cline/tasks/1750/task_metadata.json', '{"files_in_context":[]}')
const homes = ['.claude', '.codex', '.gemini'].map((name) => join(home, name))

const turn = (text: string, second: number) => ({ role: 'user', text, ts: at(second) })
file(folder, 'neo/c.archive.jsonl', lines(turn('b', 2)))
file(folder, 'neo/c.json', JSON.stringify({ conversation_id: 'c', turns: [turn('a', 1)], updated: at(1) }))
file(folder, 'neo/c.jsonl', lines(turn('d', 3)))
file(folder, 'neo/c.meta.json', JSON.stringify({ title: 'Named' }))
file(folder, 'neo/b.json', JSON.stringify({ conversation_id: 'b', turns: [turn('z', 1)], updated: at(1) }))

describe('turngraph import of folders', () => {
  let app: App
  const places: ((...args: string[]) => Promise<Ran>)[] = [
    (...args) => turngraph({ DATA: join(folder, 'here') }, ...args),
  ]
  before(async () => {
    app = await compose(readConfig({ DATA: join(folder, 'served'), LOG_LEVEL: 'silent' }))
    const url = await app.server.listen({ host: '127.0.0.1', port: 0 })
    places.push((...args) => turngraph({}, ...args, '--url', url))
  })
  after(() => app.close())

  it('finds every transcript of whole home folders, whatever it is called, and tells of each and of all', async () => {
    for (const run of places) {
      const { status, stdout, stderr } = await run('import', ...homes)
      assert.deepEqual([status, stderr], [0, ''])
      for (const name of [
        'copy of it\\.bak \\(CLAUDE_CODE',
        'edited\\.jsonl \\(CLAUDE_CODE',
        'rollout-1\\.jsonl \\(CODEX',
        'session-1\\.json \\(GEMINI_CLI',
      ])
        // prettier-ignore
        assert.match(stdout, new RegExp(`${name}\\)\\n`))
      assert.match(stdout, /\nformat +files +conversations +nodes +added +unchanged +skipped +findings\n/)
      assert.match(stdout, /\nclaude-code +2 .*\ncodex +1 .*\ngemini-cli +1 /)
      assert.match(
        stdout,
        /\n5 other files are not transcripts; --others lists them\.\n4 files, 0 refused; \d+ nodes added\.\n$/,
      )
    }
  })
  it('lists what is none when it is asked to', async () => {
    for (const run of places) {
      const { stdout } = await run('import', ...homes, '--others')
      const listed = stdout.slice(stdout.indexOf('are not transcripts:\n')).split('\n').slice(1, -2)
      const names = ['empty.jsonl', 'history.jsonl', 'settings.json'].map((name) => join(home, '.claude', name))
      const all = [...names, join(home, '.codex/auth.json'), join(home, '.gemini/logo.png')]
      assert.deepEqual(
        listed.map((line) => line.trim()),
        all,
      )
      const { others, formats } = JSON.parse((await run('import', ...homes, '--others', '--json')).stdout) as {
        others: string[]
        formats: { format: string; files: number; added: number }[]
      }
      assert.deepEqual(others, all)
      assert.deepEqual(
        formats.map(({ format, files, added }) => [format, files, added]),
        [
          ['claude-code', 2, 0],
          ['codex', 1, 0],
          ['gemini-cli', 1, 0],
        ],
      )
    }
  })
  it('takes a copy of a session after all others', async () => {
    for (const run of places) {
      const { status, stdout } = await run('import', join(folder, 'copied'))
      assert.equal(status, 0, stdout)
      assert.deepEqual(
        [...stdout.matchAll(/copied\/(\S+) \(CLAUDE_CODE/g)].map(([, name]) => name),
        ['source.jsonl', 'copy.jsonl'],
      )
    }
  })
  it('sends the name of a folder with that of a file where it tells whose the file is', async () => {
    for (const run of places) {
      const { status, stdout } = await run('import', join(folder, 'gemini'))
      assert.equal(status, 0, stdout)
      const { things } = JSON.parse((await run('show', 'g', '--json')).stdout) as { things: { treeShape: object }[] }
      assert.deepEqual(things[0]?.treeShape, { leaves: 1, branchPoints: 0, sidechains: 1 })
    }
  })
  it('puts sessions of OpenCode together of which a folder has the pieces', async () => {
    for (const run of places) {
      const { status, stdout } = await run('import', join(folder, 'opencode'))
      assert.equal(status, 0, stdout)
      assert.match(stdout, /ses_1\.json \(OPENCODE/)
      assert.match(stdout, /1 other file is not a transcript/)
      assert.match((await run('show', 'ses_1')).stdout, /in pieces/)
    }
  })
  it('takes the files of a Neo conversation together: the JSON first, then archive, hot file and sidecar', async () => {
    for (const run of places) {
      const { status, stdout } = await run('import', join(folder, 'neo'))
      assert.equal(status, 0, stdout)
      const told = [...stdout.matchAll(/neo\/(\S+) \(NEO/g)].map(([, name]) => name)
      assert.deepEqual(told, ['b.json', 'c.json', 'c.archive.jsonl', 'c.jsonl', 'c.meta.json'])
      assert.doesNotMatch(stdout, /SIDECAR_ALONE/)
      const shown = (await run('export', 'c', '--format', 'openai')).stdout
      const { messages } = JSON.parse(shown) as { messages: { content: string }[] }
      assert.deepEqual(
        messages.map(({ content }) => content),
        ['a', 'b', 'd'],
      )
      assert.match((await run('list')).stdout, /Named/)
    }
  })

  it('takes what the display of a task of Cline says of its messages with them, from a folder and by the file’s name', async () => {
    const api = join(folder, 'cline/tasks/1750/api_conversation_history.json')
    for (const place of places) {
      const { stdout, status } = await place('import', join(folder, 'cline'), '--json')
      const report = JSON.parse(stdout) as { files: unknown[]; added: number; others: number }
      assert.deepEqual([status, report.files.length, report.added, report.others], [0, 1, 2, 1])
      assert.match((await place('stats', '1750')).stdout, /11\b[\s\S]*\b3\b/)
      assert.equal((await place('export', '1750')).stdout, taskText)
      for (const path of [api, join(folder, 'cline')]) {
        const again = JSON.parse((await place('import', path, '--json')).stdout) as { added: number }
        assert.equal(again.added, 0)
      }
      const log = await place('show', '1750', '--json')
      assert.match(log.stdout, /2025-06-15T15:06:41/)
    }
    const reread = await turngraph({ DATA: join(folder, 'here') }, 'reread', '--json')
    assert.match(reread.stdout, /"corrected":\s*0/)
  })
})
