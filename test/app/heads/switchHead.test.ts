import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import { switchHead } from '../../../src/app/heads/switchHead.ts'
import { undo } from '../../../src/app/heads/undo.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { cancelMarker } from '../../../src/app/markers/cancelMarker.ts'
import { compact } from '../../../src/app/markers/compact.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say, tools, turnsOf } from '../../support/talk.ts'

await onEveryStore('a switch of a head', (on) => {
  const scope = on.scope
  const headOf = async (id: string) => (await scope().reads.conversation(id))?.headId ?? null

  it('goes to any place of the tree: inside another branch, inherited, by turn, or to the empty path', async () => {
    for (const turn of ['u1', 'a1', 'u2', 'a2']) await say(scope(), 's', turn)
    await rewindConversation(scope(), { conversationId: 's', to: { turn: 2 } })
    for (const turn of ['u3', 'a3']) await say(scope(), 's', turn)
    const to = async (id: string, place: Parameters<typeof switchHead>[1]['to']) => {
      await switchHead(scope(), { conversationId: id, to: place ?? null })
      return turnsOf(scope(), id)
    }
    assert.deepEqual(await to('s', { messageId: 's:u2' }), ['u1', 'a1', 'u2'])
    assert.deepEqual(await to('s', { start: true }), [])
    assert.deepEqual(await to('s', { messageId: 's:a3' }), ['u1', 'a1', 'u3', 'a3'])
    assert.deepEqual(await to('s', { turn: 1 }), ['u1'])
    await forkConversation(scope(), { source: 's', at: { messageId: 's:a3' }, newConversationId: 'sf' })
    await say(scope(), 'sf', 'u4')
    assert.deepEqual(await to('sf', { turn: 2 }), ['u1', 'a1'])
    for (const id of ['s', 'sf']) assert.deepEqual((await integrity(scope(), id)).findings, [])
  })

  it('brings a head back from wherever a move took it, also to a leaf where a call waits', async () => {
    await say(scope(), 'w', 'u1')
    await say(scope(), 'w', 'a1')
    await say(scope(), 'w', 'u2')
    await tools(scope(), 'w', 'a2', ['k'])
    const waits = (await headOf('w')) ?? ''
    await rewindConversation(scope(), { conversationId: 'w', to: { turn: 2 } })
    await undo(scope(), { conversationId: 'w' })
    assert.equal(await headOf('w'), waits)
    await rewindConversation(scope(), { conversationId: 'w', before: { turn: 1 } })
    await switchHead(scope(), { conversationId: 'w', to: { observationId: waits } })
    assert.equal(await headOf('w'), waits)
  })

  it('brings a head back to a call that waits also where only markers stand behind it, and so does an undo', async () => {
    for (const turn of ['u1', 'a1', 'u2']) await say(scope(), 'k', turn)
    await tools(scope(), 'k', 'a2', ['k'])
    const waits = (await headOf('k')) ?? ''
    const marked = await compact(scope(), { conversationId: 'k', from: { turn: 1 }, to: { turn: 2 }, summary: 's' })
    await cancelMarker(scope(), { conversationId: 'k', markerId: marked.event.details['markerId'] as string })
    for (const _ of ['the cancelling', 'the compaction']) await undo(scope(), { conversationId: 'k' })
    assert.equal(await headOf('k'), waits)
    await rewindConversation(scope(), { conversationId: 'k', to: { turn: 1 } })
    await switchHead(scope(), { conversationId: 'k', to: { observationId: waits } })
    assert.equal(await headOf('k'), waits)
    const { observation } = await tools(scope(), 'k', 't2', ['k'])
    await rewindConversation(scope(), { conversationId: 'k', to: { turn: 1 } })
    await assert.rejects(switchHead(scope(), { conversationId: 'k', to: { observationId: waits } }), {
      code: 'FORK_POINT_NOT_BOUNDARY',
    })
    await undo(scope(), { conversationId: 'k' })
    assert.deepEqual([await headOf('k'), (await integrity(scope(), 'k')).findings], [observation.id, []])
  })

  it('is refused where it would part a call from its result, and where no one place is named', async () => {
    await say(scope(), 'p', 'u1')
    const call = await tools(scope(), 'p', 'a1', ['k'])
    await tools(scope(), 'p', 't1', ['k'])
    const to = { observationId: call.observation.id }
    await assert.rejects(switchHead(scope(), { conversationId: 'p', to }), { code: 'FORK_POINT_NOT_BOUNDARY' })
    await forkConversation(scope(), { source: 'p', newConversationId: 'pf' })
    await assert.rejects(switchHead(scope(), { conversationId: 'pf', to }), { code: 'FORK_POINT_NOT_BOUNDARY' })
    await assert.rejects(switchHead(scope(), { conversationId: 'p' }), { code: 'BAD_INPUT' })
    await assert.rejects(switchHead(scope(), { conversationId: 'p', to, ...to }), { code: 'BAD_INPUT' })
    const nowhere = { conversationId: 'p', to: { start: false } }
    await assert.rejects(switchHead(scope(), nowhere), { code: 'FORK_POINT_UNKNOWN' })
  })
})
