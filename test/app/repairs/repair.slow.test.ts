import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { undo } from '../../../src/app/heads/undo.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { verifyPath } from '../../../src/app/integrity/verifyPath.ts'
import { compact } from '../../../src/app/markers/compact.ts'
import { cancelMarker } from '../../../src/app/markers/cancelMarker.ts'
import { mergeConversations } from '../../../src/app/merges/mergeConversations.ts'
import { listPage } from '../../../src/app/read/lists.ts'
import { repair } from '../../../src/app/repairs/repair.ts'
import type { Repair } from '../../../src/app/repairs/repair.ts'
import { claimRun } from '../../../src/app/runs/claimRun.ts'
import { context } from '../../../src/app/transcripts/context.ts'
import type { Block, Conversation, TreeNode } from '../../../src/domain/model.ts'
import { brings, wordGates } from '../../support/merges.ts'
import { randomFrom } from '../../support/random.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say, tools, turnsOf } from '../../support/talk.ts'
import { entries, imports, linesOf, pathOf } from '../../support/transcripts.ts'

await onEveryStore('repairs of a conversation', (on) => {
  let count = 0
  const fresh = () => {
    const tenant = `${on.name} ${++count}`
    const scope = () => on.scope({ tenant })
    const conversation = async (id = 'c') => (await scope().reads.conversation(id)) as Conversation
    const mend = (more: Partial<Repair> = {}) => repair(scope(), { conversationId: 'c', dryRun: false, ...more })
    const codes = async (id = 'c') => (await integrity(scope(), id)).findings.map(({ code }) => code).sort()
    /** What a model is sent, without what tells stored from made up. */
    const sent = async (id = 'c') =>
      (await context(scope(), id, null)).map(({ role, blocks }) => JSON.stringify([role, blocks]))
    const pathIs = async (id = 'c') => {
      const { headId } = await conversation(id)
      assert.ok((await verifyPath(scope(), headId ?? '')).valid)
      return turnsOf(scope(), id)
    }
    return { scope, conversation, mend, codes, sent, pathIs }
  }
  const made = (turns: readonly string[]) => turns.map((turn) => (/^\w\d+$/.test(turn) ? turn : '+'))

  it('store a result for a call that the talk went on from, as copies from there on; undo takes it back', async () => {
    const { scope, conversation, mend, codes, sent, pathIs } = fresh()
    await say(scope(), 'c', 'u1')
    await tools(scope(), 'c', 'a1', ['k', 'l'])
    await tools(scope(), 'c', 't1', ['l'])
    await say(scope(), 'c', 'u2')
    await say(scope(), 'c', 'a2', 'a2', { usage: { inputTokens: 1 } })
    const before = await conversation()
    const [was, words] = [await pathIs(), await sent()]
    const dry = await mend({ dryRun: true, idempotencyKey: 'k' })
    assert.deepEqual([dry.event, dry.report.repairable, dry.replayed], [null, 1, false])
    assert.deepEqual(await conversation(), before)
    const { report, event } = await mend({ idempotencyKey: 'k', expectedHeadId: before.headId })
    assert.deepEqual([report.ok, report.repairable], [true, 0])
    assert.deepEqual(made(await pathIs()), ['u1', 'a1', 't1', '+', 'u2', 'a2'])
    assert.deepEqual(await sent(), words)
    const path = await pathOf(scope(), 'c')
    const [, a1, , result, , last] = path as TreeNode[]
    assert.deepEqual([result?.role, result?.metadata, a1?.copyOf], ['TOOL', { synthetic: true }, null])
    assert.equal(last?.copyOf, before.headId)
    assert.deepEqual([event?.kind, event?.head?.from], ['REPAIR', before.headId])
    const { faults, copied, made: results } = event?.details as Record<string, number>
    assert.deepEqual([faults, copied, results], [1, 2, 1])
    assert.deepEqual(await mend({ idempotencyKey: 'k' }).then((again) => [again.event?.id, again.replayed]), [
      event?.id,
      true,
    ])
    const nothing = await mend()
    assert.equal(nothing.event, null)
    await undo(scope(), { conversationId: 'c' })
    assert.deepEqual(await pathIs(), was)
    assert.deepEqual(await codes(), ['TOOL_CALL_UNANSWERED'])
    await mend()
    assert.deepEqual(await codes(), [])
  })

  it('leave out calls without a result where that is wanted, and results without a call', async () => {
    const { scope, mend, codes, pathIs, sent } = fresh()
    await say(scope(), 'c', 'u1')
    await tools(scope(), 'c', 't9', ['none'])
    const call = (callId: string): Block => ({ type: 'toolCall', callId, name: 'tool', input: {} })
    await say(scope(), 'c', 'a1', '', { blocks: [{ type: 'text', text: 'both' }, call('k'), call('l')] })
    await tools(scope(), 'c', 't1', ['l'])
    await tools(scope(), 'c', 'a2', ['m'])
    await say(scope(), 'c', 'u2')
    assert.deepEqual(await codes(), ['TOOL_CALL_UNANSWERED', 'TOOL_CALL_UNANSWERED', 'TOOL_RESULT_WITHOUT_CALL'])
    assert.equal((await integrity(scope(), 'c')).repairable, 3)
    const { report } = await mend({ toolCalls: 'LEAVE_OUT' })
    assert.deepEqual([report.ok, report.findings], [true, []])
    assert.deepEqual(await pathIs(), ['u1', 'a1', 't1', 'u2'])
    assert.equal((await sent()).length, 4)
    assert.ok((await sent()).every((entry) => !entry.includes('"k"') && !entry.includes('"m"')))
  })

  it('put late results behind their calls, and what a person said beside them stays', async () => {
    const { scope, mend, codes, pathIs, sent } = fresh()
    await tools(scope(), 'c', 'a1', ['k'])
    await say(scope(), 'c', 'u1')
    const late: Block = { type: 'toolResult', callId: 'k', content: 'late', isError: false }
    await say(scope(), 'c', 'u2', '', { blocks: [late, { type: 'text', text: 'and more' }] })
    assert.deepEqual(await codes(), ['TOOL_RESULT_LATE'])
    const words = (await sent()).filter((entry) => !entry.includes('earlier turns'))
    assert.ok((await mend()).report.ok)
    assert.deepEqual(await pathIs(), ['a1', 'u2', 'u1', 'u2'])
    assert.deepEqual(
      (await sent()).filter((entry) => !entry.includes('earlier turns')),
      words,
    )
  })

  it('hold markers and joins at their places', async () => {
    const { scope, mend, codes, sent, pathIs } = fresh()
    await tools(scope(), 'c', 't0', ['none'])
    for (const turn of ['u1', 'a1', 'u2', 'a2']) await say(scope(), 'c', turn)
    await forkConversation(scope(), { source: 'c', newConversationId: 'b' })
    await brings(scope(), 'b', 'u9', 'good')
    await mergeConversations(scope(), wordGates(), {
      into: 'c',
      from: ['b'],
      strategy: 'EVIDENCE',
      gate: { command: 'words' },
    })
    const span = { from: { messageId: 'c:u2' }, to: { messageId: 'c:a2' } }
    const { marker } = await compact(scope(), { conversationId: 'c', ...span, summary: 'summed' })
    await say(scope(), 'c', 'u3')
    const words = await sent()
    assert.equal((await mend()).report.ok, true)
    assert.deepEqual(await sent(), words)
    const path = await pathOf(scope(), 'c')
    assert.deepEqual(
      path.map(({ kind, role }) => role ?? kind),
      ['USER', 'ASSISTANT', 'USER', 'ASSISTANT', 'JOIN', 'COMPACTION', 'USER'],
    )
    const join = path[4] as TreeNode
    assert.deepEqual(join.place.otherParents, (await scope().reads.observation(join.copyOf ?? ''))?.place?.otherParents)
    await assert.rejects(
      mergeConversations(scope(), wordGates(), {
        into: 'c',
        from: ['b'],
        strategy: 'EVIDENCE',
        gate: { command: 'words' },
      }),
      { code: 'ALREADY_MERGED' },
    )
    const copy = path.find(({ copyOf }) => copyOf === marker.id)
    await cancelMarker(scope(), { conversationId: 'c', markerId: copy?.id ?? '' })
    assert.equal((await sent()).length, 5)
    await pathIs()
    assert.deepEqual(await codes(), [])
  })

  it('hang a root below the parent that it lacked, once that is here', async () => {
    const { scope, mend, codes, pathIs } = fresh()
    await imports(scope(), linesOf(entries('r1:k<a0 u2<r1 a2<u2')))
    const id = 's'
    const is = { conversationId: id }
    assert.deepEqual(await codes(id), ['DANGLING_PARENT', 'TOOL_RESULT_WITHOUT_CALL'])
    assert.equal((await mend({ ...is, dryRun: true })).report.repairable, 1)
    const call: Block = { type: 'toolCall', callId: 'k', name: 'tool', input: {} }
    const { headId } = (await scope().reads.conversation(id)) as Conversation
    await say(scope(), id, 'u0', 'u0', { parent: null })
    await say(scope(), id, 'a0', '', { blocks: [call] })
    await undo(scope(), is)
    await undo(scope(), is)
    assert.equal((await scope().reads.conversation(id))?.headId, headId)
    assert.equal((await mend({ ...is, dryRun: true })).report.repairable, 1)
    assert.deepEqual((await mend(is)).report.findings, [])
    assert.deepEqual(await pathIs(id), ['u0', 'a0', 'r1', 'u2', 'a2'])
  })

  it('of a fork leave its source alone', async () => {
    const { scope, mend, codes, conversation } = fresh()
    await say(scope(), 'c', 'u1')
    await tools(scope(), 'c', 't1', ['none'])
    await say(scope(), 'c', 'a1')
    await forkConversation(scope(), { source: 'c', newConversationId: 'f' })
    const before = await conversation()
    assert.deepEqual(await codes('f'), ['TOOL_RESULT_WITHOUT_CALL'])
    assert.deepEqual((await mend({ conversationId: 'f' })).report.findings, [])
    assert.deepEqual(await turnsOf(scope(), 'f'), ['u1', 'a1'])
    assert.deepEqual(await conversation(), before)
    assert.deepEqual(await codes(), ['TOOL_RESULT_WITHOUT_CALL'])
  })

  it('are refused for what is unknown, stale, or would leave an open run behind; waiting calls are no fault', async () => {
    const { scope, mend, conversation } = fresh()
    await say(scope(), 'c', 'u1')
    await tools(scope(), 'c', 't1', ['none'])
    await claimRun(scope(), { conversationId: 'c', runId: 'r' })
    await say(scope(), 'c', 'u2', 'u2', { runId: 'r' })
    await tools(scope(), 'c', 'a2', ['waiting'], { runId: 'r' })
    const before = await conversation()
    await assert.rejects(mend({ conversationId: 'none' }), { code: 'NOT_FOUND' })
    await assert.rejects(mend({ conversationId: 'none', dryRun: true }), { code: 'NOT_FOUND' })
    await assert.rejects(mend({ expectedHeadId: 'other' }), { code: 'HEAD_MOVED' })
    await assert.rejects(mend({ expectedHeadId: 'other', dryRun: true }), { code: 'HEAD_MOVED' })
    await assert.rejects(mend(), { code: 'CONFLICT_ACTIVE_RUN' })
    assert.deepEqual(await conversation(), before)
    const events = await listPage(scope(), 'events', 'c', { first: 100 })
    assert.ok(events.items.every(({ item }) => item.kind !== 'REPAIR'))
  })

  for (const seed of [1, 2, 3, 4])
    it(`leave a path that nothing is wrong with, which a model is sent as before (${seed})`, async () => {
      const { scope, mend, sent, pathIs } = fresh()
      const random = randomFrom(seed)
      for (let i = 0; i < 60; i++) {
        const calls = ['k', 'l', 'm'].filter(() => random.below(2) === 0)
        const kind = random.below(4)
        if (kind === 0 || calls.length === 0) await say(scope(), 'c', `${random.below(2) ? 'u' : 'a'}${i}`)
        else await tools(scope(), 'c', `${kind === 1 ? 'a' : 't'}${i}`, calls)
      }
      const words = await sent()
      const { report } = await mend()
      assert.deepEqual(report.findings, [])
      assert.deepEqual(await sent(), words)
      await pathIs()
      assert.equal((await mend()).event, null)
    })
})
