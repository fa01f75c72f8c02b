import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from 'fast-check'
import type { Act } from '../../src/app/act.ts'
import { amendMessage } from '../../src/app/amendMessage.ts'
import { deleteMessage } from '../../src/app/deleteMessage.ts'
import { forkConversation } from '../../src/app/forkConversation.ts'
import {
  context,
  contentOf,
  integrity,
  labelsOf,
  messageSnapshot,
  recentTurns,
  transcriptPage,
} from '../../src/app/queries.ts'
import { observationsOf } from '../../src/app/snapshots.ts'
import { restoreMessage } from '../../src/app/restoreMessage.ts'
import { rewindConversation } from '../../src/app/rewindConversation.ts'
import { storeTurn } from '../../src/app/storeTurn.ts'
import { storeTurns } from '../../src/app/storeTurns.ts'
import type { Showing, TranscriptView } from '../../src/app/transcripts.ts'
import type { Conversation, Json, Message } from '../../src/domain/model.ts'
import { messageRules, observedOf, shownSnapshot } from '../../src/domain/messageSnapshot.ts'
import { snapshotOf } from '../../src/domain/snapshot.ts'
import { onEveryStore } from '../support/acts.ts'
import { say, tools } from '../support/talk.ts'

const conversationOf = async (act: Act, id: string) => (await act.reads.conversation(id)) as Conversation
const messageOf = async (act: Act, id: string) => (await act.reads.message(id)) as Message
const fieldsOf = async (act: Act, id: string) => (await messageSnapshot(act, await messageOf(act, id)))?.fields ?? null
const amend = (act: Act, messageId: string, fields: Json) => amendMessage(act, { messageId, fields })

/** What a transcript shows, one text per entry: `-` for a deleted one. */
async function shown(act: Act, id: string, view: TranscriptView = 'MESSAGES', showing: Partial<Showing> = {}) {
  const page = await transcriptPage(
    act,
    await conversationOf(act, id),
    view,
    { first: 100 },
    { values: 'AS_STORED', includeDeleted: false, ...showing },
  )
  return page.entries.map(({ entry }) => (entry.deleted && entry.blocks.length === 0 ? '-' : entry.text || entry.role))
}
const current = { values: 'CURRENT' } as const

await onEveryStore('amendMessage', (on) => {
  const act = on.act

  it('changes the snapshot, not the transcript as stored nor a path hash', async () => {
    const stored = await say(act(), 'amend', 'u1', 'teh word')
    const { message, observation } = await amend(act(), 'amend:u1', { text: 'the word' })
    assert.deepEqual([observation?.kind, observation?.priority, observation?.place], ['CORRECTION', 1000, null])
    assert.equal(message?.observationCount, 2)
    assert.equal((await fieldsOf(act(), 'amend:u1'))?.['text'], 'the word')
    assert.deepEqual(await shown(act(), 'amend'), ['teh word'])
    assert.deepEqual(await shown(act(), 'amend', 'MESSAGES', current), ['the word'])
    assert.deepEqual(
      (await act().reads.observation(stored.observation.id))?.place?.pathHash,
      stored.observation.place?.pathHash,
    )
    assert.deepEqual((await integrity(act(), 'amend')).findings, [])
  })

  it('N-26: beats later stores, until another correction', async () => {
    await say(act(), 'beats', 'u1', 'first')
    await amend(act(), 'beats:u1', { text: 'corrected' })
    await say(act(), 'beats', 'u1', 'second')
    assert.deepEqual(await shown(act(), 'beats', 'MESSAGES', current), ['corrected'])
    await amend(act(), 'beats:u1', { content: [{ text: 'again ' }, { text: 'corrected' }] })
    assert.deepEqual(await shown(act(), 'beats', 'MESSAGES', current), ['again corrected'])
    assert.deepEqual(await shown(act(), 'beats'), ['second'])
  })

  it('N-8, N-22: keeps and counts unknown names, clears with null, names the observation behind each field', async () => {
    await say(act(), 'names', 'a1', 'hi', { model: 'm1', senderId: 's', metadata: { k: 1 } })
    const first = await amend(act(), 'names:a1', { mood: 'calm', model: null })
    const snapshot = await messageSnapshot(act(), await messageOf(act(), 'names:a1'))
    assert.deepEqual(snapshot?.fields, {
      role: 'ASSISTANT',
      text: 'hi',
      content: [{ text: 'hi' }],
      senderId: 's',
      metadata: { k: 1 },
      mood: 'calm',
    })
    assert.equal(snapshot.unknownFields, 1)
    assert.equal(snapshot.provenance['mood'], first.observation?.id)
    assert.equal(snapshot.provenance['model'], undefined)
    assert.equal(snapshot.observationCount, 2)
    assert.equal(snapshot.computedAt, first.observation?.observedAt)
  })

  it('refuses another role, a bad type, where a turn goes, nothing, and a message that is not there', async () => {
    await say(act(), 'refused', 'u1')
    const rows = await on.store().rowCounts()
    for (const [fields, code, field] of [
      [{ role: 'ASSISTANT' }, 'ROLE_CONFLICT', ['role']],
      [{ role: 'user' }, 'BAD_INPUT', ['fields', 'role']],
      [{ text: 1 }, 'BAD_INPUT', ['fields', 'text']],
      [{ content: [{ text: 'a', other: 1 }] }, 'BAD_INPUT', ['fields', 'content', '0']],
      [{ content: [{ toolCall: { name: 'x' } }] }, 'BAD_INPUT', ['fields', 'content', '0', 'toolCall', 'callId']],
      [{ text: 'a', content: [{ text: 'b' }] }, 'BAD_INPUT', ['fields', 'text']],
      [{ parent: null }, 'BAD_INPUT', ['fields', 'parent']],
      [{ usage: { inputTokens: -1 } }, 'BAD_INPUT', ['fields', 'usage', 'inputTokens']],
      [{ usage: { costUsd: -1 } }, 'BAD_INPUT', ['fields', 'usage', 'costUsd']],
      [{ metadata: [] }, 'BAD_INPUT', ['fields', 'metadata']],
      [{}, 'BAD_INPUT', ['fields']],
      [['text'], 'BAD_INPUT', ['fields']],
    ] as const)
      await assert.rejects(amend(act(), 'refused:u1', fields), { code, field })
    await assert.rejects(amend(act(), 'refused:nobody', { text: 'x' }), { code: 'NOT_FOUND' })
    await assert.rejects(amend(act(), 'nowhere', { text: 'x' }), { code: 'NOT_FOUND' })
    assert.deepEqual(await on.store().rowCounts(), rows)
  })

  it('answers the same key and input again, and refuses the key with another input', async () => {
    await say(act(), 'keyed', 'u1')
    const input = { messageId: 'keyed:u1', fields: { text: 'x' }, idempotencyKey: 'amend-1', note: 'typo' }
    const first = await amendMessage(act(), input)
    const again = await amendMessage(act(), input)
    assert.deepEqual([first.replayed, again.replayed], [false, true])
    assert.equal(again.observation?.id, first.observation?.id)
    assert.equal(again.message?.observationCount, 2)
    await assert.rejects(amendMessage(act(), { ...input, fields: { text: 'y' } }), { code: 'IDEMPOTENCY_MISMATCH' })
    const [event] = await act().reads.list({ list: 'events', owner: 'keyed', after: null, limit: 1 })
    assert.deepEqual([event?.kind, event?.note], ['CORRECT', 'typo'])
  })

  it('shows in forks, whichever conversation it was made through, and in titles and previews', async () => {
    for (const turn of ['u1', 'a1']) await say(act(), 'source', turn)
    await forkConversation(act(), { source: 'source', newConversationId: 'fork' })
    await say(act(), 'fork', 'u2')
    await amend(act(), 'source:u1', { text: 'a new title' })
    assert.deepEqual(await shown(act(), 'fork', 'MESSAGES', current), ['a new title', 'a1', 'u2'])
    assert.deepEqual(await shown(act(), 'fork'), ['u1', 'a1', 'u2'])
    for (const id of ['source', 'fork'])
      assert.equal((await labelsOf(act(), await conversationOf(act(), id))).title, 'a new title')
    await amend(act(), 'source:a1', { text: 'a new answer' })
    assert.equal((await conversationOf(act(), 'source')).preview, 'a new answer')
    for (const id of ['source', 'fork']) assert.deepEqual((await integrity(act(), id)).findings, [])
  })

  it('corrects a deleted message without reviving it', async () => {
    await say(act(), 'dead', 'u1')
    await deleteMessage(act(), { id: 'dead:u1' })
    assert.equal((await amend(act(), 'dead:u1', { text: 'mended' })).message?.deleted, true)
    assert.equal(await fieldsOf(act(), 'dead:u1'), null)
    await restoreMessage(act(), { id: 'dead:u1' })
    assert.equal((await fieldsOf(act(), 'dead:u1'))?.['text'], 'mended')
  })
})

await onEveryStore('deleteMessage and restoreMessage', (on) => {
  const act = on.act

  it('N-33: leave a placeholder that no store revives, in the owner and its forks; history stays', async () => {
    for (const turn of ['u1', 'a1', 'u2']) await say(act(), 'gone', turn)
    await forkConversation(act(), { source: 'gone', newConversationId: 'gone-fork' })
    const { message, observation } = await deleteMessage(act(), { id: 'gone:a1', note: 'private' })
    assert.deepEqual([message?.deleted, observation?.kind, observation?.priority], [true, 'DELETION', 1000])
    await say(act(), 'gone', 'a1', 'stored again', { parent: { messageId: 'gone:u1' } })
    assert.equal(await messageSnapshot(act(), await messageOf(act(), 'gone:a1')), null)
    assert.equal(await contentOf(act(), await messageOf(act(), 'gone:a1')), null)
    assert.deepEqual(await shown(act(), 'gone'), ['u1', '-'])
    assert.deepEqual(await shown(act(), 'gone-fork'), ['u1', '-', 'u2'])
    assert.deepEqual(await shown(act(), 'gone-fork', 'RAW', { includeDeleted: true }), ['u1', 'a1', 'u2'])
    assert.deepEqual(
      (await recentTurns(act(), await conversationOf(act(), 'gone-fork'), 2)).map(({ text }) => text),
      ['', 'u2'],
    )
    const restored = await restoreMessage(act(), { id: 'gone:a1' })
    assert.deepEqual([restored.message?.deleted, restored.observation?.priority], [false, 1001])
    assert.deepEqual(await shown(act(), 'gone'), ['u1', 'stored again'])
    for (const id of ['gone', 'gone-fork']) assert.deepEqual((await integrity(act(), id)).findings, [])
  })

  it('twice, or of a message that never was, is no error; restoring one that never was is', async () => {
    await say(act(), 'twice', 'u1')
    await deleteMessage(act(), { id: 'twice:u1' })
    assert.equal((await deleteMessage(act(), { id: 'twice:u1' })).message?.deleted, true)
    assert.equal((await conversationOf(act(), 'twice')).deletedTurns, 1)
    for (const id of ['twice:u9', 'never:u1', 'no id'])
      assert.deepEqual(await deleteMessage(act(), { id }), { message: null, observation: null, replayed: false })
    await assert.rejects(restoreMessage(act(), { id: 'twice:u9' }), { code: 'NOT_FOUND' })
    assert.deepEqual((await integrity(act(), 'twice')).findings, [])
  })

  it('with a key, do it once', async () => {
    await say(act(), 'once', 'u1')
    const input = { id: 'once:u1', idempotencyKey: 'delete-once' }
    const first = await deleteMessage(act(), input)
    await restoreMessage(act(), { id: 'once:u1' })
    const again = await deleteMessage(act(), input)
    assert.deepEqual([again.replayed, again.observation?.id], [true, first.observation?.id])
    assert.equal((await messageOf(act(), 'once:u1')).deleted, false)
  })

  it('pass over deleted turns for title and preview', async () => {
    for (const turn of ['u1', 'a1', 'u2', 'a2']) await say(act(), 'labels', turn)
    await forkConversation(act(), { source: 'labels', newConversationId: 'labels-fork' })
    for (const id of ['labels:u1', 'labels:a2']) await deleteMessage(act(), { id })
    for (const id of ['labels', 'labels-fork'])
      assert.deepEqual(await labelsOf(act(), await conversationOf(act(), id)), { title: 'u2', preview: 'u2' })
    for (const id of ['labels:u2', 'labels:a1']) await deleteMessage(act(), { id })
    assert.deepEqual(await labelsOf(act(), await conversationOf(act(), 'labels')), { title: 'New chat', preview: '' })
    await restoreMessage(act(), { id: 'labels:u2' })
    assert.deepEqual(await labelsOf(act(), await conversationOf(act(), 'labels')), { title: 'u2', preview: 'u2' })
    assert.deepEqual((await integrity(act(), 'labels')).findings, [])
  })

  it('find the title far behind many deleted turns', async () => {
    const turns = Array.from({ length: 120 }, (_, i) => ({
      conversationId: 'far',
      turnId: `u${i}`,
      role: 'USER' as const,
      blocks: [{ type: 'text' as const, text: `turn ${i}` }],
    }))
    await storeTurns(act(), { turns })
    for (let i = 0; i < 40; i++) await deleteMessage(act(), { id: `far:u${i}` })
    for (let i = 80; i < 120; i++) await deleteMessage(act(), { id: `far:u${i}` })
    const labels = await labelsOf(act(), await conversationOf(act(), 'far'))
    assert.deepEqual(labels, { title: 'turn 40', preview: 'turn 79' })
  })

  it('leave it out of CONTEXT with its tool pairs whole, in a fork as well', async () => {
    await say(act(), 'pairs', 'u1')
    await tools(act(), 'pairs', 'a1', ['k1', 'k2'])
    await tools(act(), 'pairs', 't1', ['k1'])
    await tools(act(), 'pairs', 't2', ['k2'])
    await say(act(), 'pairs', 'a2')
    await forkConversation(act(), { source: 'pairs', newConversationId: 'pairs-fork' })
    await deleteMessage(act(), { id: 'pairs:t1' })
    for (const id of ['pairs', 'pairs-fork']) {
      const entries = await context(act(), id, null)
      assert.deepEqual(
        entries.map(({ position, role, blocks }) => [
          position,
          role,
          blocks.map((b) => ('callId' in b ? b.callId : '')),
        ]),
        [
          [1, 'USER', ['']],
          [2, 'ASSISTANT', ['k2']],
          [3, 'TOOL', ['k2']],
          [4, 'ASSISTANT', ['']],
        ],
      )
    }
    await restoreMessage(act(), { id: 'pairs:t1' })
    await deleteMessage(act(), { id: 'pairs:a1' })
    assert.deepEqual(await shown(act(), 'pairs', 'CONTEXT'), ['u1', 'a2'])
    assert.deepEqual(await shown(act(), 'pairs', 'MESSAGES'), ['u1', '-', 'TOOL', 'TOOL', 'a2'])
    assert.deepEqual(await shown(act(), 'pairs', 'CONTEXT', { includeDeleted: true }), [
      'u1',
      'ASSISTANT',
      'TOOL',
      'TOOL',
      'a2',
    ])
  })

  it('page CONTEXT without what is deleted, from either end and from any cursor', async () => {
    const turns = Array.from({ length: 30 }, (_, i) => ({
      conversationId: 'paged',
      turnId: `u${i}`,
      role: 'USER' as const,
      blocks: [{ type: 'text' as const, text: String(i) }],
    }))
    await storeTurns(act(), { turns })
    for (const i of [0, 3, 4, 17, 29]) await deleteMessage(act(), { id: `paged:u${i}` })
    const left = turns.map((_, i) => String(i)).filter((i) => !['0', '3', '4', '17', '29'].includes(i))
    const forward: string[] = []
    for (let after: string | null = null; ;) {
      const page = await transcriptPage(act(), await conversationOf(act(), 'paged'), 'CONTEXT', { first: 4, after })
      assert.equal(page.totalCount, left.length)
      forward.push(...page.entries.map(({ entry }) => entry.text))
      after = page.entries.at(-1)?.cursor ?? null
      if (!page.hasNextPage) break
    }
    assert.deepEqual(forward, left)
    const last = await transcriptPage(act(), await conversationOf(act(), 'paged'), 'CONTEXT', { last: 3 })
    assert.deepEqual(
      last.entries.map(({ entry }) => [entry.position, entry.text]),
      [
        [23, '26'],
        [24, '27'],
        [25, '28'],
      ],
    )
  })

  it('allow forking and rewinding at a deleted turn', async () => {
    for (const turn of ['u1', 'a1', 'u2']) await say(act(), 'point', turn)
    await deleteMessage(act(), { id: 'point:a1' })
    const fork = await forkConversation(act(), { source: 'point', at: { messageId: 'point:a1' } })
    assert.equal(fork.sharedLength, 2)
    await rewindConversation(act(), { conversationId: 'point', to: { messageId: 'point:a1' } })
    assert.deepEqual(await labelsOf(act(), await conversationOf(act(), 'point')), { title: 'u1', preview: 'u1' })
  })
})

await onEveryStore('snapshots of messages', (on) => {
  const act = on.act

  it('N-24: are as of a time of happening, of storing, or both; null before the first observation', async () => {
    const day = (n: number) => `2026-01-0${n}T00:00:00.000000000Z`
    await say(act(), 'asof', 'u1', 'second day', { observedAt: day(2) })
    const late = await say(act(), 'asof', 'u1', 'first day, told late', { observedAt: day(1) })
    await deleteMessage(act(), { id: 'asof:u1' })
    const message = await messageOf(act(), 'asof:u1')
    const text = async (at: string | null, ingestedAt: string | null) =>
      (await messageSnapshot(act(), message, { at, ingestedAt }))?.fields['text'] ?? null
    assert.equal(await text(day(2), null), 'second day')
    assert.equal(await text(day(1), null), 'first day, told late')
    assert.equal(await text(`2025-12-31T00:00:00.000000000Z`, null), null)
    assert.equal(await text(day(1), message.createdAt), null)
    assert.equal(await text(null, late.observation.ingestedAt), 'second day')
    assert.equal(await text(null, null), null)
  })

  it('keep fields that only an older turn observation gives, without a walk', async () => {
    await say(act(), 'others', 'a1', 'one', { model: 'm1', senderId: 's1' })
    await say(act(), 'others', 'a1', 'two', { model: 'm2' })
    const last = await say(act(), 'others', 'a1', 'three')
    const calls: string[] = []
    const store = new Proxy(on.store(), {
      get: (target, name, self) => {
        calls.push(String(name))
        return Reflect.get(target, name, self) as unknown
      },
    })
    const watched = act({ store })
    const snapshot = await messageSnapshot(watched, await messageOf(watched, 'others:a1'))
    assert.deepEqual(
      ['text', 'model', 'senderId'].map((field) => snapshot?.fields[field]),
      ['three', 'm2', 's1'],
    )
    assert.equal(snapshot?.provenance['text'], last.observation.id)
    assert.deepEqual(calls, ['messages', 'observations'])
    assert.deepEqual((await integrity(act(), 'others')).findings, [])
  })

  it('that are kept are those that all observations make, whatever is stored, corrected, deleted and restored', async () => {
    const step = fc.oneof(
      fc.record({
        do: fc.constant('store' as const),
        text: fc.constantFrom('a', 'b'),
        model: fc.constantFrom(undefined, 'm'),
        senderId: fc.constantFrom(undefined, 's'),
        observedAt: fc.constantFrom(undefined, '2026-01-01T00:00:00.000000000Z', '2031-01-01T00:00:00.000000000Z'),
      }),
      fc.record({
        do: fc.constant('amend' as const),
        fields: fc.constantFrom<Json>({ text: 'c' }, { model: null }, { senderId: 'x', odd: 1 }, { odd: null }),
      }),
      fc.constant({ do: 'delete' as const }),
      fc.constant({ do: 'restore' as const }),
    )
    let run = 0
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 7 }), async (steps) => {
        const conversationId = `any-${run++}`
        const id = `${conversationId}:u1`
        await say(act(), conversationId, 'u1', 'first')
        for (const one of steps) {
          if (one.do === 'store') {
            const { text, model, senderId, observedAt } = one
            await storeTurn(act(), {
              conversationId,
              turnId: 'u1',
              role: 'USER',
              blocks: [{ type: 'text', text }],
              model: model ?? null,
              senderId: senderId ?? null,
              observedAt: observedAt ?? null,
            })
          }
          if (one.do === 'amend') await amend(act(), id, one.fields)
          if (one.do === 'delete') await deleteMessage(act(), { id })
          if (one.do === 'restore') await restoreMessage(act(), { id })
        }
        const observed = []
        for await (const page of observationsOf(act(), id)) observed.push(...page.map(observedOf))
        const plain = snapshotOf(observed, messageRules)
        assert.deepEqual(await messageSnapshot(act(), await messageOf(act(), id)), plain && shownSnapshot(plain))
        assert.deepEqual((await integrity(act(), conversationId)).findings, [])
      }),
      { numRuns: on.name.includes('SQLite') ? 40 : 10 },
    )
  })
})
