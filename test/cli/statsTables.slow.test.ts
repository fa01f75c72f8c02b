// Takes long: each command opens and closes the store.
import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { join } from 'node:path'
import { connect } from '../../src/client/client.ts'
import { temporaryFolder, turngraph } from './support.ts'

const folder = temporaryFolder()
const env = { DATA: join(folder, 'numbers') }
const stats = async (...args: string[]) => {
  const { status, stdout, stderr } = await turngraph(env, 'stats', ...args)
  assert.deepEqual([status, stderr], [0, ''], args.join(' '))
  return stdout
}
const document = async <T>(...args: string[]) => JSON.parse(await stats(...args, '--json')) as T

describe('tables of stats', () => {
  before(async () => {
    const graph = await connect({ data: env.DATA })
    const stated = graph.conversations.open('stated')
    await stated.append({ role: 'USER', text: 'Count to ten.', observedAt: '2026-03-02T10:00:00Z' })
    const answer = { role: 'ASSISTANT', model: 'large' } as const
    const call = (id: string) => ({ toolCall: { callId: id, name: 'count', input: {} } })
    const result = (id: string, isError: boolean) => ({ toolResult: { callId: id, content: 'Done.', isError } })
    await stated.append({
      ...{ ...answer, content: [call('c1')], observedAt: '2026-03-02T10:00:01Z' },
      usage: { inputTokens: 1_000, outputTokens: 20, costUsd: 0.0042 },
    })
    await stated.append({ role: 'TOOL', content: [result('c1', true)], observedAt: '2026-03-02T10:00:02Z' })
    const other = graph.conversations.open('other')
    await other.append({ role: 'USER', text: 'And to three.', observedAt: '2026-03-08T23:59:59Z' })
    await other.append({
      ...{ ...answer, model: 'small', text: '1, 2, 3', observedAt: '2026-03-09T00:00:00Z' },
      usage: { inputTokens: 30, outputTokens: 9 },
    })
    await other.fork({ id: 'fork' })
    await stated.records.put(['a', 'b.part'].map((kind) => ({ kind, key: 'k', value: 1 })))
    await graph.close()
  })

  it('have tokens and cost by up to three dimensions; a cost that no answer states is unknown, not 0', async () => {
    assert.equal(
      await stats('--by', 'week,model'),
      [
        'week        model   sent  cached  answered  answers     cost',
        '2026-03-02  large  1,000       0        20        1  $0.0042',
        '2026-03-09  small     30       0         9        1  unknown',
        '',
      ].join('\n'),
    )
    const { rows, hasMore } = await document<{ rows: Record<string, unknown>[]; hasMore: boolean }>('--by', 'model')
    assert.deepEqual(
      [rows.map(({ model, costUsd, costSource }) => [model, costUsd, costSource]), hasMore],
      [
        [
          ['large', 0.0042, 'STATED'],
          ['small', null, 'UNKNOWN'],
        ],
        false,
      ],
    )
    assert.match(await stats('--by', 'conversation', '--limit', '1'), /\nstated .*Count to ten\.\n… and more/)
    assert.match(await stats('other', '--by', 'day'), /^day .*\n2026-03-09 .*\n$/)
  })

  it('count whole days, and only the time that is given', async () => {
    assert.match(await stats('--by', 'day', '--to', '2026-03-08'), /^day .*\n2026-03-02 .*\n$/)
    assert.match(await stats('--by', 'day', '--from', '2026-03-09'), /^day .*\n2026-03-09 .*\n$/)
  })

  it('rank conversations, by id and title', async () => {
    assert.equal(await stats('--top', 'forks'), 'forks  id     title\n    1  other  And to three.\n')
    assert.equal(await stats('--top', 'cost'), '   cost  id      title\n$0.0042  stated  Count to ten.\n')
    assert.match(await stats('--top', 'turns'), /^turns .*\n {4}3 {2}stated .*\n {4}2 {2}other .*\n$/)
    const { conversations } = await document<{ conversations: object[] }>('--top', 'tokens', '--limit', '1')
    assert.equal(conversations.length, 1)
  })

  it('name the tools that failed', async () => {
    assert.equal(
      await stats('--tools'),
      'tool   calls  failed   rate  week of the last failure\ncount      1       1  100 %  2026-03-02\n',
    )
    assert.equal(await stats('other', '--tools'), 'No tool has failed.\n')
  })

  it('count what programs keep beside a conversation', async () => {
    assert.equal((await document<{ stateRecords: number }>('stated')).stateRecords, 2)
    assert.match(await stats('stated', '--store'), /^ {2}state records +2$/m)
    assert.match(await stats('--store'), /^ {2}stateRecords +2$/m)
  })

  it('are refused where they contradict, and of no dimension that there is', async () => {
    for (const wrong of [
      ['--by', 'week,week'],
      ['--by', 'colour'],
      ['--by', 'day,model,role,tool'],
      ['--top', 'forks', '--tools'],
    ])
      assert.equal((await turngraph(env, 'stats', ...wrong)).status, 2, wrong.join(' '))
    const one = await turngraph(env, 'stats', 'stated', '--top', 'forks')
    assert.deepEqual([one.status, one.stdout], [1, ''])
    assert.match((await turngraph(env, 'stats', 'nothing', '--by', 'day')).stderr, /nothing/)
  })
})
