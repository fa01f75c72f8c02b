// Takes long: each command opens and closes the store.
import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { connect } from '../../src/client/client.ts'
import { temporaryFolder, turngraph } from './support.ts'

const folder = temporaryFolder()
const env = { DATA: join(folder, 'prices') }
const path = join(folder, 'prices.json')
const said = async (...args: string[]) => {
  const { status, stdout, stderr } = await turngraph(env, ...args)
  assert.deepEqual([status, stderr], [0, ''], args.join(' '))
  return stdout
}

describe('prices on the command line', () => {
  before(async () => {
    const graph = await connect({ data: env.DATA })
    const talk = graph.conversations.open('c')
    await talk.append({ role: 'USER', text: 'Count.', observedAt: '2026-03-02T10:00:00Z' })
    const usage = { inputTokens: 2_000, outputTokens: 100 }
    await talk.append({ role: 'ASSISTANT', model: 'large-1', text: '1', observedAt: '2026-03-02T10:00:01Z', usage })
    await talk.append({ role: 'ASSISTANT', model: 'small', text: '2', observedAt: '2026-03-02T10:00:02Z', usage })
    await graph.close()
  })

  it('are taken from a file and estimate what answers do not state', async () => {
    assert.match(await said('prices', 'list'), /^There are no prices/)
    assert.match(await said('stats'), /cost +unknown: no answer states one/)
    writeFileSync(path, JSON.stringify([{ model: 'large-*', from: '2026-01-01', input: 3, output: 15, per: 1000 }]))
    assert.equal(await said('prices', 'import', path), 'The price table has 1 price now.\n')
    assert.equal(
      await said('prices', 'list'),
      [
        'model    from        sent  answered  cache read  cache written  for',
        'large-*  2026-01-01     3        15     unknown        unknown  1,000 tokens, USD',
        '',
      ].join('\n'),
    )
    assert.match(await said('stats', 'c'), /cost +about \$7\.50 by your prices for 1 answer, 1 unknown\n/)
    assert.match(await said('stats', '--by', 'model'), /large-1 .*≈ \$7\.50\nsmall .*unknown\n/)
  })

  it('are refused where the file is no price table, and stay as they are', async () => {
    for (const [text, why] of [
      ['[{]', 'JSON'],
      ['{}', 'It must hold a list of prices.'],
      ['[1]', 'prices[0]: A price is an object.'],
      ['[{ "model": "m" }]', 'prices[0]: "from" of "m" must be a text.'],
      ['[{ "model": "m", "from": "2026-01-01", "input": "3" }]', 'prices[0]: "input" of "m" must be a number.'],
      ['[{ "model": "m", "from": "2026-01-01", "imput": 3 }]', 'prices[0]: A price has no "imput".'],
      [
        '[{ "model": "l", "from": "2026-01-01" }, { "model": "m", "from": "2026-01-01", "input": -3 }]',
        'prices[1]: "input" of "m" is -3. A price is a number from 0',
      ],
    ] as const) {
      writeFileSync(path, text)
      const { status, stderr } = await turngraph(env, 'prices', 'import', path)
      assert.equal(status, 1, text)
      assert.ok(stderr.includes(why), stderr)
      assert.ok(stderr.includes(path), stderr)
    }
    assert.match(await said('prices', 'list'), /large-\*/)
  })
})
