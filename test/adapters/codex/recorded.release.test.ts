// Beyond a landing: Codex itself is installed, 420 MB, and talks through the proxy.
import assert from 'node:assert/strict'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, it } from 'node:test'
import { file } from '../../cli/support.ts'
import { describeOnce } from '../../support/stores.ts'
import { callersKey, startOutsider, type Outsider } from '../proxy/support/outsider.ts'
import { conversationIds, recorded, whenRecorded } from '../proxy/support/recorded.ts'
import { startModel, type Item, type Model } from './model.ts'

const program = join(import.meta.dirname, 'node_modules/.bin/codex')
const noProgram = existsSync(program) ? false : 'npm has no Codex for this machine, or did not bring it'
/** As docs/proxy.md has it. */
const settings = (base: string) => `model_provider = "turngraph"
model_providers.turngraph = { name = "turngraph", base_url = "${base}/v1", wire_api = "responses", env_key = "OPENAI_API_KEY" }
`

/** Runs a script where it is asked to, sends an agent where it is asked to, waits for it, and says how long the history is. */
function model(history: readonly Item[]): Item {
  const last = JSON.stringify(history.at(-1))
  const call = { call_id: `call_${history.length}`, namespace: 'collaboration' }
  const input = "text(await tools.exec_command({ cmd: 'cat geese.txt' }))"
  const task = JSON.stringify({ message: 'Look around.', task_name: 'look', fork_turns: 'none' })
  const wait = JSON.stringify({ timeout_ms: 10_000 })
  if (last.includes('Count the geese.'))
    return { type: 'custom_tool_call', ...call, namespace: 'functions', name: 'exec', input }
  if (last.includes('Send an agent.')) return { type: 'function_call', ...call, name: 'spawn_agent', arguments: task }
  if (last.includes('task_name')) return { type: 'function_call', ...call, name: 'wait_agent', arguments: wait }
  const text = last.includes('NEW_TASK') ? 'Nothing here.' : `answer to ${history.length}`
  return { type: 'message', role: 'assistant', content: [{ type: 'output_text', text, annotations: [] }] }
}

describeOnce('a session of Codex itself through the proxy', () => {
  if (noProgram) return void it('is recorded', { skip: noProgram })
  let upstream: Model
  let outsider: Outsider
  before(async () => {
    upstream = await startModel(model)
    outsider = await startOutsider(upstream.url)
    writeFileSync(join(outsider.work, 'geese.txt'), 'three geese\n')
    file(outsider.home, '.codex/config.toml', settings(outsider.base))
  })
  after(async () => {
    await outsider.close()
    await upstream.close()
  })
  const options = ['--skip-git-repo-check', '--json', '--dangerously-bypass-approvals-and-sandbox']
  const codex = async (...args: readonly string[]): Promise<string> => {
    const env = { OPENAI_API_KEY: callersKey, CODEX_HOME: join(outsider.home, '.codex') }
    const printed = await outsider.run(program, ['exec', ...options, ...args], env)
    return /"thread_id":"([\w-]+)"/.exec(printed)?.[1] ?? assert.fail(printed)
  }
  /** The roles of a path without what the program puts before everything. */
  const talk = async (id: string) =>
    (await recorded(outsider, id)).path
      .filter((turn) => !turn.startsWith('SYSTEM: '))
      .map((turn) => turn.replaceAll(/\n.*/gs, ''))

  it('has its calls, its sub-agent and its fork, and no byte is changed', { timeout: 120_000 }, async () => {
    const id = await codex('Count the geese.')
    assert.equal(await codex('resume', id, 'And then?'), id)
    await codex('resume', id, 'Send an agent.')
    const fork = await codex('fork', id, 'Go on elsewhere.')
    await whenRecorded(outsider, 8)
    outsider.assertSameBytes(8)
    outsider.assertNoKey()

    const said = await talk(id)
    const called = ['USER: Count the geese.', 'ASSISTANT: ', 'TOOL: ', 'ASSISTANT: answer to 9']
    const asked = [...called, 'USER: And then?', 'ASSISTANT: answer to 11', 'USER: Send an agent.']
    const agents = ['ASSISTANT: ', 'TOOL: ', 'ASSISTANT: ', 'TOOL: ', 'USER: Message Type: FINAL_ANSWER']
    assert.deepEqual(said, [...asked, ...agents, 'ASSISTANT: answer to 18'])
    const { leaves, sidechains } = await recorded(outsider, id)
    assert.deepEqual([leaves, sidechains.length], [1, 1])
    const [agent = ''] = sidechains
    assert.deepEqual(await talk(agent), ['USER: Message Type: NEW_TASK', 'ASSISTANT: Nothing here.'])
    assert.equal((await recorded(outsider, fork)).forkedFrom, id)
    assert.deepEqual(await talk(fork), [...said, 'USER: Go on elsewhere.', 'ASSISTANT: answer to 20'])
    assert.deepEqual((await conversationIds(outsider)).sort(), [id, fork, agent].sort())
    const setups = `{ records(conversationId: "${id}", kind: "proxy.setup") { nodes { value } } }`
    const { records } = await outsider.ask<{ records: { nodes: { value: { tools: object[] } }[] } }>(setups)
    assert.ok(records.nodes.every(({ value }) => value.tools.length > 0))
  })
})
