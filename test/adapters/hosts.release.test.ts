// Beyond a landing: each host starts programs of its own.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, before, it } from 'node:test'
import { root } from '../../scripts/root.ts'
import { connect } from '../../src/client/client.ts'
import { file, session } from '../cli/support.ts'
import { installGlobally } from '../support/installedPackage.ts'
import { describeOnce } from '../support/stores.ts'
import { runHook, sessionEndHook, slowly } from './claudeCode/hooks.ts'
import { hostOn } from './mcp.ts'

/** How a host starts a server. */
interface Started {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

const page = readFileSync(join(root, 'docs/agents.md'), 'utf8')
const section = page.slice(page.indexOf('\n## Set up a host\n'))
const [packed = '', added = '', servers = '', vscode = '', codex = '', hook = ''] = [
  ...section.matchAll(/^```\w+\n([^]*?)^```$/gm),
].map(([, text]) => text)

const started: Readonly<Record<string, () => Started>> = {
  'Claude Code'() {
    const [, name = '', value = '', command = '', args = ''] =
      /^claude mcp add turngraph --scope user --env (\w+)=(\S+) -- (\S+) (.+)\n$/.exec(added) ?? []
    return { command, args: args.split(' '), env: { [name]: value } }
  },
  'Claude Desktop, Cursor, Gemini CLI': () =>
    (JSON.parse(servers) as { mcpServers: { turngraph: Started } }).mcpServers.turngraph,
  'VS Code'() {
    const { type, ...rest } = (JSON.parse(vscode) as { servers: { turngraph: Started & { type: string } } }).servers
      .turngraph
    assert.equal(type, 'stdio')
    return rest
  },
  Codex() {
    assert.match(codex, /^\[mcp_servers\.turngraph\]\n/)
    const line = (name: string) => new RegExp(`^${name} = (.+)$`, 'm').exec(codex)?.[1] ?? ''
    const env = JSON.parse(line('env').replace(/(\w+) =/g, '"$1":')) as Started['env']
    return { command: JSON.parse(line('command')) as string, args: JSON.parse(line('args')) as string[], env }
  },
}

describeOnce('what the page about agents gives their hosts', () => {
  const home = mkdtempSync(join(tmpdir(), 'turngraph-hosts-'))
  after(() => rmSync(home, { recursive: true, force: true }))
  const prefix = join(home, 'global')
  before(() => installGlobally(packed, prefix))
  const PATH = [join(prefix, 'bin'), dirname(process.execPath), process.env['PATH']].join(delimiter)

  it('is the same command for each, on a folder', () => {
    for (const [host, how] of Object.entries(started)) {
      const { command, args, env } = how()
      assert.deepEqual([host, command, args, Object.keys(env)], [host, 'turngraph', ['mcp'], ['DATA']])
    }
  })

  it('starts a server of tools that stores there', { timeout: 120_000 }, async () => {
    const { command, args } = started['VS Code']?.() ?? assert.fail()
    const data = join(home, 'of-a-host')
    const child = spawn(command, args, { env: { PATH, DATA: data }, stdio: ['pipe', 'pipe', 'inherit'] })
    const ended = new Promise<void>((done) => child.once('close', () => done()))
    const host = hostOn(child.stdin, child.stdout, async () => {
      child.stdin.end()
      await ended
    })
    const clientInfo = { name: 'host', version: '0' }
    await host.ask('initialize', { protocolVersion: '2025-11-25', capabilities: {}, clientInfo })
    await host.done('store_turn', { conversation_id: 'c', turn_id: '1', role: 'user', text: 'Hello.' })
    await host.end()
    assert.deepEqual(await titles(data), ['Hello.'])
  })

  it(
    'has a hook that has the time to import a finished session and its sub-agents, once however often it ends',
    hookLimit,
    async () => {
      const id = 's 1'
      const main = file(home, `a folder/${id}.jsonl`, session(id, [line('u', 'From the hook.')]))
      file(home, `a folder/${id}/subagents/agent-a1.jsonl`, asAgent(session(id, [line('a', 'From below.')]), 'a1'))
      file(home, 'a folder/agent-b2.jsonl', asAgent(session(id, [line('b', 'From beside.')]), 'b2'))
      file(home, 'a folder/agent-c3.jsonl', asAgent(session('other', [line('c', 'Of another.')]), 'c3'))
      file(home, 'a folder/other.jsonl', session('other', [line('o', 'Another.')]))
      const handed = { session_id: id, transcript_path: main, hook_event_name: 'SessionEnd' }
      const slow = slowly('turngraph', prefix, join(home, 'slow'))
      for (let end = 0; end < 2; end++)
        await runHook(sessionEndHook(hook), handed, { PATH: `${slow}${delimiter}${PATH}`, HOME: home })
      assert.deepEqual((await titles(join(home, '.turngraph'))).sort(), [
        'From below.',
        'From beside.',
        'From the hook.',
      ])
    },
  )

  it('would lose the session without its timeout', hookLimit, async () => {
    const slow = slowly('turngraph', prefix, join(home, 'slow'))
    const { timeout: _, ...rest } = sessionEndHook(hook)
    await assert.rejects(runHook(rest, {}, { PATH: `${slow}${delimiter}${PATH}`, HOME: home }), /cancelled/)
  })
})

const hookLimit = { timeout: 120_000 }
const line = (uuid: string, content: string) => ({ uuid, parent: null, role: 'user', content }) as const
const asAgent = (text: string, agentId: string) =>
  text.replaceAll('"isSidechain":false', `"isSidechain":true,"agentId":"${agentId}"`)

async function titles(data: string): Promise<string[]> {
  const client = await connect({ data })
  const query = '{ conversations { nodes { title turnCount } } }'
  const { conversations } = await client.query<{
    readonly conversations: { readonly nodes: readonly { readonly title: string; readonly turnCount: number }[] }
  }>(query)
  await client.close()
  assert.ok(conversations.nodes.every(({ turnCount }) => turnCount === 1))
  return conversations.nodes.map(({ title }) => title)
}
