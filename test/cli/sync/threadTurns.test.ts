import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { keyed, planOf, type HeldTurns } from '../../../src/cli/sync/threadTurns.ts'

const turn = (text: string) => ({ role: 'user', text, ts: '2026-01-01T00:00:00Z' })
const path = (...texts: string[]) => keyed(texts.map(turn))
const held = (...texts: string[]): HeldTurns => {
  const turns = path(...texts)
  return { keys: new Set(turns.map(({ key }) => key)), last: turns.at(-1)?.key ?? null }
}
const textsOf = (plan: ReturnType<typeof planOf>) =>
  plan.kind === 'APPEND' ? plan.turns.map(({ text }) => text) : plan.kind

describe('what a path of the store has more than the files of a thread', () => {
  it('follows them where they end on the path', () => {
    assert.deepEqual(textsOf(planOf(path('a', 'b', 'c'), held('a'))), ['b', 'c'])
    assert.deepEqual(textsOf(planOf(path('a'), held())), ['a'])
    assert.deepEqual(textsOf(planOf(path('ok', 'ok', 'ok'), held('ok'))), ['ok', 'ok'])
  })

  it('is nothing where they hold all of it, also once the head was moved back', () => {
    assert.equal(textsOf(planOf(path('a', 'b'), held('a', 'b'))), 'HELD')
    assert.equal(textsOf(planOf(path('a'), held('a', 'b', 'c'))), 'HELD')
    assert.equal(textsOf(planOf(path('a', 'ours'), held('a', 'theirs', 'ours'))), 'HELD')
  })

  it('stands apart where they end off the path', () => {
    assert.equal(textsOf(planOf(path('a', 'ours'), held('a', 'theirs'))), 'APART')
  })

  it('is never put before what they hold already', () => {
    assert.equal(textsOf(planOf(path('a', 'corrected', 'c'), held('a', 'b', 'c'))), 'HELD')
    assert.deepEqual(textsOf(planOf(path('a', 'corrected', 'c', 'd'), held('a', 'b', 'c'))), ['d'])
  })

  it('has no turns without words, as the files have none', () => {
    assert.deepEqual(
      keyed([turn(' '), turn('a'), { role: 'user' }]).map(({ value }) => value['text']),
      ['a'],
    )
  })
})
