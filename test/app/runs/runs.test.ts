import assert from 'node:assert/strict'
import { it } from 'node:test'
import { abortRun } from '../../../src/app/runs/abortRun.ts'
import { answerRun } from '../../../src/app/runs/answerRun.ts'
import { claimRun } from '../../../src/app/runs/claimRun.ts'
import { completeRun } from '../../../src/app/runs/completeRun.ts'
import { deleteConversation } from '../../../src/app/conversations/deleteConversation.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { activeRun, runQuery } from '../../../src/app/runs/runQueries.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { listPage } from '../../../src/app/read/lists.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import { storeTurns } from '../../../src/app/turns/storeTurns.ts'
import { suspendRun } from '../../../src/app/runs/suspendRun.ts'
import { switchHead } from '../../../src/app/heads/switchHead.ts'
import { undo } from '../../../src/app/heads/undo.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say, tools, turnsOf } from '../../support/talk.ts'

type Refused = { code: string; facts: Record<string, unknown> }

await onEveryStore('runs', (on) => {
  const scope = on.scope
  const headOf = async (id: string) => (await scope().reads.conversation(id))?.headId ?? null
  const openOf = async (id: string) => (await scope().reads.conversation(id))?.runs.open.map((run) => run.runId)
  const run = (conversationId: string, runId: string) => ({ conversationId, runId })

  it('C-1: are claimed under a given or a made id, in a conversation that the claim makes', async () => {
    const claimed = await claimRun(scope(), run('lazy', 'r1'))
    assert.deepEqual([claimed.run.state, claimed.run.completedAt, claimed.conversation.turnCount], ['CLAIMED', null, 0])
    const made = await claimRun(scope(), { conversationId: 'lazy' })
    assert.ok(made.run.runId.length > 8)
    assert.equal((await activeRun(scope(), made.conversation))?.runId, made.run.runId)
    const kinds = (await listPage(scope(), 'events', 'lazy', {})).items.map(({ item }) => item.kind)
    assert.deepEqual(kinds, ['RUN', 'RUN', 'CREATE'])
  })

  it('C-1: take an id once, whatever became of its run', async () => {
    for (const id of ['open', 'gone', 'done']) await claimRun(scope(), run('once', id))
    await abortRun(scope(), run('once', 'gone'))
    await completeRun(scope(), run('once', 'done'))
    const rows = await on.store().rowCounts()
    await assert.rejects(claimRun(scope(), run('once', 'open')), { code: 'RUN_ALREADY_CLAIMED' })
    await assert.rejects(claimRun(scope(), run('once', 'gone')), { code: 'RUN_ALREADY_CLAIMED' })
    await assert.rejects(claimRun(scope(), run('once', 'done')), { code: 'RUN_ALREADY_COMPLETED' })
    assert.deepEqual(await on.store().rowCounts(), rows)
    await claimRun(scope(), run('another', 'done'))
  })

  it('C-1: of fifty claims of one id at once exactly one wins, over two processes', async () => {
    const claims = Array.from({ length: 50 }, (_, i) => claimRun(scope({ process: i % 2 }), run('fifty', 'r')))
    const settled = await Promise.allSettled(claims)
    assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 1)
    const codes = settled.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Refused).code] : []))
    assert.deepEqual([...new Set(codes)], ['RUN_ALREADY_CLAIMED'])
  })

  it('of fifty exclusive claims at once exactly one wins', async () => {
    const claims = Array.from({ length: 50 }, (_, i) =>
      claimRun(scope({ process: i % 2 }), { conversationId: 'fifty2', runId: `r${i}`, exclusive: true }),
    )
    const settled = await Promise.allSettled(claims)
    assert.equal(settled.filter(({ status }) => status === 'fulfilled').length, 1)
    const codes = settled.flatMap((one) => (one.status === 'rejected' ? [(one.reason as Refused).code] : []))
    assert.deepEqual([...new Set(codes)], ['CONFLICT_ACTIVE_RUN'])
  })

  it('stand side by side unless the open one or the new one is exclusive', async () => {
    await claimRun(scope(), run('excl', 'a'))
    await claimRun(scope(), run('excl', 'b'))
    await assert.rejects(claimRun(scope(), { ...run('excl', 'c'), exclusive: true }), (error: Refused) => {
      assert.deepEqual([error.code, error.facts['openRunIds']], ['CONFLICT_ACTIVE_RUN', ['a', 'b']])
      return true
    })
    const taken = await claimRun(scope(), { ...run('excl', 'c'), exclusive: true, abortActive: true })
    assert.deepEqual(await openOf('excl'), ['c'])
    assert.equal(taken.run.exclusive, true)
    await assert.rejects(claimRun(scope(), run('excl', 'd')), { code: 'CONFLICT_ACTIVE_RUN' })
    assert.equal((await scope().reads.run('excl', 'a'))?.state, 'ABORTED')
  })

  it('C-24: are not claimed over a binding to no run or to another one; both ids are named', async () => {
    for (const [runId, bound] of [
      ['r', 'other'],
      ['r', null],
      [null, 'r'],
    ]) {
      const bindings = [
        { name: 'fine', runId: runId ?? 'x' },
        { name: 'ask', runId: bound ?? null },
      ]
      await assert.rejects(
        claimRun(scope(), { conversationId: 'bound', runId: runId ?? null, bindings }),
        (error: Refused) => {
          assert.equal(error.code, 'BAD_INPUT')
          assert.equal(error.facts['runId'], runId)
          return true
        },
      )
    }
    assert.equal(await scope().reads.conversation('bound'), null)
    await claimRun(scope(), { ...run('bound', 'r'), bindings: [{ name: 'ask', runId: 'r' }] })
  })

  it('C-2: are counted in the order of completion; completing again changes nothing', async () => {
    for (const id of ['a', 'b', 'c']) await claimRun(scope(), run('seq', id))
    const b = await completeRun(scope(), { ...run('seq', 'b'), note: 'first' })
    const c = await completeRun(scope(), run('seq', 'c'))
    const rows = await on.store().rowCounts()
    const again = await completeRun(scope(), run('seq', 'b'))
    assert.deepEqual([again.replayed, again.run], [true, b.run])
    assert.deepEqual(await on.store().rowCounts(), rows)
    const a = await completeRun(scope(), run('seq', 'a'))
    assert.deepEqual(
      [b, c, a].map((one) => one.run.completionSeq),
      [1, 2, 3],
    )
    assert.equal(await activeRun(scope(), a.conversation), null)
    await assert.rejects(completeRun(scope(), run('seq', 'nobody')), { code: 'RUN_NOT_CLAIMED' })
    await assert.rejects(completeRun(scope(), run('nobody', 'a')), { code: 'NOT_FOUND' })
  })

  it('C-3: take turns while they are open, and no other id is taken; a refused batch stores nothing', async () => {
    for (const id of ['open', 'done', 'gone']) await claimRun(scope(), run('take', id))
    const stored = await say(scope(), 'take', 'u1', 'hi', { runId: 'open' })
    assert.equal(stored.observation.runId, 'open')
    await completeRun(scope(), run('take', 'done'))
    await abortRun(scope(), run('take', 'gone'))
    const rows = await on.store().rowCounts()
    const head = await headOf('take')
    for (const [runId, code] of [
      ['done', 'RUN_ALREADY_COMPLETED'],
      ['gone', 'RUN_NOT_CLAIMED'],
      ['nobody', 'RUN_NOT_CLAIMED'],
      [' ', 'BAD_INPUT'],
    ] as const) {
      await assert.rejects(say(scope(), 'take', 'u2', 'x', { runId }), { code })
      const turn = { conversationId: 'take', role: 'USER' as const, blocks: [{ type: 'text' as const, text: 'x' }] }
      await assert.rejects(
        storeTurns(scope(), {
          turns: [
            { ...turn, runId: 'open' },
            { ...turn, runId },
          ],
        }),
        { code },
      )
    }
    assert.deepEqual(await on.store().rowCounts(), rows)
    assert.equal(await headOf('take'), head)
    await say(scope(), 'take', 'u3', 'no run')
  })

  it('know a run claimed a moment ago by another process', async () => {
    await claimRun(scope({ process: 1 }), run('proc', 'r'))
    await say(scope({ process: 2 }), 'proc', 'u1', 'x', { runId: 'r' })
    await say(scope({ process: 1 }), 'proc', 'a1', 'x', { runId: 'r' })
    await completeRun(scope({ process: 2 }), run('proc', 'r'))
    await assert.rejects(say(scope({ process: 1 }), 'proc', 'a2', 'x', { runId: 'r' }), {
      code: 'RUN_ALREADY_COMPLETED',
    })
  })

  it('C-8: cannot be completed while calls and results do not fit; the facts name them', async () => {
    await claimRun(scope(), run('cycle', 'r'))
    await say(scope(), 'cycle', 'u1', 'go', { runId: 'r' })
    const call = await tools(scope(), 'cycle', 'a1', ['k1', 'k2'], { runId: 'r' })
    await tools(scope(), 'cycle', 't1', ['k2'], { runId: 'r' })
    const rows = await on.store().rowCounts()
    await assert.rejects(completeRun(scope(), run('cycle', 'r')), (error: Refused) => {
      assert.equal(error.code, 'TOOL_PAIR_BROKEN')
      assert.deepEqual(
        [error.facts['observationId'], error.facts['unanswered'], error.facts['unexpected']],
        [call.observation.id, ['k1'], []],
      )
      return true
    })
    assert.deepEqual(await on.store().rowCounts(), rows)
    await tools(scope(), 'cycle', 't2', ['k1'], { runId: 'r' })
    await completeRun(scope(), run('cycle', 'r'))
  })

  it('C-8: take the calls of one answer, though on several turns, as one group', async () => {
    await claimRun(scope(), run('group', 'r'))
    const usage = { answerId: 'ans' }
    await tools(scope(), 'group', 'a1', ['k1'], { runId: 'r', usage })
    await tools(scope(), 'group', 'a2', ['k2'], { runId: 'r', usage })
    await tools(scope(), 'group', 't1', ['k1', 'k2'], { runId: 'r' })
    assert.equal((await completeRun(scope(), run('group', 'r'))).run.completionSeq, 1)
  })

  it('C-10, C-25: wait for an answer over a restart, and go on with it', async () => {
    await claimRun(scope(), run('hitl', 'r'))
    await tools(scope(), 'hitl', 'a1', ['k'], { runId: 'r' })
    const asked = await suspendRun(scope(), { ...run('hitl', 'r'), request: { may: 'I?' }, questionId: 'q1' })
    assert.deepEqual([asked.run.state, asked.run.pending], ['SUSPENDED', { questionId: 'q1', request: { may: 'I?' } }])
    const again = await suspendRun(scope(), { ...run('hitl', 'r'), request: { may: 'I?' }, questionId: 'q1' })
    assert.equal(again.replayed, true)
    const restarted = scope({ process: 7 })
    for (const refused of [
      () => completeRun(restarted, run('hitl', 'r')),
      () => answerRun(restarted, { ...run('hitl', 'r'), questionId: 'q0', answer: 'yes' }),
      () => answerRun(restarted, { conversationId: 'hitl', questionId: 'q0', answer: 'yes' }),
      () => suspendRun(restarted, { ...run('hitl', 'r'), request: 'more', questionId: 'q2' }),
    ])
      await assert.rejects(refused(), (error: Refused) => {
        assert.equal(error.code, 'BAD_INPUT')
        assert.match(JSON.stringify(error.facts['pending']), /q1/)
        return true
      })
    const answered = await answerRun(restarted, { conversationId: 'hitl', answer: 'yes' })
    assert.deepEqual(
      [
        answered.run.state,
        answered.run.pending,
        answered.run.answers.map(({ questionId, answer }) => [questionId, answer]),
      ],
      ['CLAIMED', null, [['q1', 'yes']]],
    )
    const event = await scope().reads.event(answered.run.answers[0]?.eventId ?? '')
    assert.deepEqual(event?.details, { runId: 'r', state: 'CLAIMED', questionId: 'q1', answer: 'yes' })
    for (const late of [
      { conversationId: 'hitl', answer: 'yes' },
      { ...run('hitl', 'r'), questionId: 'q1', answer: 'yes' },
    ])
      await assert.rejects(answerRun(scope(), late), { code: 'BAD_INPUT' })
    await assert.rejects(answerRun(scope(), { ...run('hitl', 'nobody'), answer: 1 }), { code: 'RUN_NOT_CLAIMED' })
    await tools(scope(), 'hitl', 't1', ['k'], { runId: 'r' })
    await completeRun(scope(), run('hitl', 'r'))
  })

  it('are aborted back to where they began when every turn since is theirs', async () => {
    await say(scope(), 'back', 'u1')
    const start = await say(scope(), 'back', 'a1')
    await claimRun(scope(), run('back', 'r'))
    await say(scope(), 'back', 'u2', 'x', { runId: 'r' })
    const tip = await tools(scope(), 'back', 'a2', ['k'], { runId: 'r' })
    const aborted = await abortRun(scope(), { ...run('back', 'r'), note: 'cancelled' })
    assert.deepEqual(
      [aborted.run.state, aborted.conversation.headId, aborted.warnings],
      ['ABORTED', start.observation.id, []],
    )
    const [event] = (await listPage(scope(), 'headMoves', 'back', {})).items
    assert.deepEqual(
      [event?.item.kind, event?.item.note, event?.item.head],
      ['RUN', 'cancelled', { from: tip.observation.id, to: start.observation.id }],
    )
    assert.equal((await abortRun(scope(), run('back', 'r'))).replayed, true)
    assert.deepEqual((await integrity(scope(), 'back')).findings, [])
  })

  it('leave the head where it is, and warn, when another turn came in between', async () => {
    await claimRun(scope(), run('stay', 'r'))
    await say(scope(), 'stay', 'u1', 'x', { runId: 'r' })
    const other = await say(scope(), 'stay', 'a1')
    const aborted = await abortRun(scope(), run('stay', 'r'))
    assert.equal(aborted.conversation.headId, other.observation.id)
    assert.deepEqual(
      aborted.warnings.map(({ code }) => code),
      ['RUN_TURNS_KEPT'],
    )
    await claimRun(scope(), run('stay', 'r2'))
    await say(scope(), 'stay', 'u2', 'x', { runId: 'r2' })
    const taken = await claimRun(scope(), { ...run('stay', 'r3'), abortActive: true })
    assert.deepEqual([taken.warnings, taken.conversation.headId], [[], other.observation.id])
  })

  it('keep the head behind their beginning: a rewind, a switch, an undo, a turn stored again', async () => {
    const first = await say(scope(), 'hold', 'u1')
    await say(scope(), 'hold', 'a1')
    const old = await headOf('hold')
    await rewindConversation(scope(), { conversationId: 'hold', to: { turn: 1 } })
    const start = await say(scope(), 'hold', 'a2')
    await claimRun(scope(), run('hold', 'r'))
    await say(scope(), 'hold', 'u2', 'x', { runId: 'r' })
    const rows = await on.store().rowCounts()
    const to = { observationId: first.observation.id }
    for (const refused of [
      () => rewindConversation(scope(), { conversationId: 'hold', to }),
      () => switchHead(scope(), { conversationId: 'hold', observationId: old ?? '' }),
      () => say(scope(), 'hold', 'u1', 'edited'),
      () => say(scope(), 'hold', 'a2', 'again'),
      () => say(scope(), 'hold', 'a9', 'beside', { parent: to }),
      () => say(scope(), 'hold', 'u9', 'root', { parent: null }),
    ])
      await assert.rejects(refused(), (error: Refused) => {
        assert.deepEqual([error.code, error.facts['openRunIds']], ['CONFLICT_ACTIVE_RUN', ['r']])
        return true
      })
    assert.deepEqual(await on.store().rowCounts(), rows)
    await undo(scope(), { conversationId: 'hold' })
    assert.equal(await headOf('hold'), start.observation.id)
    await assert.rejects(undo(scope(), { conversationId: 'hold' }), { code: 'CONFLICT_ACTIVE_RUN' })
    await completeRun(scope(), run('hold', 'r'))
    await undo(scope(), { conversationId: 'hold' })
    assert.equal(await headOf('hold'), first.observation.id)
  })

  it('let a turn of their own be stored again', async () => {
    await claimRun(scope(), run('own', 'r'))
    await say(scope(), 'own', 'u1', 'x', { runId: 'r' })
    await say(scope(), 'own', 'a1', 'x', { runId: 'r' })
    const again = await say(scope(), 'own', 'u1', 'y', { runId: 'r' })
    assert.equal(again.leftTranscript, 2)
    await completeRun(scope(), run('own', 'r'))
    assert.deepEqual(await turnsOf(scope(), 'own'), ['u1'])
  })

  it('replay the key of a claim, and refuse it with another input', async () => {
    const input = { conversationId: 'key', idempotencyKey: 'claim-key' }
    const once = await claimRun(scope(), input)
    await completeRun(scope(), run('key', once.run.runId))
    const again = await claimRun(scope(), input)
    assert.deepEqual([again.replayed, again.run.runId, again.run.state], [true, once.run.runId, 'COMPLETED'])
    await assert.rejects(claimRun(scope(), { ...input, exclusive: true }), { code: 'IDEMPOTENCY_MISMATCH' })
  })

  it('go on in the sibling that a lost race makes', async () => {
    const { observation } = await say(scope(), 'race', 'u1')
    await claimRun(scope(), run('race', 'r'))
    await say(scope(), 'race', 'a1', 'winner')
    const expected = { expectedHeadId: observation.id, onConflict: 'FORK' as const, runId: 'r' }
    const lost = await say(scope(), 'race', 'a2', 'loser', expected)
    assert.ok(lost.forked)
    await say(scope(), lost.conversation.id, 'u3', 'more', { runId: 'r' })
    assert.equal((await completeRun(scope(), run(lost.conversation.id, 'r'))).run.state, 'COMPLETED')
    assert.deepEqual(await openOf('race'), ['r'])
  })

  it('C-12: completed in the source after a fork stay unknown to it, the first one too', async () => {
    await claimRun(scope(), run('late', 'r'))
    await say(scope(), 'late', 'u1', 'x', { runId: 'r' })
    await forkConversation(scope(), { source: 'late', newConversationId: 'late2' })
    await completeRun(scope(), run('late', 'r'))
    assert.equal(await runQuery(scope(), 'late2', 'r'), null)
    await claimRun(scope(), run('late2', 'r'))
  })

  it('keep their conversation from being deleted; a fork of a deleted one still forks at the runs it carries', async () => {
    await claimRun(scope(), run('del', 'r'))
    await say(scope(), 'del', 'u1', 'x', { runId: 'r' })
    await assert.rejects(deleteConversation(scope(), { id: 'del' }), (error: Refused) => {
      assert.deepEqual([error.code, error.facts['openRunIds']], ['CONFLICT_ACTIVE_RUN', ['r']])
      return true
    })
    await completeRun(scope(), run('del', 'r'))
    await forkConversation(scope(), { source: 'del', newConversationId: 'del2' })
    await deleteConversation(scope(), { id: 'del' })
    for (const refused of [
      () => claimRun(scope(), run('del', 's')),
      () => completeRun(scope(), run('del', 'r')),
      () => undo(scope(), { conversationId: 'del' }),
      () => forkConversation(scope(), { source: 'del', at: { runId: 'r' } }),
    ])
      await assert.rejects(refused(), { code: 'NOT_FOUND' })
    const { conversation } = await forkConversation(scope(), { source: 'del2', at: { runId: 'r' } })
    assert.deepEqual(await turnsOf(scope(), conversation?.id ?? ''), ['u1'])
  })

  it('C-12: completed before a fork are known in it, later or unfinished ones are not', async () => {
    for (const id of ['a', 'b', 'c']) {
      await claimRun(scope(), run('look', id))
      await say(scope(), 'look', `u${id}`, id, { runId: id })
      if (id !== 'c') await completeRun(scope(), run('look', id))
    }
    await forkConversation(scope(), { source: 'look', newConversationId: 'look2' })
    await forkConversation(scope(), { source: 'look2', newConversationId: 'look3', at: { turn: 1 } })
    await completeRun(scope(), run('look', 'c'))
    const states = async (id: string) =>
      Promise.all(['a', 'b', 'c'].map(async (runId) => (await runQuery(scope(), id, runId))?.state ?? null))
    assert.deepEqual(await states('look'), ['COMPLETED', 'COMPLETED', 'COMPLETED'])
    assert.deepEqual(await states('look2'), ['COMPLETED', 'COMPLETED', null])
    assert.deepEqual(await states('look3'), ['COMPLETED', null, null])
    await assert.rejects(claimRun(scope(), run('look2', 'a')), { code: 'RUN_ALREADY_COMPLETED' })
    await assert.rejects(say(scope(), 'look2', 'u9', 'x', { runId: 'a' }), { code: 'RUN_ALREADY_COMPLETED' })
    await assert.rejects(say(scope(), 'look2', 'u9', 'x', { runId: 'c' }), { code: 'RUN_NOT_CLAIMED' })
    await claimRun(scope(), run('look2', 'c'))
    assert.equal((await completeRun(scope(), run('look2', 'c'))).run.completionSeq, 3)
  })
})
