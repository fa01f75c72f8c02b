import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createConversation } from '../../../src/app/conversations/createConversation.ts'
import { deleteConversation } from '../../../src/app/conversations/deleteConversation.ts'
import { updateConversation } from '../../../src/app/conversations/updateConversation.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { checkpoint } from '../../../src/app/heads/checkpoint.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import { switchHead } from '../../../src/app/heads/switchHead.ts'
import { undo } from '../../../src/app/heads/undo.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { cancelMarker } from '../../../src/app/markers/cancelMarker.ts'
import { compact } from '../../../src/app/markers/compact.ts'
import { dropSpan } from '../../../src/app/markers/dropSpan.ts'
import { listPage } from '../../../src/app/read/lists.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { drawTree } from '../../../src/app/trees/drawTree.ts'
import { abortRun } from '../../../src/app/runs/abortRun.ts'
import { claimRun } from '../../../src/app/runs/claimRun.ts'
import type { Conversation } from '../../../src/domain/model.ts'
import { mergeConversations } from '../../../src/app/merges/mergeConversations.ts'
import { repair } from '../../../src/app/repairs/repair.ts'
import { wordGates } from '../../support/merges.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say, tools, turnsOf } from '../../support/talk.ts'
import { entries, imports, linesOf } from '../../support/transcripts.ts'

const conversation = async (scope: Scope, id: string) => (await scope.reads.conversation(id)) as Conversation

await onEveryStore('a checkpoint', (on) => {
  const scope = on.scope
  const names = async (id: string, first = 50) =>
    (await listPage(scope(), 'checkpoints', id, { first })).items.map(({ item }) => item.details['name'])

  it('names the head or a place, moves nothing, and lists all, newest first', async () => {
    for (const turn of ['u1', 'a1', 'u2', 'a2']) await say(scope(), 'c', turn)
    const before = await conversation(scope(), 'c')
    const head = await checkpoint(scope(), { conversationId: 'c', name: 'before lunch', note: 'all well' })
    assert.deepEqual(
      [head.event.kind, head.event.details, head.event.head, head.event.note, head.replayed],
      ['CHECKPOINT', { name: 'before lunch', observationId: before.headId }, null, 'all well', false],
    )
    const placed = await checkpoint(scope(), { conversationId: 'c', at: { messageId: 'c:a1' }, name: 'an answer' })
    await checkpoint(scope(), { conversationId: 'c', at: { turn: 3 }, name: 'before lunch' })
    assert.deepEqual(await names('c'), ['before lunch', 'an answer', 'before lunch'])
    const after = await conversation(scope(), 'c')
    assert.deepEqual([after.headId, after.activityAt, after.shape], [before.headId, before.activityAt, before.shape])
    assert.deepEqual((await integrity(scope(), 'c')).findings, [])

    const { items, hasNextPage } = await listPage(scope(), 'checkpoints', 'c', { first: 1 })
    assert.ok(hasNextPage)
    const rest = await listPage(scope(), 'checkpoints', 'c', { first: 5, after: items[0]?.cursor ?? null })
    assert.deepEqual(
      rest.items.map(({ item }) => item.id),
      [placed.event.id, head.event.id],
    )
    assert.deepEqual([rest.hasNextPage, await rest.totalCount()], [false, 3])
  })

  it('is restored by a rewind, a switch or a fork, as its place allows', async () => {
    for (const turn of ['u1', 'a1', 'u2', 'a2']) await say(scope(), 'r', turn)
    const place = async (turn: number) => {
      const at = { conversationId: 'r', at: { turn }, name: `turn ${turn}` }
      return { observationId: (await checkpoint(scope(), at)).event.details['observationId'] as string }
    }
    const [second, fourth] = [await place(2), await place(4)]
    await rewindConversation(scope(), { conversationId: 'r', to: second })
    assert.deepEqual(await turnsOf(scope(), 'r'), ['u1', 'a1'])
    await switchHead(scope(), { conversationId: 'r', ...fourth })
    assert.deepEqual(await turnsOf(scope(), 'r'), ['u1', 'a1', 'u2', 'a2'])
    await forkConversation(scope(), { source: 'r', at: second, newConversationId: 'r2' })
    assert.deepEqual(await turnsOf(scope(), 'r2'), ['u1', 'a1'])
    await checkpoint(scope(), { conversationId: 'r2', at: second, name: 'inherited' })
    assert.deepEqual([await names('r2'), (await names('r')).length], [['inherited'], 2])
  })

  it('is made once under a key, of places that there are, and says so of the empty path', async () => {
    await createConversation(scope(), { id: 'empty' })
    const { event } = await checkpoint(scope(), { conversationId: 'empty', name: 'nothing yet' })
    assert.deepEqual(event.details, { name: 'nothing yet', observationId: null })
    await say(scope(), 'empty', 'u1')
    const input = { conversationId: 'empty', name: 'once', idempotencyKey: 'checkpoint once' }
    const first = await checkpoint(scope(), input)
    const again = await checkpoint(scope(), input)
    assert.deepEqual([again.replayed, again.event.id, again.event.seq], [true, first.event.id, first.event.seq])
    const rows = await on.store().rowCounts()
    const refused: [string, Parameters<typeof checkpoint>[1]][] = [
      ['IDEMPOTENCY_MISMATCH', { ...input, name: 'other' }],
      ['NOT_FOUND', { conversationId: 'nobody', name: 'x' }],
      ['BAD_INPUT', { conversationId: 'empty', name: ' ' }],
      ['BAD_INPUT', { conversationId: 'empty', name: 'a\u0007b' }],
      ['FORK_POINT_UNKNOWN', { conversationId: 'empty', name: 'x', at: { turn: 2 } }],
      ['FORK_POINT_UNKNOWN', { conversationId: 'empty', name: 'x', at: { messageId: 'c:u1' } }],
    ]
    for (const [code, wrong] of refused) await assert.rejects(checkpoint(scope(), wrong), { code })
    assert.deepEqual(await on.store().rowCounts(), rows)
    await deleteConversation(scope(), { id: 'empty' })
    await assert.rejects(checkpoint(scope(), { conversationId: 'empty', name: 'x' }), { code: 'NOT_FOUND' })
  })

  it('stands in the trees at its node, also where that would be folded away, in forks too', async () => {
    for (let i = 1; i <= 5; i++) for (const turn of [`u${i}`, `a${i}`]) await say(scope(), 'tree', turn)
    await checkpoint(scope(), { conversationId: 'tree', at: { turn: 4 }, name: 'half way' })
    const drawn = async (id: string, format: 'TEXT' | 'MERMAID' | 'DOT') =>
      drawTree(scope(), await conversation(scope(), id), { format, maxNodes: 500, unfold: false })
    const [, ...lines] = (await drawn('tree', 'TEXT')).split('\n')
    assert.deepEqual(lines, [
      '● 1 USER u1',
      '┆ 2 more',
      '● 4 ASSISTANT a2 ⚑ half way',
      '● 5 USER u3',
      '┆ 4 more',
      '● 10 ASSISTANT a5  ◀ head',
      '',
    ])
    assert.match(await drawn('tree', 'MERMAID'), /\["4 ASSISTANT a2 ⚑ half way"\]/)
    assert.match(await drawn('tree', 'DOT'), /label="4 ASSISTANT a2 ⚑ half way"/)
    await forkConversation(scope(), { source: 'tree', at: { turn: 8 }, newConversationId: 'branch' })
    await checkpoint(scope(), { conversationId: 'branch', at: { turn: 2 }, name: 'inherited' })
    await say(scope(), 'branch', 'u9')
    await checkpoint(scope(), { conversationId: 'branch', name: 'own' })
    const text = await drawn('branch', 'TEXT')
    assert.match(text, /● 2 ASSISTANT a1 ⚑ inherited\n/)
    assert.match(text, /● 9 USER u9 ⚑ own {2}◀ head\n/)
  })

  it('is made by itself before a head leaves its path or the path is read differently, where metadata asks', async () => {
    await createConversation(scope(), { id: 'auto', metadata: { autoCheckpoint: true } })
    for (const turn of ['u1', 'a1', 'u2', 'a2']) await say(scope(), 'auto', turn)
    assert.deepEqual(await names('auto'), [])
    const heads: (string | null)[] = []
    const before = async (act: () => Promise<unknown>) => {
      heads.unshift((await conversation(scope(), 'auto')).headId)
      await act()
    }
    const of = { conversationId: 'auto' }
    const span = { ...of, from: { turn: 1 }, to: { turn: 2 } }
    await before(() => rewindConversation(scope(), { ...of, to: { turn: 2 } }))
    const [left] = heads
    await before(() => switchHead(scope(), { ...of, observationId: left ?? '' }))
    await before(() => undo(scope(), of))
    await before(() => undo(scope(), of))
    await before(() => say(scope(), 'auto', 'u2', 'again'))
    await say(scope(), 'auto', 'a2', 'and answered')
    await before(() => compact(scope(), { ...span, summary: 'So far.' }))
    const markerId = (await conversation(scope(), 'auto')).headId ?? ''
    await before(() => cancelMarker(scope(), { ...of, markerId }))
    await before(() => dropSpan(scope(), span))
    await claimRun(scope(), { ...of, runId: 'r' })
    await say(scope(), 'auto', 'u3', 'u3', { runId: 'r' })
    await before(() => abortRun(scope(), { ...of, runId: 'r' }))
    assert.deepEqual(await names('auto'), [
      ...['before run', 'before drop', 'before cancel', 'before compact', 'before store'],
      ...['before undo', 'before undo', 'before switch', 'before rewind'],
    ])
    const page = await listPage(scope(), 'checkpoints', 'auto', { first: 50 })
    assert.deepEqual(
      page.items.map(({ item }) => item.details['observationId']),
      heads,
    )
    const { items } = await listPage(scope(), 'events', 'auto', { first: 2 })
    assert.deepEqual(
      items.map(({ item }) => item.kind),
      ['RUN', 'CHECKPOINT'],
    )
    assert.deepEqual((await integrity(scope(), 'auto')).findings, [])
    await assert.rejects(rewindConversation(scope(), { ...of, to: { turn: 99 } }), { code: 'FORK_POINT_UNKNOWN' })
    assert.equal((await names('auto')).length, 9)
    await updateConversation(scope(), { id: 'auto', metadata: { autoCheckpoint: false } })
    await rewindConversation(scope(), { ...of, to: { turn: 2 } })
    assert.equal((await names('auto')).length, 9)
  })

  it('is made by itself before a merge and a repair', async () => {
    await createConversation(scope(), { id: 'into', metadata: { autoCheckpoint: true } })
    for (const turn of ['u1', 'a1']) await say(scope(), 'into', turn)
    await forkConversation(scope(), { source: 'into', newConversationId: 'from', metadata: null })
    await say(scope(), 'from', 'u2')
    const { headId: before } = await conversation(scope(), 'into')
    const picked = { into: 'into', from: ['from'], strategy: 'CHERRY_PICK', turns: ['from:u2'] } as const
    await mergeConversations(scope(), wordGates(), picked)
    const [merged] = (await listPage(scope(), 'checkpoints', 'into', {})).items
    assert.deepEqual(merged?.item.details, { name: 'before merge', observationId: before })
    await tools(scope(), 'into', 'a3', ['k'])
    await say(scope(), 'into', 'u4')
    const { headId: broken } = await conversation(scope(), 'into')
    await repair(scope(), { conversationId: 'into', dryRun: false })
    const [repaired] = (await listPage(scope(), 'checkpoints', 'into', {})).items
    assert.deepEqual(repaired?.item.details, { name: 'before repair', observationId: broken })
  })

  it('is made by itself in every conversation where the operator says so, imports too', async () => {
    const every = () => on.scope({ autoCheckpoint: true, tenant: `every-${on.name}` })
    for (const turn of ['u1', 'a1']) await say(every(), 'any', turn)
    await tools(every(), 'any', 'a2', ['k'])
    await compact(every(), { conversationId: 'any', from: { turn: 1 }, to: { turn: 3 }, summary: 's' }).catch(
      () => null,
    )
    await rewindConversation(every(), { conversationId: 'any', to: { turn: 1 } })
    const of = async (id: string) =>
      (await listPage(every(), 'checkpoints', id, {})).items.map(({ item }) => item.details['name'])
    assert.deepEqual(await of('any'), ['before rewind'])
    const file = entries('u1 a1<u1 u2<a1 a2<u2')
    await imports(every(), linesOf(file.slice(0, 2)))
    await imports(every(), linesOf(file))
    assert.deepEqual(await of('s'), [])
    await imports(every(), linesOf([...file, ...entries('u3<a1 a3<u3')]))
    assert.deepEqual(await of('s'), ['before import'])
  })
})
