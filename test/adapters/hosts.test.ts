// In rotation, one of 2: each host starts programs of its own.
import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, before, it } from 'node:test'
import { root } from '../../scripts/root.ts'
import { connect } from '../../src/client/client.ts'
import { file, session } from '../cli/support.ts'
import { installGlobally } from '../support/installedPackage.ts'
import { describeOnce } from '../support/stores.ts'
import { hostOn } from './mcp.ts'

/** How a host starts a server. */
interface Started {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

const readme = readFileSync(join(root, 'README.md'), 'utf8')
const section = readme.slice(readme.indexOf('\n## Agents\n'), readme.indexOf('\n### A program of your own\n'))
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

describeOnce('what the README gives hosts of agents', () => {
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

  it('has a hook that imports a finished session, once however often it ends', { timeout: 120_000 }, async () => {
    interface Hooks {
      readonly hooks: { readonly SessionEnd: readonly { readonly hooks: readonly { readonly command: string }[] }[] }
    }
    const { command = '' } = (JSON.parse(hook) as Hooks).hooks.SessionEnd[0]?.hooks[0] ?? {}
    const lines = [{ uuid: 'u', parent: null, role: 'user', content: 'From the hook.' }] as const
    const transcript_path = file(home, 'a folder/s 1.jsonl', session('s-1', lines))
    const input = JSON.stringify({ session_id: 's-1', transcript_path, hook_event_name: 'SessionEnd' })
    for (let end = 0; end < 2; end++) {
      const { status, stderr } = spawnSync('sh', ['-c', command], {
        input,
        env: { PATH, HOME: home },
        encoding: 'utf8',
      })
      assert.equal(status, 0, stderr)
    }
    assert.deepEqual(await titles(join(home, '.turngraph')), ['From the hook.'])
  })
})

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
