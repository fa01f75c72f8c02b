import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createConversation } from '../../../src/app/conversations/createConversation.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { conversationsPage, listPage } from '../../../src/app/read/lists.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { leavesPage } from '../../../src/app/trees/leaves.ts'
import { verifyPath } from '../../../src/app/integrity/verifyPath.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import { switchHead } from '../../../src/app/heads/switchHead.ts'
import { updateConversation } from '../../../src/app/conversations/updateConversation.ts'
import { emptyPathHash } from '../../../src/domain/tree/pathHash.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say, tools, turnsOf } from '../../support/talk.ts'

const nearest = (error: { facts: unknown }) =>
  error.facts as { before: { observationId: string } | null; after: { observationId: string } | null }

await onEveryStore('forkConversation', (on) => {
  const scope = on.scope

  it('shares the past up to a message, proves it, and goes on alone', async () => {
    for (const turn of ['u1', 'a1', 'u2', 'a2']) await say(scope(), 's', turn)
    const forked = await forkConversation(scope(), {
      source: 's',
      at: { messageId: 's:a1' },
      newConversationId: 'f',
      note: 'try',
      actor: { who: 'me' },
    })
    const point = await scope().reads.observation(forked.conversation?.headId ?? '')
    assert.deepEqual([forked.sharedLength, forked.pathHash, forked.copied], [2, point?.place?.pathHash, 0])
    assert.deepEqual([forked.event?.kind, forked.event?.seq, forked.event?.note], ['FORK', 1, 'try'])
    await say(scope(), 'f', 'u9')
    await say(scope(), 's', 'u3')
    assert.deepEqual(
      [await turnsOf(scope(), 'f'), await turnsOf(scope(), 's')],
      [
        ['u1', 'a1', 'u9'],
        ['u1', 'a1', 'u2', 'a2', 'u3'],
      ],
    )
    const head = (await scope().reads.conversation('f'))?.headId ?? ''
    assert.equal((await verifyPath(scope(), head)).status, 'VALID')
    for (const id of ['s', 'f']) assert.deepEqual((await integrity(scope(), id)).findings, [])
  })

  it('begins with state records, in the same write and under the same key', async () => {
    for (const turn of ['u1', 'a1']) await say(scope(), 'state', turn)
    const point = (await scope().reads.conversation('state'))?.headId ?? ''
    const records = [
      { kind: 'x.salt', key: 'k', value: { a: 1 } },
      { kind: 'x.point', key: 'k', base64: 'AAE=', observationId: point },
    ]
    const input = { source: 'state', newConversationId: 'with-state', records, idempotencyKey: 'fork with state' }
    const forked = await forkConversation(scope(), input)
    assert.deepEqual(forked.event?.details, { source: 'state', records: 2 })
    const places = records.map(({ kind, key }) => ({ conversationId: 'with-state', kind, key }))
    const stored = await scope().store.stateRecords(places)
    assert.deepEqual(
      stored.map((record) => record && [record.value, record.base64, record.version, record.observationId]),
      [
        [{ a: 1 }, null, 1, null],
        [null, 'AAE=', 1, point],
      ],
    )
    const again = await forkConversation(scope(), input)
    assert.deepEqual(
      [again.replayed, again.pathHash, again.event?.id, again.copied, again.warnings],
      [true, forked.pathHash, forked.event.id, 0, []],
    )
    const other = { ...input, records: records.slice(1) }
    await assert.rejects(forkConversation(scope(), other), { code: 'IDEMPOTENCY_MISMATCH' })
  })

  it('makes no fork where one of its records is refused', async () => {
    await say(scope(), 'refusing', 'u1')
    await say(scope(), 'elsewhere', 'u1')
    const foreign = (await scope().reads.conversation('elsewhere'))?.headId ?? ''
    const record = { kind: 'x.y', key: 'k', value: 1 }
    const refused = [
      [{ ...record, kind: '' }, 'BAD_INPUT'],
      [{ ...record, base64: 'AAE=' }, 'BAD_INPUT'],
      [{ ...record, turn: 0 }, 'NOT_FOUND'],
      [{ ...record, observationId: foreign }, 'NOT_FOUND'],
      [{ ...record, observationId: 'never' }, 'NOT_FOUND'],
      [{ ...record, expectedVersion: 2 }, 'RECORD_CHANGED'],
    ] as const
    for (const [one, code] of refused) {
      const records = [record, one]
      const error = {
        code,
        field: ['records', '1', Object.keys(one).at(-1) === 'value' ? 'kind' : Object.keys(one).at(-1)],
      }
      for (const dryRun of [true, false])
        await assert.rejects(
          forkConversation(scope(), { source: 'refusing', newConversationId: 'never-made', records, dryRun }),
          error,
        )
    }
    const many = Array.from({ length: 1001 }, (_, i) => ({ ...record, key: `k${i}` }))
    await assert.rejects(forkConversation(scope(), { source: 'refusing', records: many }), { code: 'LIMIT_EXCEEDED' })
    assert.equal(await scope().reads.conversation('never-made'), null)
  })

  it('writes a conversation and two events, whatever the length of the past', async () => {
    await createConversation(scope(), { id: 'long' })
    for (let i = 0; i < 30; i++) await say(scope(), 'long', `u${i}`)
    const before = await on.store().rowCounts()
    await forkConversation(scope(), { source: 'long' })
    const after = await on.store().rowCounts()
    const added = Object.keys(after).filter((name) => after[name] !== before[name])
    assert.deepEqual(Object.fromEntries(added.map((name) => [name, (after[name] ?? 0) - (before[name] ?? 0)])), {
      conversations: 1,
      events: 2,
    })
    const [newest] = await scope().reads.list({ list: 'events', owner: 'long', after: null, limit: 1 })
    assert.deepEqual([newest?.kind, newest?.seq], ['FORK', 32])
  })

  it('forks by turn number, before a turn, at the head, and at the empty path', async () => {
    for (const turn of ['u1', 'a1', 'u2']) await say(scope(), 'p', turn)
    const at = async (input: object) => {
      const { conversation, sharedLength, pathHash } = await forkConversation(scope(), { source: 'p', ...input })
      return { turns: await turnsOf(scope(), conversation?.id ?? ''), sharedLength, pathHash }
    }
    assert.deepEqual((await at({ at: { turn: 2 } })).turns, ['u1', 'a1'])
    assert.deepEqual((await at({ before: { messageId: 'p:u2' } })).turns, ['u1', 'a1'])
    assert.deepEqual((await at({})).turns, ['u1', 'a1', 'u2'])
    assert.deepEqual(await at({ before: { turn: 1 } }), { turns: [], sharedLength: 0, pathHash: emptyPathHash })
  })

  it('forks forks, unused forks and inherited messages', async () => {
    for (const turn of ['u1', 'a1']) await say(scope(), 'g0', turn)
    for (let i = 1; i <= 5; i++)
      await forkConversation(scope(), { source: `g${i - 1}`, newConversationId: `g${i}`, at: { messageId: 'g0:a1' } })
    await say(scope(), 'g5', 'u2')
    assert.deepEqual(await turnsOf(scope(), 'g5'), ['u1', 'a1', 'u2'])
    assert.deepEqual(
      (await scope().reads.lineage('g5')).map((one) => one.id),
      ['g4', 'g3', 'g2', 'g1', 'g0'],
    )
    assert.equal((await scope().reads.conversation('g5'))?.forkLevel, 5)
    assert.deepEqual((await integrity(scope(), 'g5')).findings, [])
  })

  it('is hermetic: what the source does later never shows in it (design §2.2)', async () => {
    for (const turn of ['u1', 'a1', 'u2']) await say(scope(), 'src', turn)
    const { pathHash } = await forkConversation(scope(), { source: 'src', newConversationId: 'her', at: { turn: 2 } })
    await say(scope(), 'src', 'a1', 'regenerated')
    await say(scope(), 'src', 'u1', 'edited')
    assert.deepEqual(await turnsOf(scope(), 'her'), ['u1', 'a1'])
    const head = await scope().reads.observation((await scope().reads.conversation('her'))?.headId ?? '')
    assert.equal(head?.place?.pathHash, pathHash)
    assert.equal((await verifyPath(scope(), head.id)).valid, true)
  })

  it('refuses a point inside a tool pair and names the nearest legal ones', async () => {
    const user = await say(scope(), 't', 'u1')
    const call = await tools(scope(), 't', 'a1', ['k1', 'k2'])
    await tools(scope(), 't', 't1', ['k1'])
    const done = await tools(scope(), 't', 't2', ['k2'])
    for (const point of [
      { messageId: 't:a1' },
      { messageId: 't:t1' },
      { observationId: call.observation.id },
      { turn: 3 },
    ]) {
      await assert.rejects(
        forkConversation(scope(), { source: 't', at: point }),
        (error: { code: string; facts: unknown }) => {
          assert.equal(error.code, 'FORK_POINT_NOT_BOUNDARY')
          assert.equal(nearest(error).before?.observationId, user.observation.id)
          assert.equal(nearest(error).after?.observationId, done.observation.id)
          return true
        },
      )
    }
    for (const legal of [{ turn: 1 }, { turn: 4 }]) await forkConversation(scope(), { source: 't', at: legal })
  })

  it('names no point after when the call is never answered', async () => {
    await say(scope(), 'open', 'u1')
    await tools(scope(), 'open', 'a1', ['k'])
    await assert.rejects(
      forkConversation(scope(), { source: 'open' }),
      (error: { facts: unknown }) => nearest(error).after === null,
    )
  })

  it('holds ANSWER to the end of an answer', async () => {
    for (const turn of ['u1', 'a1', 'u2', 'a2', 'a3']) await say(scope(), 'ans', turn)
    const at = (turn: number) => forkConversation(scope(), { source: 'ans', at: { turn }, boundary: 'ANSWER' })
    await at(2)
    await at(5)
    for (const turn of [1, 3, 4]) await assert.rejects(at(turn), { code: 'FORK_POINT_NOT_BOUNDARY' })
    await assert.rejects(
      at(3),
      (error: { facts: unknown }) => nearest(error).before !== null && nearest(error).after !== null,
    )
  })

  it('is legal with nothing in it, whatever the boundary, before the first message and of an empty conversation', async () => {
    for (const turn of ['u1', 'a1']) await say(scope(), 'past', turn)
    await createConversation(scope(), { id: 'blank' })
    const past = { source: 'past', before: { messageId: 'past:u1' } }
    for (const boundary of ['MESSAGE', 'ANSWER', 'RUN'] as const) {
      for (const from of [past, { source: 'blank' }]) {
        const { conversation, sharedLength, point } = await forkConversation(scope(), { ...from, boundary })
        assert.deepEqual([conversation?.headId, conversation?.turnCount, sharedLength, point], [null, 0, 0, null])
        assert.equal((await forkConversation(scope(), { ...from, boundary, dryRun: true })).sharedLength, 0)
        await say(scope(), conversation?.id ?? '', 'u1', 'another beginning')
        assert.deepEqual((await integrity(scope(), conversation?.id ?? '')).findings, [])
      }
    }
    await assert.rejects(forkConversation(scope(), { source: 'past', boundary: 'RUN' }), {
      code: 'FORK_POINT_NOT_BOUNDARY',
    })
  })

  it('knows no foreign, blank or impossible point and creates nothing', async () => {
    for (const turn of ['u1', 'a1']) await say(scope(), 'k', turn)
    const foreign = await say(scope(), 'foreign', 'u1')
    const rows = await on.store().rowCounts()
    const points = [
      { turn: 0 },
      { turn: -1 },
      { turn: 3 },
      { messageId: 'foreign:u1' },
      { observationId: foreign.observation.id },
      { messageId: '' },
      { observationId: 'nobody' },
    ]
    for (const at of points)
      await assert.rejects(forkConversation(scope(), { source: 'k', at }), { code: 'FORK_POINT_UNKNOWN' })
    await assert.rejects(forkConversation(scope(), { source: 'nobody' }), { code: 'NOT_FOUND' })
    await assert.rejects(forkConversation(scope(), { source: 'k', newConversationId: 'foreign' }), {
      code: 'ALREADY_EXISTS',
      field: ['newConversationId'],
    })
    await assert.rejects(forkConversation(scope(), { source: 'k', newConversationId: ' ' }), { code: 'BAD_INPUT' })
    await assert.rejects(forkConversation(scope(), { source: 'k', at: { turn: 1 }, before: { turn: 1 } }), {
      code: 'BAD_INPUT',
    })
    assert.deepEqual(await on.store().rowCounts(), rows)
  })

  it('does not reach what the source has beyond the point', async () => {
    for (const turn of ['u1', 'a1', 'u2']) await say(scope(), 'deep', turn)
    await forkConversation(scope(), { source: 'deep', at: { turn: 1 }, newConversationId: 'shallow' })
    await assert.rejects(forkConversation(scope(), { source: 'shallow', at: { messageId: 'deep:u2' } }), {
      code: 'FORK_POINT_UNKNOWN',
    })
  })

  it('answers a dry run without writing, and binds no key to it', async () => {
    await say(scope(), 'dry', 'u1')
    const rows = await on.store().rowCounts()
    const dry = await forkConversation(scope(), { source: 'dry', dryRun: true, idempotencyKey: 'dry' })
    assert.deepEqual([dry.conversation, dry.event, dry.sharedLength], [null, null, 1])
    assert.deepEqual(await on.store().rowCounts(), rows)
    const real = await forkConversation(scope(), { source: 'dry', idempotencyKey: 'dry' })
    const again = await forkConversation(scope(), { source: 'dry', idempotencyKey: 'dry' })
    assert.ok(!real.replayed && again.replayed)
    assert.equal(again.conversation?.id, real.conversation?.id)
    assert.equal(again.event?.id, real.event?.id)
    assert.equal(again.sharedLength, 1)
  })

  it('copies metadata and cwd, replaces the key fork, and is called by its source until it says something', async () => {
    await createConversation(scope(), { id: 'meta', title: 'Mine', cwd: '/home/me', metadata: { a: 1, fork: 'old' } })
    await say(scope(), 'meta', 'u1', 'first')
    const { conversation } = await forkConversation(scope(), { source: 'meta', metadata: { why: 'test' } })
    assert.deepEqual(conversation?.metadata, { a: 1, fork: { why: 'test' } })
    assert.deepEqual(
      [conversation.cwd, conversation.title, conversation.derivedTitle],
      ['/home/me', null, 'Fork of Mine'],
    )
    const experiment = await forkConversation(scope(), { source: 'meta', origin: 'EXPERIMENT' })
    const below = await forkConversation(scope(), { source: experiment.conversation?.id ?? '' })
    assert.equal(below.conversation?.origin, 'EXPERIMENT')
  })

  it('keeps its point as a leaf until something continues it', async () => {
    const { observation } = await say(scope(), 'lf', 'u1')
    const { conversation } = await forkConversation(scope(), { source: 'lf', newConversationId: 'lf2' })
    assert.ok(conversation)
    assert.deepEqual(
      (await leavesPage(scope(), conversation, {})).items.map(({ item }) => item.id),
      [observation.id],
    )
    const own = await say(scope(), 'lf2', 'a1')
    assert.deepEqual(
      (await leavesPage(scope(), conversation, {})).items.map(({ item }) => item.id),
      [own.observation.id],
    )
  })

  it('counts what it stores again of an inherited turn as its versions, no branch', async () => {
    await say(scope(), 'versions', 'u1')
    await say(scope(), 'versions', 'a1')
    await forkConversation(scope(), { source: 'versions', newConversationId: 'versions2' })
    await say(scope(), 'versions2', 'a1', 'another')
    const { conversation } = await say(scope(), 'versions2', 'a1', 'a third')
    const { branchPoints, versionPoints } = conversation.shape
    assert.deepEqual([branchPoints, versionPoints], [0, 1])
    assert.deepEqual((await integrity(scope(), 'versions2')).findings, [])
  })
})

await onEveryStore('rewindConversation and switchHead', (on) => {
  const scope = on.scope

  it('go back along the path and to any leaf, and lose nothing', async () => {
    for (const turn of ['u1', 'a1', 'u2', 'a2']) await say(scope(), 'r', turn)
    const tip = (await scope().reads.conversation('r'))?.headId ?? ''
    const back = await rewindConversation(scope(), { conversationId: 'r', to: { messageId: 'r:a1' }, note: 'no' })
    assert.deepEqual(
      [back.leftTranscript, back.event.kind, back.event.note, back.event.head],
      [2, 'REWIND', 'no', { from: tip, to: back.conversation.headId }],
    )
    assert.deepEqual([back.conversation.turnCount, back.conversation.preview], [2, 'a1'])
    const other = await say(scope(), 'r', 'u3')
    await switchHead(scope(), { conversationId: 'r', observationId: tip })
    assert.deepEqual(await turnsOf(scope(), 'r'), ['u1', 'a1', 'u2', 'a2'])
    await switchHead(scope(), { conversationId: 'r', observationId: other.observation.id })
    assert.deepEqual(await turnsOf(scope(), 'r'), ['u1', 'a1', 'u3'])
    const moves = await listPage(scope(), 'headMoves', 'r', {})
    assert.deepEqual(
      moves.items.map(({ item }) => item.kind),
      ['SWITCH', 'SWITCH', 'STORE', 'REWIND', 'STORE', 'STORE', 'STORE', 'STORE'],
    )
    assert.deepEqual((await integrity(scope(), 'r')).findings, [])
  })

  it('reach the empty path before the first turn, and start anew there', async () => {
    await say(scope(), 'e', 'u1')
    const { conversation, leftTranscript } = await rewindConversation(scope(), {
      conversationId: 'e',
      before: { turn: 1 },
    })
    assert.deepEqual(
      [conversation.headId, conversation.turnCount, conversation.derivedTitle, leftTranscript],
      [null, 0, 'Untitled', 1],
    )
    const again = await say(scope(), 'e', 'u2')
    assert.equal(again.observation.place?.depth, 0)
    assert.deepEqual((await integrity(scope(), 'e')).findings, [])
  })

  it('refuse what is off the path, no leaf, no point, foreign or inside a pair', async () => {
    const root = await say(scope(), 'x', 'u1')
    const old = await say(scope(), 'x', 'a1')
    await say(scope(), 'x', 'a1', 'again')
    await tools(scope(), 'x', 'a2', ['k'])
    await tools(scope(), 'x', 't1', ['k'])
    const rows = await on.store().rowCounts()
    const rewind = (input: object) => rewindConversation(scope(), { conversationId: 'x', ...input })
    await assert.rejects(rewind({ to: { observationId: old.observation.id } }), { code: 'FORK_POINT_UNKNOWN' })
    await assert.rejects(rewind({ to: { messageId: 'x:a2' } }), { code: 'FORK_POINT_NOT_BOUNDARY' })
    await assert.rejects(rewind({ to: { turn: 9 } }), { code: 'FORK_POINT_UNKNOWN', field: ['to'] })
    await assert.rejects(rewind({ to: { turn: 1 }, before: { turn: 1 } }), { message: /"to" or "before", not both/ })
    await assert.rejects(rewind({}), { code: 'BAD_INPUT' })
    await assert.rejects(rewind({ to: { turn: 1 }, expectedHeadId: 'other' }), { code: 'HEAD_MOVED' })
    await assert.rejects(switchHead(scope(), { conversationId: 'x', observationId: root.observation.id }), {
      code: 'BAD_INPUT',
    })
    await assert.rejects(switchHead(scope(), { conversationId: 'x', observationId: 'nobody' }), {
      code: 'FORK_POINT_UNKNOWN',
    })
    await assert.rejects(rewindConversation(scope(), { conversationId: 'nobody', to: { turn: 1 } }), {
      code: 'NOT_FOUND',
    })
    assert.deepEqual(await on.store().rowCounts(), rows)
  })

  it('of a fork go back into the inherited past, and what comes next is a branch there', async () => {
    for (const turn of ['u1', 'a1', 'u2']) await say(scope(), 'b', turn)
    await forkConversation(scope(), { source: 'b', newConversationId: 'bf' })
    await rewindConversation(scope(), { conversationId: 'bf', to: { turn: 1 } })
    await say(scope(), 'bf', 'a9')
    const fork = await scope().reads.conversation('bf')
    assert.deepEqual([fork?.shape.branchPoints, fork?.shape.leaves, fork?.shape.nodes], [1, 2, 4])
    assert.deepEqual((await integrity(scope(), 'bf')).findings, [])
  })

  it('replay their key', async () => {
    for (const turn of ['u1', 'a1', 'u2']) await say(scope(), 'key', turn)
    const input = { conversationId: 'key', to: { turn: 1 }, idempotencyKey: 'rewind' }
    const first = await rewindConversation(scope(), input)
    await say(scope(), 'key', 'u5')
    const again = await rewindConversation(scope(), input)
    assert.ok(again.replayed)
    assert.deepEqual([again.event.id, again.leftTranscript], [first.event.id, 2])
    assert.deepEqual(await turnsOf(scope(), 'key'), ['u1', 'u5'])
  })
})

await onEveryStore('conversations by themselves', (on) => {
  const scope = on.scope

  it('are made, renamed, cleared and listed by latest activity', async () => {
    await createConversation(scope(), { id: 'one', title: 'One', metadata: { a: 1 } })
    await createConversation(scope(), { id: 'two', cwd: '/w' })
    await say(scope(), 'one', 'u1', 'hello')
    const renamed = await updateConversation(scope(), { id: 'two', title: '  New  ', metadata: { b: [1] } })
    assert.deepEqual([renamed.conversation.title, renamed.conversation.metadata], ['New', { b: [1] }])
    assert.equal((await updateConversation(scope(), { id: 'two', title: '' })).conversation.title, null)
    const ids = async (filter: Parameters<typeof conversationsPage>[1]) =>
      (await conversationsPage(scope(), filter, {})).items.map(({ item }) => item.id)
    assert.deepEqual(await ids(null), ['one', 'two'])
    assert.deepEqual(await ids({ cwd: '/w' }), ['two'])
    assert.deepEqual(await ids({ metadata: { a: 1 } }), ['one'])
    assert.deepEqual(await ids({ title: 'oN' }), ['one'])
    await assert.rejects(createConversation(scope(), { id: 'one' }), { code: 'ALREADY_EXISTS' })
    await assert.rejects(updateConversation(scope(), { id: 'nobody', title: 'x' }), { code: 'NOT_FOUND' })
    await assert.rejects(updateConversation(scope(), { id: 'one' }), { code: 'BAD_INPUT' })
  })

  it('page without a gap or a double, and know a foreign cursor', async () => {
    const all: string[] = []
    for (let i = 0; i < 7; i++) await createConversation(scope(), { id: `page${i}`, cwd: '/page' })
    for (let after: string | null = null; ;) {
      const page = await conversationsPage(scope(), { cwd: '/page' }, { first: 3, after })
      all.push(...page.items.map(({ item }) => item.id))
      assert.equal(await page.totalCount(), 7)
      if (!page.hasNextPage) break
      after = page.items.at(-1)?.cursor ?? null
      await assert.rejects(conversationsPage(scope(), null, { after }), { code: 'BAD_INPUT' })
      await assert.rejects(listPage(scope(), 'events', 'page0', { after }), { code: 'BAD_INPUT' })
    }
    assert.deepEqual(
      all.sort(),
      Array.from({ length: 7 }, (_, i) => `page${i}`),
    )
    for (const first of [0, -1, 1000])
      await assert.rejects(conversationsPage(scope(), null, { first }), { code: 'BAD_INPUT' })
    await assert.rejects(conversationsPage(scope(), null, { after: 'broken' }), { code: 'BAD_INPUT' })
  })
})
