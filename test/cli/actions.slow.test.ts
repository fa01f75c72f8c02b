// Takes long: each command opens and closes the store.
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { compose, type App } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { join } from 'node:path'
import { file, session, temporaryFolder, thereAndBack, turngraph, type Ran } from './support.ts'

const folder = temporaryFolder()

describe('the command line', () => {
  let app: App
  const env = { DATA: join(folder, 'local') }
  const places: { readonly name: string; readonly run: (...args: string[]) => Promise<Ran> }[] = [
    {
      name: 'on the store that the environment names',
      run: (...args) => turngraph(env, ...args),
    },
  ]
  before(async () => {
    app = await compose(readConfig({ DATA: join(folder, 'served'), LOG_LEVEL: 'silent' }))
    const url = await app.server.listen({ host: '127.0.0.1', port: 0 })
    places.push({ name: 'on a running server', run: (...args) => turngraph({}, ...args, '--url', url) })
  })
  after(() => app.close())

  it('compacts, drops, takes back, names places and makes a conversation of what a model reads, on either place', async () => {
    const path = file(
      folder,
      'marked.jsonl',
      session(
        'marked',
        Array.from({ length: 6 }, (_, i) => ({
          ...{
            uuid: `k${i}`,
            parent: i === 0 ? null : `k${i - 1}`,
            role: i % 2 === 0 ? ('user' as const) : ('assistant' as const),
          },
          content: i % 2 === 0 ? `ask ${i}` : { type: 'text', text: `answer ${i}` },
        })),
      ),
    )
    for (const { name, run } of places) {
      assert.equal((await run('import', path)).status, 0)
      const done = async (...args: string[]) => {
        const { status, stderr, stdout } = await run(...args, '--json')
        assert.equal(status, 0, `${name}: ${stderr}`)
        return JSON.parse(stdout) as { conversationId: string; kind: string; details: Record<string, string> }
      }
      const dropped = await done('drop', 'mark', '--from', '3', '--to', 'marked:k3', '--sidechains', 'cascade')
      assert.deepEqual(
        [dropped.conversationId, dropped.kind, dropped.details['sidechains']],
        ['marked', 'DROP', 'CASCADE'],
      )
      const said = await run('compact', 'marked', '--from', '1', '--to', '2', '--summary', 'They spoke.')
      assert.match(
        said.stdout,
        /^A model reads the summary in their place\. Marker \S+; "turngraph cancel marked \S+.*" takes it back\. "turngraph undo marked.*" moves the head back\.\n$/,
      )
      await thereAndBack(env, said)
      const made = await done('materialize', 'marked', '--as', 'short')
      assert.deepEqual([made.conversationId, made.kind, made.details['source']], ['short', 'MATERIALIZE', 'marked'])
      assert.match(
        (await run('tree', 'short')).stdout,
        /● 1 USER They spoke\.\n┆ 1 more\n● 3 ASSISTANT answer 5 {2}◀ head/,
      )
      const cancelled = await run('cancel', 'marked', dropped.details['markerId'] ?? '')
      assert.match(cancelled.stdout, /^What it hid is read again\. "turngraph undo marked.*" moves the head back\.\n$/)
      await thereAndBack(env, cancelled)
      const named = await run('checkpoint', 'marked', 'half way', '--at', '4', '--note', 'n')
      assert.match(named.stdout, /^"half way" names \S+\.\n$/)
      assert.match((await run('tree', 'marked')).stdout, /● 4 ASSISTANT answer 3 ⚑ half way\n/)
      const refused = await run('compact', 'marked', '--from', '2', '--to', '4', '--summary', 's')
      assert.deepEqual([refused.status, refused.stdout], [1, ''])
      assert.match(refused.stderr, /^turngraph: A span cannot begin there/)
      assert.equal((await run('drop', 'marked', '--from', '1')).status, 2)
    }
  })

  it('counts the sub-agents of dropped turns as the policy says, as long as the marker holds, on either place', async () => {
    const chain = [
      { uuid: 'q1', type: 'user', message: { role: 'user', content: 'Look it up' } },
      {
        uuid: 'q2',
        type: 'assistant',
        message: {
          id: 'q2',
          role: 'assistant',
          content: [{ type: 'tool_use', id: 'call', name: 'Task', input: { prompt: 'look' } }],
        },
      },
      { uuid: 'side', type: 'user', isSidechain: true, message: { role: 'user', content: 'look' } },
      {
        uuid: 'q3',
        parentUuid: 'q2',
        type: 'user',
        message: { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'call', content: 'seen' }] },
      },
      {
        uuid: 'q4',
        type: 'assistant',
        message: { id: 'q4', role: 'assistant', content: [{ type: 'text', text: 'So it is' }] },
      },
      { uuid: 'q5', type: 'user', message: { role: 'user', content: 'Thanks' } },
    ]
    const lines = chain.map((line, i) => {
      const above = line.isSidechain === true || i === 0 ? null : (chain[i - 1]?.uuid ?? null)
      const base = {
        parentUuid: above,
        isSidechain: false,
        sessionId: 'agents',
        version: '2.1.0',
        timestamp: `2026-01-01T00:00:0${i}.000Z`,
      }
      return JSON.stringify({ ...base, ...line })
    })
    const path = file(folder, 'agents.jsonl', `${lines.join('\n')}\n`)
    for (const { run } of places) {
      assert.equal((await run('import', path)).status, 0)
      const counted = async () => {
        const [one, all] = await Promise.all([run('stats', 'agents', '--json'), run('stats', '--json')])
        const { shape } = JSON.parse(one.stdout) as { shape: { sidechains: number } }
        const { sidechains } = JSON.parse(all.stdout) as { sidechains: number }
        return [shape.sidechains, sidechains]
      }
      assert.deepEqual(await counted(), [1, 1])
      for (const [policy, during] of [
        ['orphan', 1],
        ['reroot', 1],
        ['cascade', 0],
      ] as const) {
        const drop = await run('drop', 'agents', '--from', '1', '--to', '4', '--sidechains', policy, '--json')
        const { details } = JSON.parse(drop.stdout) as { details: { markerId: string } }
        assert.deepEqual(await counted(), [during, during], policy)
        assert.equal((await run('cancel', 'agents', details.markerId)).status, 0)
        assert.deepEqual(await counted(), [1, 1])
      }
    }
  })
})
