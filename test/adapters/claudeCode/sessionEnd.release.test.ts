// Beyond a landing: Claude Code itself is installed, 380 MB, and ends a session twice.
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { after, before, it } from 'node:test'
import { root } from '../../../scripts/root.ts'
import { connect } from '../../../src/client/client.ts'
import { file } from '../../cli/support.ts'
import { installGlobally } from '../../support/installedPackage.ts'
import { describeOnce } from '../../support/stores.ts'
import { sessionEndHook, slowly } from './hooks.ts'
import { program } from './program.ts'
import { startUpstream, type Upstream } from './upstream.ts'

const noProgram = existsSync(program) ? false : 'npm has no Claude Code for this machine, or did not bring it'
const [recipe = ''] = /^\{\n {2}"hooks"[^]*?^\}$/m.exec(readFileSync(join(root, 'docs/agents.md'), 'utf8')) ?? []

describeOnce('the hook of a session that Claude Code itself ends', () => {
  if (noProgram) return void it('runs', { skip: noProgram })
  const home = mkdtempSync(join(tmpdir(), 'turngraph-claude-'))
  const prefix = join(home, 'global')
  let upstream: Upstream
  before(async () => {
    installGlobally('npm pack && npm i -g ./turngraph-0.1.0.tgz\n', prefix)
    upstream = await startUpstream()
  })
  after(async () => {
    await upstream.close()
    rmSync(home, { recursive: true, force: true })
  })

  it('stores the session and its sub-agent, however long the import takes', { timeout: 180_000 }, async () => {
    file(home, '.claude/settings.json', recipe)
    await session()
    assert.deepEqual(await conversations(), [
      ['Count the geese.', null],
      ['Look for geese', 'Count the geese.'],
    ])
  })

  it('stores a session that started no sub-agent', { timeout: 180_000 }, async () => {
    await session('Only answer.', 'Three are here.')
    assert.deepEqual(
      (await conversations()).map(([title]) => title),
      ['Count the geese.', 'Look for geese', 'Only answer.'],
    )
  })

  it('is cancelled without its timeout', { timeout: 180_000 }, async () => {
    rmSync(join(home, '.turngraph'), { recursive: true })
    const { timeout: _, ...hook } = sessionEndHook(recipe)
    file(home, '.claude/settings.json', JSON.stringify({ hooks: { SessionEnd: [{ hooks: [hook] }] } }))
    assert.match(await session(), /Hook cancelled/)
    assert.ok(!existsSync(join(home, '.turngraph')))
  })

  /** Lets Claude Code answer one prompt, and returns what it wrote besides. */
  async function session(prompt = 'Count the geese.', answer = 'There are three geese.'): Promise<string> {
    const slow = slowly('turngraph', prefix, join(home, 'slow'))
    const cwd = join(home, 'work')
    mkdirSync(cwd, { recursive: true })
    const child = spawn(program, ['-p', prompt], {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        PATH: [slow, dirname(process.execPath), process.env['PATH']].join(delimiter),
        HOME: home,
        ...{ ANTHROPIC_BASE_URL: upstream.url, ANTHROPIC_API_KEY: 'none' },
        ...{ CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' },
      },
    })
    const [said, errors, status] = await Promise.all([
      textOf(child.stdout),
      textOf(child.stderr),
      new Promise((done) => child.once('close', done)),
    ])
    assert.equal(status, 0, errors)
    // Later versions go on without their sub-agent, and answer once more when it has ended.
    assert.deepEqual([...new Set(said.trim().split(/\n+/))], [answer], errors)
    return errors
  }

  async function conversations(): Promise<[string, string | null][]> {
    const client = await connect({ data: join(home, '.turngraph') })
    const query = '{ conversations { nodes { title spawnedBy { conversation { title } } } } }'
    interface Found {
      readonly title: string
      readonly spawnedBy: { readonly conversation: { readonly title: string } } | null
    }
    const found = await client.query<{ readonly conversations: { readonly nodes: readonly Found[] } }>(query)
    await client.close()
    const rows = found.conversations.nodes.map(({ title, spawnedBy }): [string, string | null] => [
      title,
      spawnedBy?.conversation.title ?? null,
    ])
    return rows.sort(([a], [b]) => (a < b ? -1 : 1))
  }
})

async function textOf(stream: AsyncIterable<unknown>): Promise<string> {
  let text = ''
  for await (const piece of stream) text += String(piece)
  return text
}
