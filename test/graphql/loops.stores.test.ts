import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { callOf, resultOf, session, storeAll } from './support/agentSession.ts'
import type { Api, Data } from './support/api.ts'
import { forEachStore } from './support/forEachStore.ts'
import { mutate } from './support/talk.ts'

type Loop = Data['prompt']['loop']

const call = `callId name summary state exitCode durationMs said resultSize resultHead
  call { id } result { id } sidechain { id }`
const list = `list { nodes { ${call} } totalCount pageInfo { endCursor hasNextPage } }`

/** A session of Claude Code whose call starts a sub-agent. */
const claude = { sessionId: 'main', isSidechain: false, cwd: '/w', version: '2.1.0', userType: 'external' }
const lines: readonly object[] = [
  {
    ...{ ...claude, type: 'user', uuid: 'u', parentUuid: null, timestamp: '2026-01-01T00:00:00.000Z' },
    message: { role: 'user', content: 'Look around' },
  },
  {
    ...{ ...claude, type: 'assistant', uuid: 'a', parentUuid: 'u', timestamp: '2026-01-01T00:00:01.000Z' },
    message: {
      ...{ id: 'm', role: 'assistant' },
      content: [{ type: 'tool_use', id: 'task', name: 'Task', input: { description: 'Look', prompt: 'look' } }],
    },
  },
  {
    ...{ ...claude, type: 'user', uuid: 's', parentUuid: null, timestamp: '2026-01-01T00:00:02.000Z' },
    ...{ isSidechain: true, message: { role: 'user', content: 'look' } },
  },
]

await forEachStore('the loops of an agent', (start) => {
  let api: Api
  let nodes: readonly string[]
  before(async () => {
    api = await start()
    nodes = await storeAll(api, 'agent', session)
  })
  after(() => api.close())

  const loopOf = async (conversationId: string, id: string, selection: string): Promise<Loop> => {
    const query = `query ($c: ID!, $id: ID!) { prompt(conversationId: $c, id: $id) { loop { ${selection} } } }`
    return (await api.ask(query, { c: conversationId, id })).prompt.loop
  }

  describe('list their calls', () => {
    it('each with what it was about and what came of it, wherever that stands', async () => {
      const { nodes: calls } = (await loopOf('agent', nodes[1] ?? '', list)).list
      const [first, second] = calls
      assert.deepEqual(first, {
        ...{ callId: 'c1', name: 'bash', summary: 'npx vitest run', state: 'FAILED', exitCode: 1 },
        ...{ durationMs: 60_000, said: 'I look.', resultSize: 29, resultHead: 'Process exited with code 1\nno' },
        ...{ call: { id: nodes[2] }, result: { id: nodes[3] }, sidechain: null },
      })
      assert.deepEqual([second.callId, second.summary, second.state, second.said], ['c2', 'src/a.ts', 'DECLINED', null])
    })

    it('in pages, those without a result too', async () => {
      const { list: all } = await loopOf('agent', nodes[8] ?? '', list)
      assert.deepEqual(
        all.nodes.map(({ callId, state, result, resultSize }) => [callId, state, result, resultSize]),
        [
          ['c3', 'UNANSWERED', null, null],
          ['c4', 'DONE', { id: nodes[10] }, 3000],
        ],
      )
      assert.deepEqual(all.nodes[1].resultHead, 'y'.repeat(2000))
      const page = await loopOf('agent', nodes[8] ?? '', list.replace('list', 'list(first: 1)'))
      assert.deepEqual([page.list.nodes.length, page.list.totalCount, page.list.pageInfo.hasNextPage], [1, 2, true])
      const cursor = JSON.stringify(page.list.pageInfo.endCursor)
      const rest = await loopOf('agent', nodes[8] ?? '', list.replace('list', `list(after: ${cursor})`))
      assert.deepEqual(
        rest.list.nodes.map(({ callId }) => callId),
        ['c4'],
      )
      const wrong = `{ prompt(conversationId: "agent", id: "${nodes[1]}") { loop { list(after: ${cursor}) { totalCount } } } }`
      const { errors } = await api.send(wrong)
      assert.deepEqual(
        errors.map(({ extensions }) => extensions.code),
        ['BAD_INPUT'],
      )
    })

    it('as under way while a run holds the head', async () => {
      const [prompt = ''] = await storeAll(api, 'running', [
        { role: 'USER', text: 'Go' },
        { role: 'ASSISTANT', content: [callOf('k', 'bash', { command: 'sleep' })] },
      ])
      const state = async () => {
        const loop = await loopOf('running', prompt, 'strip running { runId } list { nodes { state } }')
        return [loop.strip, loop.running, loop.list.nodes[0].state]
      }
      assert.deepEqual(await state(), ['?', null, 'UNANSWERED'])
      await mutate(api, 'claimRun', { conversationId: 'running', runId: 'r' }, '')
      assert.deepEqual(await state(), ['+', { runId: 'r' }, 'RUNNING'])
    })

    it('with the sub-agents that they started, which know their call', async () => {
      const body = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
      const response = await fetch(`${api.url}/import`, { method: 'POST', body })
      assert.equal(response.status, 200)
      const { conversations } = await api.ask(
        '{ conversations(filter: { sidechains: false, forks: false }) { nodes { id title prompts { nodes { id } } } } }',
      )
      const main = conversations.nodes.find(({ title }) => title === 'Look around')
      assert.ok(main)
      const selection = `sidechains { id } list { nodes { sidechain { id spawnedByCallId } } }`
      const loop = await loopOf(main.id, main.prompts.nodes[0].id, selection)
      const [{ sidechain }] = loop.list.nodes
      assert.equal(sidechain.spawnedByCallId, 'task')
      assert.deepEqual(loop.sidechains, [{ id: sidechain.id }])
    })
  })

  describe('are divided into steps', () => {
    const steps = `steps { nodes { id said loop { calls failures notes first { id } last { id } } list { nodes { callId } } } totalCount }`
    const stepsOf = async (conversationId: string, id: string) => {
      const query = `query ($c: ID!, $id: ID!) { prompt(conversationId: $c, id: $id) { ${steps} loop { calls failures notes } } }`
      return (await api.ask(query, { c: conversationId, id })).prompt
    }

    it('by what was said before their calls; they tile the loop and add up to it', async () => {
      const said = (k: number) => [
        { role: 'ASSISTANT', content: [{ text: `Step ${k}\nmore` }, callOf(`s${k}a`, 'read', { path: 'a' })] },
        { role: 'TOOL', content: [resultOf(`s${k}a`, 'no', k === 1)] },
        { role: 'ASSISTANT', content: [callOf(`s${k}b`, 'read', { path: 'b' })] },
        { role: 'TOOL', content: [resultOf(`s${k}b`, 'ok')] },
      ]
      const turns = [{ role: 'USER', text: 'Go' }, ...[0, 1, 2].flatMap(said), { role: 'ASSISTANT', text: 'Done' }]
      const stored = await storeAll(api, 'steps', turns)
      const prompt = await stepsOf('steps', stored[0] ?? '')
      const found = prompt.steps.nodes
      assert.deepEqual(
        found.map((step) => [step.said, step.list.nodes.map(({ callId }) => callId).join()]),
        [0, 1, 2].map((k) => [`Step ${k}`, `s${k}a,s${k}b`]),
      )
      const ends = found.map(({ loop }) => [stored.indexOf(loop.first.id), stored.indexOf(loop.last.id)])
      assert.deepEqual(ends, [
        [0, 4],
        [5, 8],
        [9, 13],
      ])
      for (const name of ['calls', 'failures', 'notes'] as const)
        assert.equal(
          found.reduce((sum, { loop }) => sum + loop[name], 0),
          prompt.loop[name],
        )
    })

    it('by ten calls where nothing is said', async () => {
      const calls = Array.from({ length: 25 }, (_, i) => [
        { role: 'ASSISTANT', content: [callOf(`n${i}`, 'read', {})] },
        { role: 'TOOL', content: [resultOf(`n${i}`, 'ok')] },
      ])
      const [prompt = ''] = await storeAll(api, 'silent', [{ role: 'USER', text: 'Go' }, ...calls.flat()])
      const { steps } = await stepsOf('silent', prompt)
      assert.deepEqual(
        steps.nodes.map(({ said, loop }) => [said, loop.calls]),
        [
          ['', 10],
          ['', 10],
          ['', 5],
        ],
      )
    })
  })

  it('are asked for by an id of a prompt of that conversation alone', async () => {
    const found = async (conversationId: string, id: string) =>
      (
        await api.ask('query ($c: ID!, $id: ID!) { prompt(conversationId: $c, id: $id) { number } }', {
          c: conversationId,
          id,
        })
      ).prompt
    assert.deepEqual(await found('agent', 'start'), { number: 0 })
    assert.deepEqual(await found('agent', nodes[8] ?? ''), { number: 2 })
    for (const [conversation, id] of [
      ['agent', nodes[4]],
      ['agent', 'nothing'],
      ['nothing', 'start'],
      ['steps', nodes[8]],
      ['steps', 'start'],
    ])
      assert.equal(await found(conversation ?? '', id ?? ''), null, `${conversation} ${id}`)
  })
})
