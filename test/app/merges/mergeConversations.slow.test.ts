import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import { undo } from '../../../src/app/heads/undo.ts'
import { diff } from '../../../src/app/diffs/diff.ts'
import { exportConversation } from '../../../src/app/exports/exportConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { verifyPath } from '../../../src/app/integrity/verifyPath.ts'
import type { Refusal } from '../../../src/domain/refusals.ts'
import { mergeConversations } from '../../../src/app/merges/mergeConversations.ts'
import type { Gates } from '../../../src/app/merges/gate.ts'
import type { Merge, MergeResult } from '../../../src/app/merges/merge.ts'
import { listPage } from '../../../src/app/read/lists.ts'
import { relationshipsPage } from '../../../src/app/relationships/relationshipsPage.ts'
import { relate } from '../../../src/app/relationships/relate.ts'
import { storeEntity } from '../../../src/app/entities/storeEntity.ts'
import { context } from '../../../src/app/transcripts/context.ts'
import { drawTree } from '../../../src/app/trees/drawTree.ts'
import { isAncestorOf, pathBetween } from '../../../src/app/trees/pathBetween.ts'
import type { Conversation, Observation } from '../../../src/domain/model.ts'
import { pathHash } from '../../../src/domain/tree/pathHash.ts'
import { brings, wordGates } from '../../support/merges.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say, tools, turnsOf } from '../../support/talk.ts'

await onEveryStore('merges of conversations', (on) => {
  let count = 0
  const fresh = () => {
    const tenant = `${on.name} ${++count}`
    const scope = () => on.scope({ tenant })
    const fork = (source: string, newConversationId: string, more: object = {}) =>
      forkConversation(scope(), { source, newConversationId, ...more })
    const gates = wordGates()
    const merge = (input: Partial<Merge> & Pick<Merge, 'from'>): Promise<MergeResult> =>
      mergeConversations(scope(), gates, { into: 'm', strategy: 'EVIDENCE', gate: { command: 'words' }, ...input })
    const pick = (from: string[], turns: string[], more: Partial<Merge> = {}) =>
      mergeConversations(scope(), gates, { into: 'm', from, strategy: 'CHERRY_PICK', turns, ...more })
    const conversation = async (id: string) => (await scope().reads.conversation(id)) as Conversation
    const head = async (id: string) =>
      (await scope().reads.observation((await conversation(id)).headId ?? '')) as Observation
    const events = async () => (await listPage(scope(), 'events', 'm', { first: 100 })).items.map(({ item }) => item)
    const sound = async (...ids: string[]) => {
      for (const id of ids) {
        assert.deepEqual((await integrity(scope(), id)).findings, [])
        assert.ok((await verifyPath(scope(), (await head(id)).id)).valid)
      }
    }
    /** A conversation `m` of two turns with forks `a` and `b` that each say something of their own. */
    const forked = async () => {
      await say(scope(), 'm', 'u1')
      await say(scope(), 'm', 'a1')
      for (const id of ['a', 'b']) await fork('m', id)
    }
    return { scope, fork, gates, merge, pick, conversation, head, events, sound, forked }
  }

  it('carry the artifacts that survive a gate, on a join with all parents', async () => {
    const { scope, gates, merge, head, events, sound, forked, conversation } = fresh()
    await forked()
    const before = await head('m')
    await brings(scope(), 'a', 'u2', 'good one')
    await brings(scope(), 'a', 'u3', 'bad one')
    await brings(scope(), 'b', 'u2', 'good two')
    const [a, b] = [await head('a'), await head('b')]
    const { join, verdict, refuted, event, replayed } = await merge({ from: ['a', 'b'], reviewer: 'ann', note: 'why' })
    assert.ok(join?.place)
    assert.deepEqual([verdict, refuted, replayed], ['SURVIVES', [], false])
    assert.deepEqual([join.kind, join.place.parentId, join.place.otherParents], ['JOIN', before.id, [a.id, b.id]])
    const hashes = [a, b].map(({ place }) => place?.pathHash ?? '')
    assert.equal(join.place.pathHash, pathHash(before.place?.pathHash ?? null, join.contentHash, hashes))
    assert.deepEqual([...gates.seen].sort(), ['bad one', 'good one', 'good two'])
    const used = join.blocks.flatMap((block) => (block.type === 'attachment' ? [[block.kind, block.environment]] : []))
    assert.deepEqual(used, [
      ['report', 'ci'],
      ['report', 'ci'],
    ])
    const [newest] = await events()
    assert.deepEqual(newest, event)
    assert.deepEqual([event.kind, event.note, event.head], ['MERGE', 'why', { from: before.id, to: join.id }])
    const { strategy, inputs, gate, reviewer, artifacts } = event.details as Record<string, unknown>
    assert.deepEqual([strategy, gate, reviewer], ['EVIDENCE', { command: 'words' }, 'ann'])
    assert.deepEqual(
      (inputs as { conversationId: string; observationId: string }[]).map((one) => [
        one.conversationId,
        one.observationId,
      ]),
      [
        ['a', a.id],
        ['b', b.id],
      ],
    )
    assert.deepEqual((artifacts as { survives: boolean }[]).map(({ survives }) => survives).sort(), [false, true, true])
    assert.equal((await conversation('m')).headId, join.id)
    await sound('m', 'a', 'b')
  })

  it('prune refuted inputs, naming them, and make an event and no join where all are', async () => {
    const { scope, merge, head, events, sound, forked, fork } = fresh()
    await forked()
    await fork('m', 'c')
    await brings(scope(), 'a', 'u2', 'bad one')
    await brings(scope(), 'b', 'u2', 'good one')
    await say(scope(), 'c', 'u2')
    const stood = await head('m')
    const none = await merge({ from: ['a', 'c'], idempotencyKey: 'k' })
    assert.deepEqual([none.verdict, none.join, none.event.head], ['REFUTED', null, null])
    assert.deepEqual([none.refuted.map(({ conversationId }) => conversationId), none.undecided], [['a'], ['c']])
    assert.match(none.refuted[0]?.reason ?? '', /not good/)
    const nothing = await merge({ from: ['c'], actor: { name: 'ann' } })
    assert.deepEqual(
      [nothing.verdict, nothing.join, nothing.refuted, nothing.undecided],
      ['UNDECIDED', null, [], ['c']],
    )
    assert.deepEqual(nothing.event.actor, { name: 'ann' })
    assert.equal((await head('m')).id, stood.id)
    const again = await merge({ from: ['a', 'c'], idempotencyKey: 'k' })
    assert.deepEqual(
      [again.event, again.refuted, again.undecided, again.replayed],
      [none.event, none.refuted, ['c'], true],
    )
    const some = await merge({ from: ['a', 'b'] })
    assert.deepEqual(some.join?.place?.otherParents, [(await head('b')).id])
    assert.deepEqual([some.verdict, some.refuted.map(({ conversationId }) => conversationId)], ['SURVIVES', ['a']])
    assert.deepEqual(
      (await events()).map(({ kind }) => kind).filter((kind) => kind === 'MERGE'),
      ['MERGE', 'MERGE', 'MERGE'],
    )
    await sound('m', 'a', 'b', 'c')
  })

  it('take kind and environment from the use of an attachment, and refuse other environments', async () => {
    const { scope, merge, forked, head } = fresh()
    await forked()
    await brings(scope(), 'a', 'u2', 'good same', { kind: 'log', environment: 'ci' })
    await brings(scope(), 'b', 'u2', 'good same', { kind: 'report', environment: 'prod' })
    const stood = await head('m')
    await assert.rejects(merge({ from: ['a', 'b'] }), {
      code: 'ENVIRONMENT_MISMATCH',
      facts: { environments: { a: ['ci'], b: ['prod'] } },
    })
    assert.equal((await head('m')).id, stood.id)
    await rewindConversation(scope(), { conversationId: 'b', to: { messageId: 'm:a1' } })
    await brings(scope(), 'b', 'u3', 'good same', { kind: 'report', environment: 'ci' })
    const { join } = await merge({ from: ['a', 'b'] })
    assert.deepEqual(
      join?.blocks.map((block) => (block.type === 'attachment' ? block.kind : null)),
      ['log', 'report'],
    )
    await brings(scope(), 'a', 'u4', 'good', { kind: 'log', environment: null })
    await brings(scope(), 'a', 'u5', 'good', { kind: 'log', environment: 'ci' })
    await assert.rejects(merge({ from: ['a'] }), { code: 'ENVIRONMENT_MISMATCH' })
  })

  it('write nothing for what is unknown, stale, merged already, or makes no sense', async () => {
    const { scope, merge, pick, forked, head, fork, conversation } = fresh()
    await forked()
    await brings(scope(), 'a', 'u2', 'good one')
    const before = await conversation('m')
    const codes: [() => Promise<unknown>, string][] = [
      [() => merge({ from: ['none'] }), 'NOT_FOUND'],
      [() => merge({ from: ['a'], into: 'none' }), 'NOT_FOUND'],
      [() => merge({ from: ['b'] }), 'ALREADY_MERGED'],
      [() => merge({ from: ['a'], expectedHeadId: 'other' }), 'HEAD_MOVED'],
      [() => merge({ from: ['a'], expectedHeadId: null }), 'HEAD_MOVED'],
      [() => merge({ from: [] }), 'BAD_INPUT'],
      [() => merge({ from: ['m'] }), 'BAD_INPUT'],
      [() => merge({ from: ['a', 'a'] }), 'BAD_INPUT'],
      [() => merge({ from: ['a'], gate: null }), 'BAD_INPUT'],
      [() => merge({ from: ['a'], gate: { command: 'unknown' } }), 'BAD_INPUT'],
      [() => merge({ from: ['a'], turns: ['m:u1'] }), 'BAD_INPUT'],
      [() => merge({ from: ['a'], strategy: 'INSIGHTS', gate: null }), 'BAD_INPUT'],
      [() => pick(['a'], []), 'BAD_INPUT'],
      [() => pick(['a'], ['a:none']), 'NOT_FOUND'],
      [() => pick(['a'], ['m:u1']), 'BAD_INPUT'],
    ]
    for (const [attempt, code] of codes) await assert.rejects(attempt(), { code })
    assert.deepEqual(await conversation('m'), before)
    const { join } = await merge({ from: ['a'], expectedHeadId: (await head('m')).id })
    await assert.rejects(merge({ from: ['a'] }), {
      code: 'ALREADY_MERGED',
      facts: { kind: 'Conversation', id: 'a', into: 'm' },
    })
    await say(scope(), 'm', 'u9')
    await assert.rejects(merge({ from: ['a'] }), { code: 'ALREADY_MERGED' })
    await fork('m', 'later')
    await brings(scope(), 'a', 'u5', 'good more')
    const more = await merge({ from: ['a'] })
    const blocks = more.join?.blocks ?? []
    assert.equal(blocks.length, 1)
    assert.notDeepEqual(blocks, join?.blocks)
    await rewindConversation(scope(), { conversationId: 'a', to: { messageId: 'a:u2' } })
    await assert.rejects(merge({ from: ['a'], into: 'later' }), { code: 'ALREADY_MERGED' })
    await undo(scope(), { conversationId: 'm' })
    await assert.rejects(merge({ from: ['later'] }), { code: 'ALREADY_MERGED' })
  })

  it('are judged together over the union, with what earlier merges brought: what conflicts is joined in no order', async () => {
    const { scope, gates, fork, merge, head, sound, forked } = fresh()
    await forked()
    await fork('m', 'c')
    await brings(scope(), 'a', 'u2', 'good fights x')
    await brings(scope(), 'b', 'u2', 'good fights y')
    await brings(scope(), 'c', 'u2', 'good peace')
    const before = await head('m')
    for (const from of [
      ['a', 'b', 'c'],
      ['c', 'b', 'a'],
    ]) {
      const { join, verdict, refuted, event } = await merge({ from, over: 'UNION' })
      assert.deepEqual([join, verdict, refuted], [null, 'CONFLICTING', []])
      const { survives, reason, earlier } = event.details['together'] as Record<string, unknown>
      assert.deepEqual([survives, reason, earlier], [false, '2 fight.', []])
    }
    assert.equal((await head('m')).id, before.id)
    const first = await merge({ from: ['c', 'a'], over: 'UNION', idempotencyKey: 'k' })
    assert.deepEqual([first.verdict, first.join?.blocks.length], ['SURVIVES', 2])
    const second = await merge({ from: ['b'], over: 'UNION' })
    assert.deepEqual([second.join, second.verdict], [null, 'CONFLICTING'])
    assert.deepEqual((second.event.details['together'] as { earlier: unknown[] }).earlier.length, 2)
    const again = await merge({ from: ['c', 'a'], over: 'UNION', idempotencyKey: 'k' })
    assert.deepEqual([again.replayed, again.join?.id], [true, first.join?.id])
    await assert.rejects(merge({ from: ['c', 'a'], idempotencyKey: 'k' }), { code: 'IDEMPOTENCY_MISMATCH' })
    // By itself it holds, and so it did before.
    assert.equal((await merge({ from: ['b'] })).verdict, 'SURVIVES')
    assert.ok(gates.seen.some((seen) => seen.split(' + ').length === 3))
    await sound('m', 'a', 'b', 'c')
  })

  it('over the union prune what does not hold by itself, and judge nothing where nothing is left', async () => {
    const { scope, gates, merge, forked } = fresh()
    await forked()
    await brings(scope(), 'a', 'u2', 'bad')
    assert.deepEqual((await merge({ from: ['a'], over: 'UNION' })).verdict, 'REFUTED')
    assert.deepEqual(
      await merge({ from: ['b'], over: 'UNION' }).catch((thrown: unknown) => (thrown as Refusal).code),
      'ALREADY_MERGED',
    )
    await brings(scope(), 'b', 'u2', 'good fights x')
    const { verdict, refuted, join } = await merge({ from: ['a', 'b'], over: 'UNION' })
    assert.deepEqual(
      [verdict, refuted.map(({ conversationId }) => conversationId), join?.blocks.length],
      ['SURVIVES', ['a'], 1],
    )
    assert.ok(!gates.seen.includes(''))
    await assert.rejects(merge({ from: ['a'], strategy: 'INSIGHTS', gate: null, over: 'UNION' }), {
      code: 'BAD_INPUT',
      field: ['over'],
    })
  })

  it('are one merge under their key', async () => {
    const { scope, merge, forked, head } = fresh()
    await forked()
    await brings(scope(), 'a', 'u2', 'good one')
    const input = { from: ['a'], idempotencyKey: 'k' }
    const first = await merge(input)
    const second = await merge({ ...input, expectedHeadId: 'whatever' })
    assert.deepEqual({ ...second, replayed: false }, first)
    assert.equal((await head('m')).id, first.join?.id)
    await assert.rejects(merge({ ...input, reviewer: 'else' }), { code: 'IDEMPOTENCY_MISMATCH' })
    const at = await Promise.all([1, 2, 3].map(() => merge({ from: ['a'], into: 'b', idempotencyKey: 'k2' })))
    assert.equal(new Set(at.map(({ event }) => event.id)).size, 1)
  })

  it('pick turns with their tool pairs whole, as copies in the order of their source', async () => {
    const { scope, pick, forked, sound, head, conversation } = fresh()
    await forked()
    await say(scope(), 'a', 'u2')
    await tools(scope(), 'a', 'a2', ['k'])
    await tools(scope(), 'a', 't2', ['k'])
    await say(scope(), 'a', 'a3', 'a3', { usage: { inputTokens: 5, outputTokens: 7 } })
    for (const [turns, why] of [
      [['a:a2'], 'k'],
      [['a:t2', 'a:a3'], 'k'],
    ] as const)
      await assert.rejects(pick(['a'], [...turns]), {
        code: 'TOOL_PAIR_BROKEN',
        facts: { conversationId: 'm', callIds: [why] },
      })
    const { join, verdict } = await pick(['a'], ['a:a3', 'a:t2', 'a:a2'])
    assert.equal(verdict, null)
    assert.deepEqual(await turnsOf(scope(), 'm'), ['u1', 'a1', '', 'a2', 't2', 'a3'])
    const last = await head('m')
    assert.equal(last.copyOf, (await head('a')).id)
    assert.deepEqual([last.place?.turn, last.place?.usage.outputTokens], [5, 0])
    assert.deepEqual(
      (await context(scope(), 'm', null)).map(({ observation }) => observation.kind),
      ['TURN', 'TURN', 'TURN', 'TURN', 'TURN'],
    )
    assert.equal((await pathBetween(scope(), join as Observation, last.id))?.length, 4)
    const parted = await diff(scope(), { conversationId: 'm' }, { conversationId: 'a' })
    assert.deepEqual([parted.baseOnlyCount, parted.targetOnlyCount], [0, 1])
    await undo(scope(), { conversationId: 'm' })
    assert.equal((await conversation('m')).turnCount, 2)
    await sound('m', 'a')
    await tools(scope(), 'm', 'a9', ['open'])
    await assert.rejects(pick(['a'], ['a:a3']), { code: 'TOOL_PAIR_BROKEN' })
  })

  it('pick again from a branch what no merge has brought yet', async () => {
    const { scope, merge, pick, forked, sound, head } = fresh()
    await forked()
    for (const turn of ['u2', 'a2', 'u3', 'a3']) await say(scope(), 'a', turn)
    await pick(['a'], ['a:u2', 'a:a2'])
    await pick(['a'], ['a:u3'])
    await pick(['a'], ['a:a3'])
    assert.deepEqual(await turnsOf(scope(), 'm'), ['u1', 'a1', '', 'u2', 'a2', '', 'u3', '', 'a3'])
    const stood = await head('m')
    const refused = { code: 'ALREADY_MERGED', facts: { kind: 'Conversation', id: 'a', into: 'm' } }
    await assert.rejects(pick(['a'], ['a:a3', 'a:u2']), refused)
    await assert.rejects(merge({ from: ['a'], strategy: 'INSIGHTS', gate: null }), refused)
    await say(scope(), 'b', 'u2')
    await assert.rejects(pick(['a', 'b'], ['b:u2']), refused)
    assert.equal((await head('m')).id, stood.id)
    // What was picked is not on this path any more.
    await rewindConversation(scope(), { conversationId: 'm', to: { turn: 2 } })
    await pick(['a'], ['a:u2'])
    // Stored anew it is another version.
    await say(scope(), 'a', 'a3', 'better')
    await pick(['a'], ['a:a3'])
    assert.deepEqual(await turnsOf(scope(), 'm'), ['u1', 'a1', '', 'u2', '', 'a3'])
    await sound('m', 'a')
  })

  it('pick from several branches whatever their order, and from a past that was left', async () => {
    const { scope, pick, forked, sound, fork } = fresh()
    await forked()
    await say(scope(), 'm', 'u5')
    await fork('m', 'kept')
    await say(scope(), 'kept', 'a5')
    await rewindConversation(scope(), { conversationId: 'm', to: { turn: 2 } })
    await say(scope(), 'a', 'u2')
    for (const id of ['one', 'two']) await fork('m', id)
    const turns = ['m:u5', 'a:u2']
    const texts = []
    for (const [into, from] of [
      ['one', ['a', 'kept']],
      ['two', ['kept', 'a']],
    ] as const) {
      await pick([...from], turns, { into })
      texts.push(await turnsOf(scope(), into))
    }
    assert.deepEqual(texts[0], texts[1])
    await pick(['kept'], ['m:u5'])
    assert.deepEqual(await turnsOf(scope(), 'm'), ['u1', 'a1', '', 'u5'])
    await sound('m', 'one', 'two')
  })

  it('refer back to turns and entities that are marked as insights', async () => {
    const { scope, merge, forked, sound } = fresh()
    await forked()
    await say(scope(), 'a', 'u2', 'seen', { metadata: { insight: true } })
    await say(scope(), 'a', 'u3', 'unseen', { metadata: { insight: false } })
    const stored = (name: string, fields: object) =>
      storeEntity(scope(), { type: 'topic', name, fields: { ...fields } })
    const insight = await stored('known', { insight: true })
    const other = await stored('other', {})
    for (const { entity } of [insight, other])
      await relate(scope(), { type: 'REFERS_TO', source: { messageId: 'a:u3' }, target: { entityId: entity.id } })
    const { join, verdict } = await merge({ from: ['a'], strategy: 'INSIGHTS', gate: null })
    const wanted = [{ entityId: insight.entity.id }, { messageId: 'a:u2' }]
    assert.deepEqual([verdict, join?.fields['insights']], [null, wanted])
    const edges = await relationshipsPage(
      scope(),
      { kind: 'CONVERSATION', id: 'm' },
      { direction: 'OUTBOUND', type: 'REFERS_TO' },
    )
    assert.deepEqual(
      edges.items.map(({ item }) => [item.target.id, item.metadata]).sort(),
      [
        ['a:u2', { joinId: join?.id }],
        [insight.entity.id, { joinId: join?.id }],
      ].sort(),
    )
    await sound('m', 'a')
  })

  it('are gone on from and carried by forks; ancestry keeps to the first parent', async () => {
    const { scope, merge, forked, fork, head, sound, conversation } = fresh()
    await forked()
    await brings(scope(), 'a', 'u2', 'good one')
    const { join } = await merge({ from: ['a'] })
    await say(scope(), 'm', 'u7')
    const { place } = await head('m')
    assert.deepEqual([place?.parentId, place?.turn], [join?.id, 3])
    await fork('m', 'f', { at: { observationId: join?.id } })
    await say(scope(), 'f', 'u8')
    assert.deepEqual(await turnsOf(scope(), 'f'), ['u1', 'a1', '', 'u8'])
    await assert.rejects(merge({ from: ['a'], into: 'f' }), { code: 'ALREADY_MERGED' })
    const merged = await head('a')
    assert.equal(await isAncestorOf(scope(), merged, (await head('m')).id), false)
    assert.equal(await isAncestorOf(scope(), join as Observation, (await head('m')).id), true)
    assert.equal(
      (await diff(scope(), { conversationId: 'm' }, { conversationId: 'a' })).commonAncestor?.place?.depth,
      1,
    )
    const texts = (await context(scope(), 'm', null)).map(({ text }) => text)
    assert.deepEqual(texts, ['u1', 'a1', 'u7'])
    for (const id of ['m', 'f']) {
      assert.match(
        await drawTree(scope(), await conversation(id), { format: 'TEXT', maxNodes: 500, unfold: false }),
        /◆ JOIN EVIDENCE ⇐ a\n/,
      )
      assert.match(
        await drawTree(scope(), await conversation(id), { format: 'MERMAID', maxNodes: 500, unfold: false }),
        /(n\d+) -\. merged \.-> n\d+/,
      )
    }
    await sound('m', 'f', 'a')
  })

  it('merge into what is empty, strangers, and joins that carry what they merged', async () => {
    const { scope, merge, sound, head } = fresh()
    await brings(scope(), 's', 'u1', 'good one')
    await say(scope(), 'm', 'u1')
    await rewindConversation(scope(), { conversationId: 'm', before: { turn: 1 } })
    const first = await merge({ from: ['s'] })
    assert.deepEqual([first.join?.place?.parentId, first.join?.place?.depth], [null, 0])
    await say(scope(), 'n', 'u1')
    const second = await merge({ into: 'n', from: ['m'] })
    assert.deepEqual(second.join?.blocks, first.join?.blocks)
    assert.deepEqual(second.join?.place?.otherParents, [(await head('m')).id])
    await sound('m', 'n')
  })

  it('are exported as talk: a path for Claude Code chains over the join, and imports again', async () => {
    const { scope, pick, forked, sound } = fresh()
    await forked()
    await say(scope(), 'a', 'u2')
    await pick(['a'], ['a:u2'])
    await say(scope(), 'm', 'a3')
    const pieces = exportConversation(scope(), { conversationId: 'm', format: 'CLAUDE_CODE', wholeTree: false })
    let text = ''
    for await (const piece of pieces) text += Buffer.from(piece).toString('utf8')
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as { uuid: string; parentUuid: string | null })
    assert.deepEqual(
      lines.map(({ parentUuid }) => parentUuid),
      [null, ...lines.slice(0, -1).map(({ uuid }) => uuid)],
    )
    assert.equal(lines.length, 4)
    await sound('m')
  })

  /** Gates that let something happen each time that one has judged. */
  const gatesThat = (judged: (round: number) => Promise<unknown>) => {
    const gates = wordGates()
    let round = 0
    const gate = gates.command('words')
    const slow: Gates = {
      ...gates,
      command: () =>
        gate && {
          ...gate,
          judge: async (bytes, signal) => {
            const judgement = await gate.judge(bytes, signal)
            await judged(++round)
            return judgement
          },
          judgeList: async (list, signal) => {
            const judgement = await gate.judgeList(list, signal)
            await judged(++round)
            return judgement
          },
        },
    }
    return { seen: gates.seen, gates: slow }
  }
  const evidence = { into: 'm', strategy: 'EVIDENCE', gate: { command: 'words' } } as const

  it('judge each artifact once while their conversation is written, and join at the head that it has then', async () => {
    const { scope, forked, head, sound } = fresh()
    await forked()
    await brings(scope(), 'a', 'u2', 'good one')
    await brings(scope(), 'b', 'u2', 'good two')
    let writing = true
    const writer = async () => {
      for (let i = 0; writing; i++) await say(scope(), 'm', `w${i}`)
      return (await head('m')).id
    }
    const { seen, gates } = gatesThat((round) => say(scope(), 'm', `j${round}`))
    const writes = writer()
    const { verdict, join } = await mergeConversations(scope(), gates, { ...evidence, from: ['a', 'b'] })
    writing = false
    await writes
    assert.deepEqual([verdict, [...seen].sort()], ['SURVIVES', ['good one', 'good two']])
    assert.ok(join?.place && join.place.depth > 2)
    await sound('m', 'a', 'b')
  })

  it('judge alone what a branch brought while the rest was judged', async () => {
    const { scope, forked, head, sound } = fresh()
    await forked()
    await brings(scope(), 'a', 'u2', 'good one')
    await brings(scope(), 'b', 'u2', 'good two')
    const { seen, gates } = gatesThat(async (round) => {
      if (round !== 2) return
      await say(scope(), 'm', 'u3')
      await brings(scope(), 'b', 'u3', 'good three')
    })
    const { join } = await mergeConversations(scope(), gates, { ...evidence, from: ['a', 'b'] })
    assert.deepEqual([[...seen].sort(), seen[2]], [['good one', 'good three', 'good two'], 'good three'])
    assert.deepEqual(join?.place?.otherParents.includes((await head('b')).id), true)
    assert.equal(join.blocks.length, 3)
    await sound('m', 'a', 'b')
  })

  it('judge the list again where another merge brought something to the path meanwhile', async () => {
    const { scope, forked, merge } = fresh()
    await forked()
    await brings(scope(), 'a', 'u2', 'good fights x')
    await brings(scope(), 'b', 'u2', 'good fights y')
    const { seen, gates } = gatesThat((round) => (round === 1 ? merge({ from: ['b'] }) : Promise.resolve()))
    const { verdict } = await mergeConversations(scope(), gates, { ...evidence, from: ['a'], over: 'UNION' })
    assert.deepEqual([verdict, seen.filter((text) => text === 'good fights x').length], ['CONFLICTING', 2])
  })

  it('are refused with HEAD_MOVED after five rounds, naming the branch that brought something new in each', async () => {
    const { scope, forked, head } = fresh()
    await forked()
    await brings(scope(), 'a', 'u2', 'good 0')
    await brings(scope(), 'b', 'u2', 'good other')
    const { seen, gates } = gatesThat(async (round) => {
      await say(scope(), 'm', `w${round}`)
      await brings(scope(), 'a', `u${round + 2}`, `good ${round}`)
    })
    const refused = (await mergeConversations(scope(), gates, { ...evidence, from: ['a', 'b'] }).catch(
      (thrown: unknown) => thrown,
    )) as Refusal
    const { conversationId, actual } = refused.facts as { conversationId: string; actual: string }
    assert.deepEqual([refused.code, conversationId, actual], ['HEAD_MOVED', 'a', (await head('a')).id])
    assert.deepEqual([seen.length, seen.filter((text) => text === 'good other').length], [new Set(seen).size, 1])
    assert.match((await head('m')).messageId ?? '', /^m:w/)
  })

  it('end unwritten where the client has gone while a gate judged', async () => {
    const { scope, forked, head } = fresh()
    await forked()
    await brings(scope(), 'a', 'u2', 'good one')
    const before = await head('m')
    const controller = new AbortController()
    const { gates } = gatesThat(() => {
      controller.abort(new Error('gone'))
      return Promise.resolve()
    })
    await assert.rejects(
      mergeConversations(scope(), gates, { ...evidence, from: ['a'] }, controller.signal),
      /^Error: gone$/,
    )
    assert.equal((await head('m')).id, before.id)
  })
})
