import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { formats } from '../../src/formats/index.ts'
import {
  agentNamed,
  isSessionPath,
  knownAgents,
  knownFolderOf,
  knownFolders,
  type Machine,
} from '../../src/formats/knownFolders.ts'

const linux: Machine = { platform: 'linux', home: '/home/me', env: {} }
const mac: Machine = { platform: 'darwin', home: '/Users/me', env: {} }
const windows: Machine = {
  platform: 'win32',
  home: 'C:\\Users\\me',
  env: { APPDATA: 'C:\\Users\\me\\AppData\\Roaming' },
}

const foldersOf = (name: string, machine: Machine) => agentNamed(name)?.folders(machine)

function isSession(path: string, machine: Machine): boolean {
  const folder = knownFolderOf(path, machine)
  return folder !== null && isSessionPath(folder, path, machine)
}

describe('known folders', () => {
  const places: [string, Machine, string][] = [
    ['claude-code', linux, '/home/me/.claude/projects'],
    ['claude-code', mac, '/Users/me/.claude/projects'],
    ['claude-code', windows, 'C:\\Users\\me\\.claude\\projects'],
    ['codex', linux, '/home/me/.codex/sessions'],
    ['codex', mac, '/Users/me/.codex/sessions'],
    ['codex', windows, 'C:\\Users\\me\\.codex\\sessions'],
    ['gemini-cli', linux, '/home/me/.gemini/tmp'],
    ['gemini-cli', windows, 'C:\\Users\\me\\.gemini\\tmp'],
    ['pi', mac, '/Users/me/.pi/agent/sessions'],
    ['pi', windows, 'C:\\Users\\me\\.pi\\agent\\sessions'],
    ['qwen-code', windows, 'C:\\Users\\me\\.qwen\\projects'],
    ['iflow', linux, '/home/me/.iflow/projects'],
    ['copilot-cli', mac, '/Users/me/.copilot/session-state'],
    ['copilot-chat', linux, '/home/me/.config/Code/User/workspaceStorage'],
    ['copilot-chat', mac, '/Users/me/Library/Application Support/Code/User/workspaceStorage'],
    ['copilot-chat', windows, 'C:\\Users\\me\\AppData\\Roaming\\Code\\User\\workspaceStorage'],
    ['goose', linux, '/home/me/.local/share/goose/sessions'],
    ['goose', mac, '/Users/me/.local/share/goose/sessions'],
    ['goose', windows, 'C:\\Users\\me\\AppData\\Roaming\\Block\\goose\\data\\sessions'],
    ['lm-studio', windows, 'C:\\Users\\me\\.lmstudio\\conversations'],
    ['cline', mac, '/Users/me/Library/Application Support/Code/User/globalStorage/saoudrizwan.claude-dev/tasks'],
    ['roo-code', linux, '/home/me/.config/Code/User/globalStorage/rooveterinaryinc.roo-cline/tasks'],
    ['kilo-code', windows, 'C:\\Users\\me\\AppData\\Roaming\\Code\\User\\globalStorage\\kilocode.kilo-code\\tasks'],
  ]
  for (const [agent, machine, folder] of places)
    it(`of ${agent} on ${machine.platform} are where it writes`, () => {
      assert.equal(foldersOf(agent, machine)?.[0], folder)
    })

  it('are where variables of the agents and of the platform say', () => {
    const env = {
      CLAUDE_CONFIG_DIR: '/c',
      CODEX_HOME: '/x',
      PI_CODING_AGENT_DIR: '/p',
      XDG_CONFIG_HOME: '/s',
      XDG_DATA_HOME: '/d',
    }
    const machine = { ...linux, env }
    assert.deepEqual(foldersOf('claude-code', machine), ['/c/projects'])
    assert.deepEqual(foldersOf('codex', machine), ['/x/sessions', '/x/archived_sessions'])
    assert.deepEqual(foldersOf('pi', machine), ['/p/sessions'])
    assert.equal(foldersOf('cline', machine)?.[0], '/s/Code/User/globalStorage/saoudrizwan.claude-dev/tasks')
    assert.deepEqual(foldersOf('goose', machine), ['/d/goose/sessions'])
    assert.equal(agentNamed('claude-code')?.liveSigns?.folder(machine), '/c/sessions')
  })

  it('are in the home folder where a variable is empty, and where Windows names no APPDATA', () => {
    assert.deepEqual(foldersOf('claude-code', { ...linux, env: { CLAUDE_CONFIG_DIR: ' ' } }), [
      '/home/me/.claude/projects',
    ])
    assert.equal(
      foldersOf('copilot-chat', { ...windows, env: {} })?.[0],
      'C:\\Users\\me\\AppData\\Roaming\\Code\\User\\workspaceStorage',
    )
  })

  it('are each of a format that is read, and no two agents share one', () => {
    for (const { format } of knownAgents)
      assert.ok(
        formats.some(({ name, read }) => name === format && read),
        format,
      )
    for (const machine of [linux, mac, windows]) {
      const paths = knownFolders(machine).map(({ path }) => path)
      assert.equal(new Set(paths).size, paths.length)
    }
  })

  it('hold what the page about formats says of files in a home folder', () => {
    for (const { name, files } of formats)
      for (const file of files.filter((one) => one.startsWith('~/') && name !== 'OPENCODE')) {
        const path = file.slice(2).replace('/**/', '/2026/01/02/').replaceAll('*', 'x')
        assert.equal(knownFolderOf(`/home/me/${path}`, linux)?.agent.format, name, file)
        assert.ok(isSession(`/home/me/${path}`, linux), file)
      }
  })
})

describe('names of sessions', () => {
  const sessions: [string, Machine][] = [
    ['/home/me/.claude/projects/-w/4fd2.jsonl', linux],
    ['/home/me/.claude/projects/-w/4fd2/subagents/agent-a1.jsonl', linux],
    ['/home/me/.claude/projects/-w/4fd2/subagents/workflows/w1/agent-a1.jsonl', linux],
    ['C:\\Users\\me\\.claude\\projects\\C--w\\4fd2.jsonl', windows],
    ['c:\\users\\ME\\.claude\\projects\\C--w\\4fd2.jsonl', windows],
    ['/Users/me/.codex/sessions/2026/11/25/rollout-2026-11-25T00-49-04-01a2.jsonl', mac],
    ['/Users/me/.codex/archived_sessions/rollout-2026-11-25T00-49-04-01a2.jsonl', mac],
    ['/home/me/.gemini/tmp/app/chats/session-2026-11-25T00-49-d0ae.jsonl', linux],
    ['/home/me/.pi/agent/sessions/--w--/2026_01a2.jsonl', linux],
    ['/home/me/.qwen/projects/-w/chats/abda.jsonl', linux],
    ['/home/me/.config/Code/User/globalStorage/saoudrizwan.claude-dev/tasks/17/api_conversation_history.json', linux],
  ]
  for (const [path, machine] of sessions) it(`are known for ${path}`, () => assert.ok(isSession(path, machine)))

  const others: [string, Machine][] = [
    ['/home/me/.claude.json', linux],
    ['/home/me/.claude/projects/-w/4fd2/tool-results/r.json', linux],
    ['/home/me/.claude/projects/-w/4fd2/subagents/agent-a1.meta.json', linux],
    ['/home/me/.claude/projectsx/-w/4fd2.jsonl', linux],
    ['/home/me/.codex/history.jsonl', linux],
    ['/home/me/.gemini/tmp/app/logs.json', linux],
    [
      'C:\\Users\\me\\AppData\\Roaming\\Code\\User\\globalStorage\\saoudrizwan.claude-dev\\tasks\\17\\ui_messages.json',
      windows,
    ],
    ['D:\\.claude\\projects\\w\\4fd2.jsonl', windows],
  ]
  for (const [path, machine] of others) it(`are none for ${path}`, () => assert.equal(isSession(path, machine), false))
})
