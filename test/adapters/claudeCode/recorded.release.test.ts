// Beyond a landing: Claude Code itself is installed, 380 MB, and talks through the proxy.
import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { after, before, it } from 'node:test'
import { describeOnce } from '../../support/stores.ts'
import { callersKey, startOutsider, type Outsider } from '../proxy/support/outsider.ts'
import { conversationIds, recorded, whenRecorded } from '../proxy/support/recorded.ts'
import { program } from './program.ts'
import { startUpstream, type Asked, type Block, type Upstream } from './upstream.ts'

const noProgram = existsSync(program) ? false : 'npm has no Claude Code for this machine, or did not bring it'
const session = '5e0b0f00-0000-4000-8000-0000000c0de1'

/** Calls a tool where it is asked to, sends an agent where it is asked to, and says how long the history is. */
function model({ messages, tools = [] }: Asked): Block {
  const last = JSON.stringify(messages.findLast(({ role }) => role === 'user')?.content)
  const id = `toolu_${messages.length}`
  if (last.includes('Count the geese.')) return { type: 'tool_use', id, name: 'Read', input: { file_path: geese } }
  const input = { description: 'Look', prompt: 'Look around.', subagent_type: 'general-purpose' }
  const agent = tools.find(({ name }) => name === 'Agent' || name === 'Task')
  if (last.includes('Send an agent.') && agent) return { type: 'tool_use', id, name: agent.name, input }
  return { type: 'text', text: last.includes('Look around.') ? 'Nothing here.' : `answer to ${messages.length}` }
}
let geese = ''

describeOnce('a session of Claude Code itself through the proxy', () => {
  if (noProgram) return void it('is recorded', { skip: noProgram })
  let upstream: Upstream
  let outsider: Outsider
  before(async () => {
    upstream = await startUpstream(model)
    outsider = await startOutsider(upstream.url)
    geese = join(outsider.work, 'geese.txt')
    writeFileSync(geese, 'three geese\n')
  })
  after(async () => {
    await outsider.close()
    await upstream.close()
  })
  const claude = (...args: readonly string[]) =>
    outsider.run(program, ['-p', ...args], {
      ...{ ANTHROPIC_BASE_URL: outsider.base, ANTHROPIC_API_KEY: callersKey },
      ...{ CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1', DISABLE_AUTOUPDATER: '1' },
    })
  const files = () =>
    readdirSync(join(outsider.home, '.claude/projects'), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.jsonl'))
      .map((name) => join(outsider.home, '.claude/projects', name))

  it('has its calls, its edit, its sub-agent and its fork, and no byte is changed', { timeout: 120_000 }, async () => {
    assert.match(await claude('Count the geese.', '--session-id', session), /^answer to 4/)
    await claude('And then?', '--resume', session)
    await claude('Send an agent.', '--resume', session)
    const lines = files().map((path) =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== ''),
    )
    const answered =
      lines.flat().find((line) => line.includes('"text":"answer to 4"') && line.includes('"type":"assistant"')) ??
      assert.fail()
    const { uuid } = JSON.parse(answered) as { readonly uuid: string }
    await claude('And otherwise?', '--resume', session, '--resume-session-at', uuid)
    await claude('Go on elsewhere.', '--resume', session, '--fork-session')
    await whenRecorded(outsider, 9)
    outsider.assertSameBytes(9)
    outsider.assertNoKey()

    const { path, leaves, sidechains } = await recorded(outsider, session)
    const said = path.map((turn) =>
      turn
        .split('\n')
        .at(-1)
        ?.replace(/^SYSTEM: .*|^Today's date.*/, 'SYSTEM'),
    )
    const begin = ['Count the geese.', 'SYSTEM', 'ASSISTANT: ', 'TOOL: ', 'ASSISTANT: answer to 4']
    assert.deepEqual(said, [...begin, 'USER: And otherwise?', 'ASSISTANT: answer to 6'])
    assert.equal(leaves, 2)
    assert.equal(sidechains.length, 1)
    const [agent = ''] = sidechains
    assert.match(agent, /\.agent-\w+$/)
    assert.equal((await recorded(outsider, agent)).path.at(-1), 'ASSISTANT: Nothing here.')
    const query = `{ conversation(id: "${session}") { title treeShape { roots versionPoints } } }`
    const shown = { title: 'Count the geese.', treeShape: { roots: 1, versionPoints: 1 } }
    assert.deepEqual(await outsider.ask(query), { conversation: shown })

    const [fork = '', ...others] = (await conversationIds(outsider)).filter((id) => id !== session && id !== agent)
    assert.deepEqual(others, [])
    const forked = await recorded(outsider, fork)
    assert.deepEqual([forked.forkedFrom, forked.path.length, forked.leaves], [session, 9, 1])
    assert.deepEqual(forked.path.slice(-2), ['USER: Go on elsewhere.', 'ASSISTANT: answer to 8'])

    // Claude Code's own files add notes, and no turn, leaf or answer: the fork's comes first.
    const shapeOf = (id: string) =>
      outsider.ask(
        `{ conversation(id: "${id}") { turnCount usage { inputTokens outputTokens } treeShape { roots leaves versionPoints } } }`,
      )
    const ids = [session, fork, agent]
    const before = await Promise.all(ids.map(shapeOf))
    for (const path of files().sort((name) => (name.includes(fork) ? -1 : 1))) {
      const url = `${outsider.url}/import?fileName=${encodeURIComponent(relative(join(outsider.home, '.claude/projects'), path))}`
      assert.equal((await fetch(url, { method: 'POST', body: readFileSync(path) })).status, 200)
    }
    assert.deepEqual(await Promise.all(ids.map(shapeOf)), before)
    assert.deepEqual((await conversationIds(outsider)).sort(), ids.sort())
  })
})
