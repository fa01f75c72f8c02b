import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from '../../support/properties.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { amendMessage } from '../../../src/app/turns/amendMessage.ts'
import { deleteMessage } from '../../../src/app/turns/deleteMessage.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { context } from '../../../src/app/transcripts/context.ts'
import { contentOf, messageSnapshot, observationsOf } from '../../../src/app/turns/snapshots.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { labelsOf } from '../../../src/app/conversations/labels.ts'
import { recentTurns, transcriptPage } from '../../../src/app/transcripts/transcript.ts'
import { restoreMessage } from '../../../src/app/turns/restoreMessage.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import { storeTurn, storeTurns } from '../../../src/app/turns/storeTurns.ts'
import type { TranscriptOptions, TranscriptView } from '../../../src/app/transcripts/transcripts.ts'
import type { Conversation, Json, Message } from '../../../src/domain/model.ts'
import { messageRules, observedOf, shownSnapshot } from '../../../src/domain/messages/messageSnapshot.ts'
import { snapshotOf } from '../../../src/domain/messages/snapshot.ts'
import { wholeOr } from '../../support/rounds.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say, tools } from '../../support/talk.ts'

const conversationOf = async (scope: Scope, id: string) => (await scope.reads.conversation(id)) as Conversation
const messageOf = async (scope: Scope, id: string) => (await scope.reads.message(id)) as Message
const fieldsOf = async (scope: Scope, id: string) =>
  (await messageSnapshot(scope, await messageOf(scope, id)))?.fields ?? null
const amend = (scope: Scope, messageId: string, fields: Json) => amendMessage(scope, { messageId, fields })

/** What a transcript shows, one text per entry: `-` for a deleted one. */
async function shown(
  scope: Scope,
  id: string,
  view: TranscriptView = 'MESSAGES',
  showing: Partial<TranscriptOptions> = {},
) {
  const page = await transcriptPage(
    scope,
    await conversationOf(scope, id),
    view,
    { first: 100 },
    { values: 'AS_STORED', includeDeleted: false, ...showing },
  )
  return page.entries.map(({ entry }) => (entry.deleted && entry.blocks.length === 0 ? '-' : entry.text || entry.role))
}
const current = { values: 'CURRENT' } as const

await onEveryStore('amendMessage', (on) => {
  const scope = on.scope

  it('changes the snapshot, not the transcript as stored nor a path hash', async () => {
    const stored = await say(scope(), 'amend', 'u1', 'teh word')
    const { message, observation } = await amend(scope(), 'amend:u1', { text: 'the word' })
    assert.deepEqual([observation?.kind, observation?.priority, observation?.place], ['CORRECTION', 1000, null])
    assert.equal(message?.observationCount, 2)
    assert.equal((await fieldsOf(scope(), 'amend:u1'))?.['text'], 'the word')
    assert.deepEqual(await shown(scope(), 'amend'), ['teh word'])
    assert.deepEqual(await shown(scope(), 'amend', 'MESSAGES', current), ['the word'])
    assert.deepEqual(
      (await scope().reads.observation(stored.observation.id))?.place?.pathHash,
      stored.observation.place?.pathHash,
    )
    assert.deepEqual((await integrity(scope(), 'amend')).findings, [])
  })

  it('N-26: beats later stores, until another correction', async () => {
    await say(scope(), 'beats', 'u1', 'first')
    await amend(scope(), 'beats:u1', { text: 'corrected' })
    await say(scope(), 'beats', 'u1', 'second')
    assert.deepEqual(await shown(scope(), 'beats', 'MESSAGES', current), ['corrected'])
    await amend(scope(), 'beats:u1', { content: [{ text: 'again ' }, { text: 'corrected' }] })
    assert.deepEqual(await shown(scope(), 'beats', 'MESSAGES', current), ['again corrected'])
    assert.deepEqual(await shown(scope(), 'beats'), ['second'])
  })

  it('N-8, N-22: keeps and counts unknown names, clears with null, names the observation behind each field', async () => {
    await say(scope(), 'names', 'a1', 'hi', { model: 'm1', senderId: 's', metadata: { k: 1 } })
    const first = await amend(scope(), 'names:a1', { mood: 'calm', model: null })
    const snapshot = await messageSnapshot(scope(), await messageOf(scope(), 'names:a1'))
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
    await say(scope(), 'refused', 'u1')
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
      await assert.rejects(amend(scope(), 'refused:u1', fields), { code, field })
    await assert.rejects(amend(scope(), 'refused:nobody', { text: 'x' }), { code: 'NOT_FOUND' })
    await assert.rejects(amend(scope(), 'nowhere', { text: 'x' }), { code: 'NOT_FOUND' })
    assert.deepEqual(await on.store().rowCounts(), rows)
  })

  it('answers the same key and input again, and refuses the key with another input', async () => {
    await say(scope(), 'keyed', 'u1')
    const input = { messageId: 'keyed:u1', fields: { text: 'x' }, idempotencyKey: 'amend-1', note: 'typo' }
    const first = await amendMessage(scope(), input)
    const again = await amendMessage(scope(), input)
    assert.deepEqual([first.replayed, again.replayed], [false, true])
    assert.equal(again.observation?.id, first.observation?.id)
    assert.equal(again.message?.observationCount, 2)
    await assert.rejects(amendMessage(scope(), { ...input, fields: { text: 'y' } }), { code: 'IDEMPOTENCY_MISMATCH' })
    const [event] = await scope().reads.list({ list: 'events', owner: 'keyed', after: null, limit: 1 })
    assert.deepEqual([event?.kind, event?.note], ['CORRECT', 'typo'])
  })

  it('shows in forks, whichever conversation it was made through, and in titles and previews', async () => {
    for (const turn of ['u1', 'a1']) await say(scope(), 'source', turn)
    await forkConversation(scope(), { source: 'source', newConversationId: 'fork' })
    await say(scope(), 'fork', 'u2')
    await amend(scope(), 'source:u1', { text: 'a new title' })
    assert.deepEqual(await shown(scope(), 'fork', 'MESSAGES', current), ['a new title', 'a1', 'u2'])
    assert.deepEqual(await shown(scope(), 'fork'), ['u1', 'a1', 'u2'])
    const title = async (id: string) => (await labelsOf(scope(), await conversationOf(scope(), id))).title
    assert.deepEqual([await title('source'), await title('fork')], ['a new title', 'u2'])
    await deleteMessage(scope(), { id: 'fork:u2' })
    assert.equal(await title('fork'), 'Fork of a new title')
    await restoreMessage(scope(), { id: 'fork:u2' })
    await amend(scope(), 'source:a1', { text: 'a new answer' })
    assert.equal((await conversationOf(scope(), 'source')).preview, 'a new answer')
    for (const id of ['source', 'fork']) assert.deepEqual((await integrity(scope(), id)).findings, [])
  })

  it('corrects a deleted message without reviving it', async () => {
    await say(scope(), 'dead', 'u1')
    await deleteMessage(scope(), { id: 'dead:u1' })
    assert.equal((await amend(scope(), 'dead:u1', { text: 'mended' })).message?.deleted, true)
    assert.equal(await fieldsOf(scope(), 'dead:u1'), null)
    await restoreMessage(scope(), { id: 'dead:u1' })
    assert.equal((await fieldsOf(scope(), 'dead:u1'))?.['text'], 'mended')
  })
})

await onEveryStore('deleteMessage and restoreMessage', (on) => {
  const scope = on.scope

  it('N-33: leave a placeholder that no store revives, in the owner and its forks; history stays', async () => {
    for (const turn of ['u1', 'a1', 'u2']) await say(scope(), 'gone', turn)
    await forkConversation(scope(), { source: 'gone', newConversationId: 'gone-fork' })
    const { message, observation } = await deleteMessage(scope(), { id: 'gone:a1', note: 'private' })
    assert.deepEqual([message?.deleted, observation?.kind, observation?.priority], [true, 'DELETION', 1000])
    await say(scope(), 'gone', 'a1', 'stored again', { parent: { messageId: 'gone:u1' } })
    assert.equal(await messageSnapshot(scope(), await messageOf(scope(), 'gone:a1')), null)
    assert.equal(await contentOf(scope(), await messageOf(scope(), 'gone:a1')), null)
    assert.deepEqual(await shown(scope(), 'gone'), ['u1', '-'])
    assert.deepEqual(await shown(scope(), 'gone-fork'), ['u1', '-', 'u2'])
    assert.deepEqual(await shown(scope(), 'gone-fork', 'RAW', { includeDeleted: true }), ['u1', 'a1', 'u2'])
    assert.deepEqual(
      (await recentTurns(scope(), await conversationOf(scope(), 'gone-fork'), 2)).map(({ text }) => text),
      ['', 'u2'],
    )
    const restored = await restoreMessage(scope(), { id: 'gone:a1' })
    assert.deepEqual([restored.message?.deleted, restored.observation?.priority], [false, 1001])
    assert.deepEqual(await shown(scope(), 'gone'), ['u1', 'stored again'])
    for (const id of ['gone', 'gone-fork']) assert.deepEqual((await integrity(scope(), id)).findings, [])
  })

  it('twice, or of a message that never was, is no error; restoring one that never was is', async () => {
    await say(scope(), 'twice', 'u1')
    await deleteMessage(scope(), { id: 'twice:u1' })
    assert.equal((await deleteMessage(scope(), { id: 'twice:u1' })).message?.deleted, true)
    assert.equal((await conversationOf(scope(), 'twice')).deletedTurns, 1)
    for (const id of ['twice:u9', 'never:u1', 'no id'])
      assert.deepEqual(await deleteMessage(scope(), { id }), { message: null, observation: null, replayed: false })
    await assert.rejects(restoreMessage(scope(), { id: 'twice:u9' }), { code: 'NOT_FOUND' })
    assert.deepEqual((await integrity(scope(), 'twice')).findings, [])
  })

  it('with a key, do it once', async () => {
    await say(scope(), 'once', 'u1')
    const input = { id: 'once:u1', idempotencyKey: 'delete-once' }
    const first = await deleteMessage(scope(), input)
    await restoreMessage(scope(), { id: 'once:u1' })
    const again = await deleteMessage(scope(), input)
    assert.deepEqual([again.replayed, again.observation?.id], [true, first.observation?.id])
    assert.equal((await messageOf(scope(), 'once:u1')).deleted, false)
  })

  it('pass over deleted turns for title and preview', async () => {
    for (const turn of ['u1', 'a1', 'u2', 'a2']) await say(scope(), 'labels', turn)
    await forkConversation(scope(), { source: 'labels', newConversationId: 'labels-fork' })
    for (const id of ['labels:u1', 'labels:a2']) await deleteMessage(scope(), { id })
    const fork = await labelsOf(scope(), await conversationOf(scope(), 'labels-fork'))
    assert.deepEqual(fork, { title: 'Fork of u2', preview: 'u2' })
    assert.deepEqual(await labelsOf(scope(), await conversationOf(scope(), 'labels')), { title: 'u2', preview: 'u2' })
    for (const id of ['labels:u2', 'labels:a1']) await deleteMessage(scope(), { id })
    assert.deepEqual(await labelsOf(scope(), await conversationOf(scope(), 'labels')), {
      title: 'Untitled',
      preview: '',
    })
    await restoreMessage(scope(), { id: 'labels:u2' })
    assert.deepEqual(await labelsOf(scope(), await conversationOf(scope(), 'labels')), { title: 'u2', preview: 'u2' })
    assert.deepEqual((await integrity(scope(), 'labels')).findings, [])
  })

  it('find the title far behind many deleted turns', async () => {
    const turns = Array.from({ length: 120 }, (_, i) => ({
      conversationId: 'far',
      turnId: `u${i}`,
      role: 'USER' as const,
      blocks: [{ type: 'text' as const, text: `turn ${i}` }],
    }))
    await storeTurns(scope(), { turns })
    for (let i = 0; i < 40; i++) await deleteMessage(scope(), { id: `far:u${i}` })
    for (let i = 80; i < 120; i++) await deleteMessage(scope(), { id: `far:u${i}` })
    const labels = await labelsOf(scope(), await conversationOf(scope(), 'far'))
    assert.deepEqual(labels, { title: 'turn 40', preview: 'turn 79' })
  })

  it('leave it out of CONTEXT with its tool pairs whole, in a fork as well', async () => {
    await say(scope(), 'pairs', 'u1')
    await tools(scope(), 'pairs', 'a1', ['k1', 'k2'])
    await tools(scope(), 'pairs', 't1', ['k1'])
    await tools(scope(), 'pairs', 't2', ['k2'])
    await say(scope(), 'pairs', 'a2')
    await forkConversation(scope(), { source: 'pairs', newConversationId: 'pairs-fork' })
    await deleteMessage(scope(), { id: 'pairs:t1' })
    for (const id of ['pairs', 'pairs-fork']) {
      const entries = await context(scope(), id, null)
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
    await restoreMessage(scope(), { id: 'pairs:t1' })
    await deleteMessage(scope(), { id: 'pairs:a1' })
    assert.deepEqual(await shown(scope(), 'pairs', 'CONTEXT'), ['u1', 'a2'])
    assert.deepEqual(await shown(scope(), 'pairs', 'MESSAGES'), ['u1', '-', 'TOOL', 'TOOL', 'a2'])
    assert.deepEqual(await shown(scope(), 'pairs', 'CONTEXT', { includeDeleted: true }), [
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
    await storeTurns(scope(), { turns })
    for (const i of [0, 3, 4, 17, 29]) await deleteMessage(scope(), { id: `paged:u${i}` })
    const left = turns.map((_, i) => String(i)).filter((i) => !['0', '3', '4', '17', '29'].includes(i))
    const forward: string[] = []
    for (let after: string | null = null; ;) {
      const page = await transcriptPage(scope(), await conversationOf(scope(), 'paged'), 'CONTEXT', { first: 4, after })
      assert.equal(page.totalCount, left.length)
      forward.push(...page.entries.map(({ entry }) => entry.text))
      after = page.entries.at(-1)?.cursor ?? null
      if (!page.hasNextPage) break
    }
    assert.deepEqual(forward, left)
    const last = await transcriptPage(scope(), await conversationOf(scope(), 'paged'), 'CONTEXT', { last: 3 })
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
    for (const turn of ['u1', 'a1', 'u2']) await say(scope(), 'point', turn)
    await deleteMessage(scope(), { id: 'point:a1' })
    const fork = await forkConversation(scope(), { source: 'point', at: { messageId: 'point:a1' } })
    assert.equal(fork.sharedLength, 2)
    await rewindConversation(scope(), { conversationId: 'point', to: { messageId: 'point:a1' } })
    assert.deepEqual(await labelsOf(scope(), await conversationOf(scope(), 'point')), { title: 'u1', preview: 'u1' })
  })
})

await onEveryStore('snapshots of messages', (on) => {
  const scope = on.scope

  it('N-24: are as of a time of happening, of storing, or both; null before the first observation', async () => {
    const day = (n: number) => `2026-01-0${n}T00:00:00.000000000Z`
    await say(scope(), 'asof', 'u1', 'second day', { observedAt: day(2) })
    const late = await say(scope(), 'asof', 'u1', 'first day, told late', { observedAt: day(1) })
    await deleteMessage(scope(), { id: 'asof:u1' })
    const message = await messageOf(scope(), 'asof:u1')
    const text = async (at: string | null, ingestedAt: string | null) =>
      (await messageSnapshot(scope(), message, { at, ingestedAt }))?.fields['text'] ?? null
    assert.equal(await text(day(2), null), 'second day')
    assert.equal(await text(day(1), null), 'first day, told late')
    assert.equal(await text(`2025-12-31T00:00:00.000000000Z`, null), null)
    assert.equal(await text(day(1), message.createdAt), null)
    assert.equal(await text(null, late.observation.ingestedAt), 'second day')
    assert.equal(await text(null, null), null)
  })

  it('keep fields that only an older turn observation gives, without a walk', async () => {
    await say(scope(), 'others', 'a1', 'one', { model: 'm1', senderId: 's1' })
    await say(scope(), 'others', 'a1', 'two', { model: 'm2' })
    const last = await say(scope(), 'others', 'a1', 'three')
    const calls: string[] = []
    const store = new Proxy(on.store(), {
      get: (target, name, self) => {
        calls.push(String(name))
        return Reflect.get(target, name, self) as unknown
      },
    })
    const watched = scope({ store })
    const snapshot = await messageSnapshot(watched, await messageOf(watched, 'others:a1'))
    assert.deepEqual(
      ['text', 'model', 'senderId'].map((field) => snapshot?.fields[field]),
      ['three', 'm2', 's1'],
    )
    assert.equal(snapshot?.provenance['text'], last.observation.id)
    assert.deepEqual(calls, ['messages', 'observations'])
    assert.deepEqual((await integrity(scope(), 'others')).findings, [])
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
        await say(scope(), conversationId, 'u1', 'first')
        for (const one of steps) {
          if (one.do === 'store') {
            const { text, model, senderId, observedAt } = one
            await storeTurn(scope(), {
              conversationId,
              turnId: 'u1',
              role: 'USER',
              blocks: [{ type: 'text', text }],
              model: model ?? null,
              senderId: senderId ?? null,
              observedAt: observedAt ?? null,
            })
          }
          if (one.do === 'amend') await amend(scope(), id, one.fields)
          if (one.do === 'delete') await deleteMessage(scope(), { id })
          if (one.do === 'restore') await restoreMessage(scope(), { id })
        }
        const observed = []
        for await (const page of observationsOf(scope(), id)) observed.push(...page.map(observedOf))
        const plain = snapshotOf(observed, messageRules)
        assert.deepEqual(await messageSnapshot(scope(), await messageOf(scope(), id)), plain && shownSnapshot(plain))
        assert.deepEqual((await integrity(scope(), conversationId)).findings, [])
      }),
      { numRuns: on.name.includes('SQLite') ? wholeOr(40, 10) : 10 },
    )
  })
})
