import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createConversation } from '../../../src/app/conversations/createConversation.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { messageOf, turnMessages } from '../../../src/app/read/messages.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import { storeTurn, storeTurns } from '../../../src/app/turns/storeTurns.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say, tools, turnsOf } from '../../support/talk.ts'

const text = (value: string) => [{ type: 'text' as const, text: value }]

await onEveryStore('storeTurn', (on) => {
  const scope = on.scope

  it('makes the conversation, continues the head and moves it', async () => {
    const first = await say(scope(), 'line', 'u1', '  Hello\n there ')
    const second = await say(scope(), 'line', 'a1', 'Hi')
    assert.equal(second.observation.place?.parentId, first.observation.id)
    assert.deepEqual(
      [second.conversation.turnCount, second.conversation.derivedTitle, second.conversation.preview],
      [2, 'Hello there', 'Hi'],
    )
    assert.deepEqual(await turnsOf(scope(), 'line'), ['u1', 'a1'])
  })

  it('stores A, B, A as three observations and shows the last (N-4, N-10)', async () => {
    for (const value of ['A', 'B', 'A']) await say(scope(), 'aba', 'u1', value)
    const message = await scope().reads.message('aba:u1')
    assert.equal(message?.observationCount, 3)
    assert.equal((await scope().reads.observation(message.latestId))?.blocks[0]?.type, 'text')
    assert.deepEqual(await turnsOf(scope(), 'aba'), ['u1'])
  })

  it('replaces the transcript from a turn that is stored again, and says how much left', async () => {
    for (const turn of ['u1', 'a1', 'u2', 'a2']) await say(scope(), 'edit', turn)
    const old = (await scope().reads.conversation('edit'))?.headId ?? ''
    const edited = await say(scope(), 'edit', 'u2', 'again')
    assert.equal(edited.leftTranscript, 2)
    assert.deepEqual(await turnsOf(scope(), 'edit'), ['u1', 'a1', 'u2'])
    assert.deepEqual(edited.conversation.shape, {
      nodes: 5,
      roots: 1,
      leaves: 2,
      branchPoints: 0,
      versionPoints: 1,
      sidechains: 0,
      toolCalls: 0,
    })
    assert.equal((await scope().reads.observation(old))?.place?.turn, 4)
  })

  it('continues the head when the turn is not on its path any more', async () => {
    for (const turn of ['u1', 'a1', 'u2']) await say(scope(), 'gone', turn)
    await rewindConversation(scope(), { conversationId: 'gone', to: { turn: 2 } })
    const again = await say(scope(), 'gone', 'u2', 'again')
    assert.equal(again.observation.place?.turn, 3)
    assert.equal(again.leftTranscript, 0)
  })

  it('takes a parent by message or observation, and null for a new root', async () => {
    const root = await say(scope(), 'given', 'u1')
    await say(scope(), 'given', 'a1')
    const byMessage = await say(scope(), 'given', 'a2', 'other answer', { parent: { messageId: 'given:u1' } })
    assert.equal(byMessage.observation.place?.parentId, root.observation.id)
    assert.equal(byMessage.leftTranscript, 1)
    const newRoot = await say(scope(), 'given', 'u9', 'afresh', { parent: null })
    assert.equal(newRoot.observation.place?.depth, 0)
    assert.equal(newRoot.conversation.shape.roots, 2)
  })

  it('refuses an unknown parent, one of another conversation, and writes nothing', async () => {
    const foreign = await say(scope(), 'elsewhere', 'u1')
    await say(scope(), 'here', 'u1')
    const rows = await on.store().rowCounts()
    for (const parent of [
      { observationId: 'nobody' },
      { observationId: foreign.observation.id },
      { messageId: 'elsewhere:u1' },
    ])
      await assert.rejects(say(scope(), 'here', 'u2', 'x', { parent }), { code: 'UNKNOWN_PARENT' })
    assert.deepEqual(await on.store().rowCounts(), rows)
  })

  it('never touches an inherited turn: a fork makes its own that supersedes it', async () => {
    for (const turn of ['u1', 'a1', 'u2']) await say(scope(), 'source', turn)
    await forkConversation(scope(), { source: 'source', newConversationId: 'fork' })
    const own = await say(scope(), 'fork', 'a1', 'another answer')
    assert.equal(own.message.id, 'fork:a1')
    assert.equal(own.message.supersedesId, 'source:a1')
    assert.equal(own.leftTranscript, 2)
    assert.equal((await scope().reads.message('source:a1'))?.observationCount, 1)
    const fork = await scope().reads.conversation('fork')
    assert.ok(fork)
    assert.equal((await messageOf(scope(), fork, 'a1'))?.id, 'fork:a1')
    assert.equal((await messageOf(scope(), fork, 'u1'))?.id, 'source:u1')
    assert.equal(await messageOf(scope(), fork, 'u2').then((m) => m?.id), 'source:u2')
    assert.deepEqual([fork.shape.versionPoints, fork.shape.branchPoints, fork.shape.leaves], [1, 0, 2])
  })

  it('refuses another role for a turn, inherited ones too, with the hint (N-12)', async () => {
    await say(scope(), 'roles', 'u1')
    const wrong = { conversationId: 'roles', turnId: 'u1', role: 'ASSISTANT' as const, blocks: text('x') }
    await assert.rejects(storeTurn(scope(), wrong), (error: { code: string; facts: { hint: string } }) => {
      assert.equal(error.code, 'ROLE_CONFLICT')
      assert.match(error.facts.hint, /:assistant/)
      return true
    })
    await forkConversation(scope(), { source: 'roles', newConversationId: 'roles-fork' })
    await assert.rejects(storeTurn(scope(), { ...wrong, conversationId: 'roles-fork' }), { code: 'ROLE_CONFLICT' })
    const batch = [
      { conversationId: 'roles', turnId: 'u7', role: 'USER' as const, blocks: text('x') },
      { conversationId: 'roles', turnId: 'u7', role: 'ASSISTANT' as const, blocks: text('y') },
    ]
    await assert.rejects(storeTurns(scope(), { turns: batch }), { code: 'ROLE_CONFLICT' })
    assert.equal(await scope().reads.message('roles:u7'), null)
  })

  it('finds the user and the assistant message of a turn (N-11)', async () => {
    await say(scope(), 'pair', 'u1')
    await storeTurn(scope(), { conversationId: 'pair', turnId: 'u1:assistant', role: 'ASSISTANT', blocks: text('x') })
    assert.deepEqual(
      (await turnMessages(scope(), 'pair', 'u1')).map((message) => message.role),
      ['USER', 'ASSISTANT'],
    )
  })

  it('keeps a result whose call is nowhere on the path, with a warning', async () => {
    await say(scope(), 'orphan', 'u1')
    const stored = await tools(scope(), 'orphan', 't1', ['nobody'])
    assert.deepEqual(
      stored.warnings.map((warning) => warning.code),
      ['TOOL_RESULT_WITHOUT_CALL'],
    )
  })

  it('warns of a call that a turn leaves behind it without a result, once', async () => {
    const codes = async (stored: ReturnType<typeof say>) => (await stored).warnings.map(({ code }) => code)
    const answer = { usage: { answerId: 'one' } }
    await say(scope(), 'left', 'u1')
    assert.deepEqual(await codes(tools(scope(), 'left', 'a1', ['k', 'l', 'm'], answer)), [])
    assert.deepEqual(await codes(tools(scope(), 'left', 'a2', ['n'], answer)), [])
    assert.deepEqual(await codes(tools(scope(), 'left', 't1', ['k'])), [])
    const left = await say(scope(), 'left', 'u2')
    assert.deepEqual(
      left.warnings.map(({ code, details }) => [code, details]),
      ['l', 'm', 'n'].map((callId) => ['OPEN_TOOL_CALL', { callId }]),
    )
    assert.deepEqual(await codes(say(scope(), 'left', 'a3')), [])
    assert.deepEqual(await codes(tools(scope(), 'left', 't2', ['l'])), [])
    const { findings, damage } = await integrity(scope(), 'left')
    assert.deepEqual(
      [damage, ...findings.map(({ code, details }) => [code, (details as { callId: string }).callId])],
      [0, ['TOOL_RESULT_LATE', 'l'], ['TOOL_CALL_UNANSWERED', 'm'], ['TOOL_CALL_UNANSWERED', 'n']],
    )
  })

  it('refuses what makes no sense, and writes nothing', async () => {
    const rows = await on.store().rowCounts()
    const refused: [Parameters<typeof say>[4], string][] = [
      [{ conversationId: ' ' }, 'BAD_INPUT'],
      [{ conversationId: 'a\u0007' }, 'BAD_INPUT'],
      [{ conversationId: '\ud800' }, 'BAD_INPUT'],
      [{ turnId: '' }, 'BAD_INPUT'],
      [{ blocks: [] }, 'BAD_INPUT'],
      [{ priority: 1000 }, 'BAD_INPUT'],
      [{ usage: { outputTokens: -1 } }, 'BAD_INPUT'],
      [{ metadata: [1] }, 'BAD_INPUT'],
      [{ idempotencyKey: ' ' }, 'BAD_INPUT'],
      [{ blocks: text('x'.repeat(5_000_000)) }, 'LIMIT_EXCEEDED'],
    ]
    for (const [more, code] of refused) await assert.rejects(say(scope(), 'bad', 'u1', 'x', more), { code })
    assert.deepEqual(await on.store().rowCounts(), rows)
  })

  it('keeps text that no encoding likes, byte for byte', async () => {
    const odd = 'lone \ud800, nul \u0000, pair 😀, line\u2028'
    const { observation } = await say(scope(), 'odd', 'u1', odd)
    assert.deepEqual((await scope().reads.observation(observation.id))?.blocks, text(odd))
  })
})

await onEveryStore('expected heads', (on) => {
  const scope = on.scope

  it('refuse a store when the head is another, naming both', async () => {
    const first = await say(scope(), 'x', 'u1')
    const second = await say(scope(), 'x', 'a1')
    await assert.rejects(
      say(scope(), 'x', 'u2', 'x', { expectedHeadId: first.observation.id }),
      (error: { code: string; facts: unknown }) => {
        assert.equal(error.code, 'HEAD_MOVED')
        assert.deepEqual(error.facts, {
          conversationId: 'x',
          expected: first.observation.id,
          actual: second.observation.id,
        })
        return true
      },
    )
    await assert.rejects(say(scope(), 'x', 'u2', 'x', { expectedHeadId: null }), { code: 'HEAD_MOVED' })
    await say(scope(), 'x', 'u2', 'x', { expectedHeadId: second.observation.id })
    await say(scope(), 'fresh', 'u1', 'x', { expectedHeadId: null })
  })

  it('make the loser a visible sibling with FORK', async () => {
    const first = await say(scope(), 'race', 'u1')
    await say(scope(), 'race', 'a1')
    const loser = await say(scope(), 'race', 'a2', 'mine', { expectedHeadId: first.observation.id, onConflict: 'FORK' })
    assert.ok(loser.forked)
    assert.notEqual(loser.conversation.id, 'race')
    assert.equal(loser.conversation.forkedFrom?.observationId, first.observation.id)
    assert.equal(loser.conversation.derivedTitle, 'Fork of u1')
    assert.deepEqual(await turnsOf(scope(), loser.conversation.id), ['u1', 'a2'])
    assert.deepEqual(await turnsOf(scope(), 'race'), ['u1', 'a1'])
    assert.deepEqual((await integrity(scope(), loser.conversation.id)).findings, [])
    assert.deepEqual((await integrity(scope(), 'race')).findings, [])
  })

  it('let a new turn continue the present head with REBASE, and nothing else', async () => {
    const first = await say(scope(), 'rebase', 'u1')
    const second = await say(scope(), 'rebase', 'a1')
    const late = { expectedHeadId: first.observation.id, onConflict: 'REBASE' as const }
    const rebased = await say(scope(), 'rebase', 'u2', 'x', late)
    assert.equal(rebased.observation.place?.parentId, second.observation.id)
    await assert.rejects(say(scope(), 'rebase', 'a1', 'x', late), { code: 'HEAD_MOVED' })
    await assert.rejects(say(scope(), 'rebase', 'u3', 'x', { ...late, parent: null }), { code: 'HEAD_MOVED' })
  })

  it('let exactly one of many win', async () => {
    const { observation } = await say(scope(), 'one', 'u1')
    const tries = Array.from({ length: 20 }, (_, i) =>
      say(scope({ process: i % 3 }), 'one', `u${i + 2}`, 'x', { expectedHeadId: observation.id }),
    )
    const outcomes = await Promise.allSettled(tries)
    assert.equal(outcomes.filter((outcome) => outcome.status === 'fulfilled').length, 1)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected') assert.equal((outcome.reason as { code: string }).code, 'HEAD_MOVED')
  })

  it('of another process are seen, though this one remembers an older head', async () => {
    await say(scope({ process: 0 }), 'two', 'u1')
    const other = await say(scope({ process: 1 }), 'two', 'a1')
    const next = await say(scope({ process: 0 }), 'two', 'u2', 'x', { expectedHeadId: other.observation.id })
    assert.equal(next.observation.place?.parentId, other.observation.id)
  })
})

await onEveryStore('writes at once', (on) => {
  const scope = on.scope

  it('to one conversation form one chain with all of them, from several processes too', async () => {
    await Promise.all(Array.from({ length: 200 }, (_, i) => say(scope({ process: i % 2 }), 'chain', `u${i}`)))
    const conversation = await scope().reads.conversation('chain')
    assert.equal(conversation?.turnCount, 200)
    assert.deepEqual([conversation.shape.leaves, conversation.shape.nodes], [1, 200])
    assert.deepEqual((await integrity(scope(), 'chain')).findings, [])
  })

  it('with one key write once (N-2)', async () => {
    const input = { role: 'USER' as const, blocks: text('once'), idempotencyKey: 'key-50' }
    const rows = await on.store().rowCounts()
    const all = await Promise.all(Array.from({ length: 50 }, (_, i) => storeTurn(scope({ process: i % 2 }), input)))
    assert.equal(new Set(all.map((stored) => stored.observation.id)).size, 1)
    assert.equal(all.filter((stored) => !stored.replayed).length, 1)
    const after = await on.store().rowCounts()
    assert.equal((after.observations ?? 0) - (rows.observations ?? 0), 1)
    for (const stored of all) assert.deepEqual(stored.observation.blocks, text('once'))
  })
})

await onEveryStore('idempotency keys', (on) => {
  const scope = on.scope

  it('give the same answer, also when the head has moved on since', async () => {
    const key = { idempotencyKey: 'k1' }
    const first = await say(scope(), 'c', 'u1', 'x', key)
    await say(scope(), 'c', 'a1')
    const again = await say(scope(), 'c', 'u1', 'x', { ...key, expectedHeadId: 'whatever' })
    assert.ok(again.replayed)
    assert.equal(again.observation.id, first.observation.id)
    assert.equal(again.leftTranscript, 0)
    assert.equal((await scope().reads.conversation('c'))?.turnCount, 2)
  })

  it('refuse another input and another operation, and write nothing (N-3)', async () => {
    await say(scope(), 'c', 'u5', 'x', { idempotencyKey: 'k2' })
    const rows = await on.store().rowCounts()
    await assert.rejects(say(scope(), 'c', 'u5', 'y', { idempotencyKey: 'k2' }), { code: 'IDEMPOTENCY_MISMATCH' })
    await assert.rejects(createConversation(scope(), { idempotencyKey: 'k2' }), { code: 'IDEMPOTENCY_MISMATCH' })
    assert.deepEqual(await on.store().rowCounts(), rows)
  })

  it('are free again after a refusal', async () => {
    await assert.rejects(say(scope(), 'c', 'u6', 'x', { idempotencyKey: 'k3', parent: { observationId: 'no' } }), {
      code: 'UNKNOWN_PARENT',
    })
    assert.ok(!(await say(scope(), 'c', 'u6', 'x', { idempotencyKey: 'k3' })).replayed)
  })

  it('of one tenant say nothing to another that uses the same', async () => {
    await say(scope(), 'c', 'u7', 'x', { idempotencyKey: 'k4' })
    const other = await say(scope({ tenant: 'other' }), 'c', 'u7', 'y', { idempotencyKey: 'k4' })
    assert.ok(!other.replayed)
    assert.deepEqual(await turnsOf(scope({ tenant: 'other' }), 'c'), ['u7'])
  })
})

await onEveryStore('storeTurns', (on) => {
  const scope = on.scope
  const turn = (conversationId: string, turnId: string) => ({
    conversationId,
    turnId,
    role: 'USER' as const,
    blocks: text(turnId),
  })

  it('stores all of a list in order, each on the one before', async () => {
    const { results } = await storeTurns(scope(), {
      turns: [turn('c', 'u1'), turn('c', 'u2'), { ...turn('c', 'u3'), parent: { messageId: 'c:u1' } }],
    })
    assert.deepEqual(
      results.map((one) => one.observation.place?.depth),
      [0, 1, 1],
    )
    assert.deepEqual((await integrity(scope(), 'c')).findings, [])
  })

  it('stores a turn twice in one list as two versions with rising times', async () => {
    const other = { blocks: [{ type: 'text' as const, text: 'other' }] }
    const { results } = await storeTurns(scope(), {
      turns: [turn('twice', 'u1'), turn('twice', 'u2'), { ...turn('twice', 'u2'), ...other }],
    })
    const [, a, b] = results
    assert.equal(b?.observation.place?.parentId, a?.observation.place?.parentId)
    assert.ok((b?.observation.observedAt ?? '') > (a?.observation.observedAt ?? ''))
    assert.equal(b?.message.observationCount, 2)
    assert.deepEqual((await integrity(scope(), 'twice')).findings, [])
  })

  it('stores in several conversations or in none', async () => {
    await storeTurns(scope(), { turns: [turn('left', 'u1'), turn('right', 'u1'), turn('left', 'u2')] })
    assert.deepEqual(await turnsOf(scope(), 'left'), ['u1', 'u2'])
    await assert.rejects(
      storeTurns(scope(), { turns: [turn('left', 'u3'), { ...turn('right', 'u2'), parent: { observationId: 'no' } }] }),
      { code: 'UNKNOWN_PARENT' },
    )
    assert.deepEqual(await turnsOf(scope(), 'left'), ['u1', 'u2'])
  })

  it('replays the whole list for its key', async () => {
    const input = { turns: [turn('keyed', 'u1'), turn('keyed', 'u2')], idempotencyKey: 'list' }
    const first = await storeTurns(scope(), input)
    const again = await storeTurns(scope(), input)
    assert.ok(again.replayed)
    assert.deepEqual(
      again.results.map((one) => one.observation.id),
      first.results.map((one) => one.observation.id),
    )
  })

  it('refuses an empty list and items with rules of their own', async () => {
    await assert.rejects(storeTurns(scope(), { turns: [] }), { code: 'BAD_INPUT' })
    await assert.rejects(storeTurns(scope(), { turns: [{ ...turn('c', 'u9'), idempotencyKey: 'own' }] }), {
      code: 'BAD_INPUT',
    })
    await assert.rejects(storeTurns(scope(), { turns: [{ ...turn('c', 'u9'), expectedHeadId: null }] }), {
      code: 'BAD_INPUT',
    })
  })
})
