import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Scope } from '../../../src/app/scope.ts'
import { wholeAnswers } from '../../../src/formats/codex/wholeAnswers.ts'
import { bytesSource } from '../../../src/formats/importSource.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { madeRollouts } from '../../support/madeRollouts.ts'
import { imports, imprint } from '../../support/transcripts.ts'

const event = (type: string, more: object = {}) =>
  JSON.stringify({ timestamp: '2026-01-01T00:00:00.000Z', type: 'event_msg', payload: { type, ...more } })
const item = (payload: object) =>
  JSON.stringify({ timestamp: '2026-01-01T00:00:00.000Z', type: 'response_item', payload })
const said = (role: string) => item({ type: 'message', role, content: [{ type: 'output_text', text: role }] })
const [asks, answers] = [said('user'), said('assistant')]
const calls = item({ type: 'function_call', call_id: 'c', name: 'shell', arguments: '{}' })
const gives = item({ type: 'function_call_output', call_id: 'c', output: 'ok' })
const counts = (n: number) =>
  event('token_count', { info: { total_token_usage: { output_tokens: n }, last_token_usage: { output_tokens: n } } })
const record = JSON.stringify({
  timestamp: '2026-01-01T00:00:00.000Z',
  type: 'token_usage_record',
  payload: { response_id: 'r', usage: { output_tokens: 1 } },
})
const thinks = event('agent_reasoning', { text: 'hm' })

async function whole(...lines: readonly string[]): Promise<number> {
  const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''))
  const end = await wholeAnswers(bytesSource(null, bytes), bytes.length)
  return bytes.subarray(0, end).toString().split('\n').length - 1
}

it('an answer is whole once what it took is told, in each layout', async () => {
  assert.equal(await whole(asks), 1)
  assert.equal(await whole(asks, answers), 1)
  assert.equal(await whole(asks, answers, record), 3)
  assert.equal(await whole(asks, answers, record, counts(1)), 4)
  assert.equal(await whole(asks, answers, calls, record, gives), 5)
  // Behind the results of its calls.
  assert.equal(await whole(asks, calls, gives), 1)
  assert.equal(await whole(asks, calls, gives, counts(1)), 4)
  // In front of its items.
  assert.equal(await whole(asks, thinks), 1)
  assert.equal(await whole(asks, thinks, counts(1), calls), 1)
  assert.equal(await whole(asks, thinks, counts(1), calls, gives), 5)
})

it('the end of a turn, an abort and the next prompt end it as well', async () => {
  for (const end of [event('task_complete'), event('turn_aborted'), asks])
    assert.equal(await whole(asks, answers, end), 3)
  assert.equal(await whole(asks, answers, event('item_completed'), counts(1)), 4)
})

it('only the end of a long rollout is read', async () => {
  const long = said('assistant').replace('"assistant"}', `"${'x'.repeat(700_000)}"}`)
  assert.equal(await whole(asks, long, record, long, record, asks, answers), 6)
  assert.equal(await whole(long, long, long), 0)
})

/** What an import has made of a conversation, with what its answers took. */
async function madeIn(scope: Scope, id: string): Promise<unknown> {
  const made = (await imprint(scope, id)) as object | null
  const nodes = await scope.store.lists([{ list: 'observationsOfConversation', owner: id, after: null, limit: 10_000 }])
  const usage = (nodes[0] ?? []).flatMap((node) => (node.usage ? [[node.externalId, node.usage]] : []))
  return { ...made, raw: null, activityAt: null, usage: usage.map((one) => JSON.stringify(one)).sort() }
}

let count = 0
await onEveryStore('a rollout that is read while it is written', (on: TestStore) => {
  it('ends as the same as one that is read whole, wherever its answers are whole', async () => {
    const bytes = madeRollouts[0]?.bytes ?? Buffer.of()
    const ends = new Set<number>()
    for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1))
      ends.add(await wholeAnswers(bytesSource(null, bytes), at + 1))
    assert.ok(ends.size > 10)
    const plain = on.scope({ tenant: `rollout-${++count}` })
    const { conversations } = await imports(plain, bytes)
    const id = conversations[0]?.id ?? ''
    const step = on.name === 'SQLite' ? 1 : 5
    const tried = [...ends].filter((end, at) => end > 0 && at % step === 0)
    for (const end of tried) {
      const tenant = `rollout-${++count}`
      await imports(on.scope({ tenant }), bytes.subarray(0, end))
      await imports(on.scope({ tenant }), bytes)
      assert.deepEqual(await madeIn(on.scope({ tenant }), id), await madeIn(plain, id), String(end))
    }
  })
})
