import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { noRuns } from '../../../src/domain/messages/newConversation.ts'
import type { ConversationRuns } from '../../../src/domain/model.ts'
import {
  abort,
  answer,
  checkBindings,
  checkOpen,
  checkUnclaimed,
  claim,
  complete,
  settingsHash,
  stale,
  suspend,
  type Run,
} from '../../../src/domain/records/run.ts'

const at = '2026-01-01T00:00:00.000000000Z'
const end = { observationId: null, depth: -1, leftOut: null }
const open = (runs: ConversationRuns, runId: string, exclusive = false, depth: number | null = null) =>
  claim(runs, { conversationId: 'c', runId, exclusive, at, head: depth === null ? null : { id: `n${depth}`, depth } })
const pending = { questionId: 'q', request: { ask: 'May I?' } }
const given = (questionId: string | null) => ({ questionId, answer: 'yes', eventId: 'e' })

describe('a claim', () => {
  it('opens a run behind the head, and keeps where the first one began', () => {
    const first = open(noRuns, 'a', false, 4)
    assert.deepEqual(first.runs.open, [
      { runId: 'a', exclusive: false, suspended: false, startDepth: 5, startHeadId: 'n4' },
    ])
    const second = open(first.runs, 'b')
    assert.deepEqual([second.runs.since, second.runs.open.length, second.run.state], [0, 2, 'CLAIMED'])
    assert.equal(open(first.runs, 'b', false, 9).runs.since, 5)
  })

  it('of an exclusive run is refused beside others, and others beside it', () => {
    const refused = {
      code: 'CONFLICT_ACTIVE_RUN',
      facts: { conversationId: 'c', openRunIds: ['a'], runId: 'b', exclusive: true },
    }
    assert.throws(() => open(open(noRuns, 'a').runs, 'b', true), refused)
    assert.throws(() => open(open(noRuns, 'a', true).runs, 'b'), { code: 'CONFLICT_ACTIVE_RUN' })
    assert.ok(open(noRuns, 'a', true))
  })

  it('takes an id for good, whatever became of its run', () => {
    const { run, runs } = open(noRuns, 'a')
    checkUnclaimed(null, 'c')
    assert.throws(() => checkUnclaimed(run, 'c'), { code: 'RUN_ALREADY_CLAIMED' })
    assert.throws(() => checkUnclaimed(abort(runs, run).run, 'c'), { code: 'RUN_ALREADY_CLAIMED' })
    assert.throws(() => checkUnclaimed(complete(runs, run, at, end).run, 'c'), { code: 'RUN_ALREADY_COMPLETED' })
  })
})

describe('an open run', () => {
  const { run, runs } = open(open(noRuns, 'a').runs, 'b')
  const other = (change: { runs: ConversationRuns }) => change.runs.open.map(({ runId }) => runId)

  it('is completed as the next of its conversation', () => {
    const change = complete({ ...runs, completed: 6 }, run, at, end)
    assert.deepEqual([change.run.state, change.run.completionSeq, change.run.completedAt], ['COMPLETED', 7, at])
    assert.deepEqual([other(change), change.runs.completed], [['a'], 7])
  })

  it('that is aborted takes no turns and is counted by nothing', () => {
    const change = abort(runs, run)
    assert.deepEqual([change.run.state, other(change), change.runs.completed], ['ABORTED', ['a'], 0])
    assert.equal(checkOpen('c', 'b', run), run)
    assert.throws(() => checkOpen('c', 'b', change.run), {
      code: 'RUN_NOT_CLAIMED',
      facts: { conversationId: 'c', runId: 'b', state: 'ABORTED' },
    })
    assert.throws(() => checkOpen('c', 'x', null), { code: 'RUN_NOT_CLAIMED', message: /was not claimed/ })
    assert.throws(() => checkOpen('c', 'b', complete(runs, run, at, end).run), { code: 'RUN_ALREADY_COMPLETED' })
  })
})

describe('a run that asks', () => {
  const { run, runs } = open(noRuns, 'a')
  const asking = suspend(runs, run, pending)

  it('waits for one answer at a time, and is not completed before it', () => {
    assert.deepEqual([asking.run.state, asking.runs.open[0]?.suspended], ['SUSPENDED', true])
    assert.throws(() => suspend(asking.runs, asking.run, { ...pending, questionId: 'r' }), { code: 'BAD_INPUT' })
    assert.throws(() => complete(asking.runs, asking.run, at, end), {
      code: 'BAD_INPUT',
      facts: { runId: 'a', pending },
    })
  })

  it('goes on with its answer, and asks no answered question again', () => {
    for (const questionId of ['q', null]) {
      const { run: answered, runs: after } = answer(asking.runs, asking.run, given(questionId))
      assert.deepEqual([answered.state, answered.pending, after.open[0]?.suspended], ['CLAIMED', null, false])
      assert.deepEqual(answered.answers, [{ questionId: 'q', answer: 'yes', eventId: 'e' }])
      assert.throws(() => suspend(after, answered, pending), { code: 'BAD_INPUT', field: ['questionId'] })
      assert.equal(suspend(after, answered, { ...pending, questionId: 'r' }).run.state, 'SUSPENDED')
    }
  })

  it('takes no answer to another question, or to none', () => {
    assert.throws(() => answer(asking.runs, asking.run, given('r')), {
      code: 'BAD_INPUT',
      facts: { runId: 'a', questionId: 'r', pending: ['q'] },
    })
    assert.throws(() => answer(runs, run, given(null)), {
      message: /^The answer fits no question: no question is pending/,
    })
    assert.match(stale('a', 'r', ['q', 's']).message, /pending is "q", "s"/)
  })

  it('that is aborted waits no more', () => {
    assert.equal(abort(asking.runs, asking.run).run.pending, null)
  })
})

it('bindings name the run that is claimed, or are refused with both names', () => {
  const bound = (runId: string | null, of: string | null = 'a') =>
    checkBindings(
      [
        { name: 'x', runId: 'a' },
        { name: 'tool', runId },
      ],
      of,
    )
  bound('a')
  checkBindings([], null)
  assert.throws(() => bound('b'), { code: 'BAD_INPUT', facts: { name: 'tool', boundRunId: 'b', runId: 'a' } })
  assert.throws(() => bound(null), { message: /bound to no run, and "a" is claimed/ })
  assert.throws(() => bound('a', null), { message: /bound to "a", and no run is claimed/ })
})

it('settings have one hash whatever the order of their members, and none where none were given', () => {
  const of = (settings: Run['settings']) => settingsHash({ ...open(noRuns, 'a').run, ...(settings && { settings }) })
  assert.equal(of({ a: 1, b: 2 }), of({ b: 2, a: 1 }))
  assert.notEqual(of({ a: 1 }), of({ a: 2 }))
  assert.equal(of(undefined), null)
  assert.match(of({}) ?? '', /^[0-9a-f]{64}$/)
})
