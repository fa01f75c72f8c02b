// Takes long: long random walks of a head.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { leavesPage } from '../../../src/app/trees/leaves.ts'
import { listPage } from '../../../src/app/read/lists.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import { storeTurns } from '../../../src/app/turns/storeTurns.ts'
import { switchHead } from '../../../src/app/heads/switchHead.ts'
import { undo } from '../../../src/app/heads/undo.ts'
import type { ListPage } from '../../../src/app/read/pages.ts'
import type { Conversation, Event } from '../../../src/domain/model.ts'
import { wholeOr } from '../../support/rounds.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { randomFrom } from '../../support/random.ts'
import { say, tools, turnsOf } from '../../support/talk.ts'

type Refused = { code: string; facts: Record<string, unknown> }

await onEveryStore('the head', (on) => {
  const scope = on.scope
  const headOf = async (id: string) => (await scope().reads.conversation(id))?.headId ?? null
  const history = async (id: string) => {
    const events = []
    for (let after: string | null = null; ;) {
      const page: ListPage<Event> = await listPage(scope(), 'headMoves', id, { first: 3, after })
      events.push(...page.items.map(({ item }) => item))
      if (!page.hasNextPage) return events
      after = page.items.at(-1)?.cursor ?? null
    }
  }

  it('is undone move by move, whatever moved it, and the turns stay in the tree', async () => {
    for (const turn of ['u1', 'a1', 'u2']) await say(scope(), 'undo', turn)
    await rewindConversation(scope(), { conversationId: 'undo', to: { turn: 1 } })
    await say(scope(), 'undo', 'u1', 'edited')
    const steps = []
    for (let i = 0; i < 5; i++) {
      const { conversation, event } = await undo(scope(), { conversationId: 'undo' })
      steps.push([event.kind, (await turnsOf(scope(), 'undo')).length, conversation.turnCount])
    }
    assert.deepEqual(steps, [
      ['UNDO', 1, 1],
      ['UNDO', 3, 3],
      ['UNDO', 2, 2],
      ['UNDO', 1, 1],
      ['UNDO', 0, 0],
    ])
    await assert.rejects(undo(scope(), { conversationId: 'undo' }), { code: 'BAD_INPUT' })
    assert.equal((await scope().reads.conversation('undo'))?.shape.nodes, 4)
    assert.deepEqual((await integrity(scope(), 'undo')).findings, [])
  })

  it('is undone to where it stood before what came after an undo', async () => {
    await say(scope(), 'redo', 'u1')
    await say(scope(), 'redo', 'a1')
    await undo(scope(), { conversationId: 'redo' })
    await say(scope(), 'redo', 'a2')
    await undo(scope(), { conversationId: 'redo' })
    assert.deepEqual(await turnsOf(scope(), 'redo'), ['u1'])
    await undo(scope(), { conversationId: 'redo' })
    assert.deepEqual(await turnsOf(scope(), 'redo'), [])
  })

  it('of a fork is undone as far as the fork goes', async () => {
    for (const turn of ['u1', 'a1']) await say(scope(), 'uf', turn)
    await forkConversation(scope(), { source: 'uf', newConversationId: 'uf2' })
    await assert.rejects(undo(scope(), { conversationId: 'uf2' }), { code: 'BAD_INPUT' })
    await say(scope(), 'uf2', 'u2')
    await undo(scope(), { conversationId: 'uf2' })
    assert.deepEqual(await turnsOf(scope(), 'uf2'), ['u1', 'a1'])
  })

  it('is not undone into a tool pair, nor where it does not stand as expected', async () => {
    await say(scope(), 'ut', 'u1')
    await tools(scope(), 'ut', 'a1', ['k'])
    await tools(scope(), 'ut', 't1', ['k'])
    const rows = await on.store().rowCounts()
    await assert.rejects(undo(scope(), { conversationId: 'ut' }), { code: 'FORK_POINT_NOT_BOUNDARY' })
    await assert.rejects(undo(scope(), { conversationId: 'ut', expectedHeadId: null }), { code: 'HEAD_MOVED' })
    await assert.rejects(undo(scope(), { conversationId: 'nobody' }), { code: 'NOT_FOUND' })
    assert.deepEqual(await on.store().rowCounts(), rows)
  })

  it('replays the key of an undo', async () => {
    await say(scope(), 'uk', 'u1')
    await say(scope(), 'uk', 'a1')
    const first = await undo(scope(), { conversationId: 'uk', idempotencyKey: 'undo-key' })
    const again = await undo(scope(), { conversationId: 'uk', idempotencyKey: 'undo-key' })
    assert.deepEqual([again.replayed, again.event.id], [true, first.event.id])
    assert.deepEqual(await turnsOf(scope(), 'uk'), ['u1'])
  })

  it('has a history of stores, rewinds, switches and undos, newest first, in pages', async () => {
    for (const turn of ['u1', 'a1']) await say(scope(), 'log', turn)
    const tip = (await headOf('log')) ?? ''
    await rewindConversation(scope(), { conversationId: 'log', to: { turn: 1 } })
    await switchHead(scope(), { conversationId: 'log', observationId: tip })
    await undo(scope(), { conversationId: 'log' })
    const events = await history('log')
    assert.deepEqual(
      events.map(({ kind }) => kind),
      ['UNDO', 'SWITCH', 'REWIND', 'STORE', 'STORE'],
    )
    const moves = events.map(({ head }) => head).reverse()
    for (let i = 1; i < moves.length; i++) assert.equal(moves[i]?.from, moves[i - 1]?.to)
    assert.equal(events[0]?.head?.to, await headOf('log'))
  })

  it('loses no turn over many random moves: each is found again from a leaf', async () => {
    const steps = on.name.includes('SQLite') ? wholeOr(1000, 250) : 150
    const random = randomFrom(7)
    const stored: string[] = []
    const conversation = async () => (await scope().reads.conversation('walk')) as Conversation
    const first = await say(scope(), 'walk', 'u0')
    stored.push(first.observation.id)
    for (let i = 1; i < steps; i++) {
      const what = random.below(10)
      const now = await conversation()
      if (what < 4) stored.push((await say(scope(), 'walk', `u${i}`)).observation.id)
      else if (what < 6) stored.push((await say(scope(), 'walk', `u${random.below(i)}`, `${i}`)).observation.id)
      else if (what < 7 && now.turnCount > 0)
        await rewindConversation(scope(), { conversationId: 'walk', to: { turn: 1 + random.below(now.turnCount) } })
      else if (what < 8) {
        const leaves = (await leavesPage(scope(), now, { first: 20 })).items
        await switchHead(scope(), { conversationId: 'walk', observationId: random.pick(leaves).item.id })
      } else
        await undo(scope(), { conversationId: 'walk' }).catch((error: unknown) =>
          assert.equal((error as Refused).code, 'BAD_INPUT'),
        )
    }
    const found = new Set<string>()
    const as = scope()
    for (let after: string | null = null; ;) {
      const page = await leavesPage(as, await conversation(), { first: 100, after })
      for (const { item } of page.items)
        for (let id: string | null = item.id; id !== null && !found.has(id);) {
          found.add(id)
          id = (await as.reads.observation(id))?.place?.parentId ?? null
        }
      if (!page.hasNextPage) break
      after = page.items.at(-1)?.cursor ?? null
    }
    assert.deepEqual(
      stored.filter((id) => !found.has(id)),
      [],
    )
    const moves = (await history('walk')).map(({ head }) => head).reverse()
    for (let i = 1; i < moves.length; i++) assert.equal(moves[i]?.from, moves[i - 1]?.to)
    assert.equal(moves.at(-1)?.to, await headOf('walk'))
    assert.deepEqual((await integrity(scope(), 'walk')).findings, [])
  })

  it('takes two hundred appends at once into one chain that holds them all', async () => {
    await Promise.all(Array.from({ length: 200 }, (_, i) => say(scope({ process: i % 2 }), 'chain', `u${i}`)))
    const { turnCount, shape } = (await scope().reads.conversation('chain')) as Conversation
    assert.deepEqual([turnCount, shape.nodes, shape.leaves, shape.branchPoints], [200, 200, 1, 0])
    assert.deepEqual((await integrity(scope(), 'chain')).findings, [])
  })

  it('lets one of many win that expect the same head; each loser is told, forked or follows', async () => {
    for (const many of [false, true])
      for (const onConflict of ['REJECT', 'FORK', 'REBASE'] as const) {
        const id = `race-${onConflict}-${many}`
        const { observation } = await say(scope(), id, 'u0')
        const expected = { expectedHeadId: observation.id, onConflict }
        const text = (value: string) => [{ type: 'text' as const, text: value }]
        const race = Array.from({ length: 20 }, async (_, i) => {
          const as = scope({ process: i % 2 })
          if (!many) return say(as, id, `a${i + 1}`, 'x', expected)
          const turns = ['x', 'y'].map((value) => ({ conversationId: id, role: 'USER' as const, blocks: text(value) }))
          return (await storeTurns(as, { turns, ...expected })).results.at(-1)
        })
        const settled = await Promise.allSettled(race)
        const won = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
        const lost = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as Refused] : []))
        const here = won.filter((one) => one?.conversation.id === id).length
        const turns = (await scope().reads.conversation(id))?.turnCount
        const size = many ? 2 : 1
        if (onConflict === 'REJECT') {
          assert.deepEqual([here, lost.length, turns], [1, 19, 1 + size])
          for (const { code, facts } of lost) {
            assert.deepEqual([code, facts['expected']], ['HEAD_MOVED', observation.id])
            assert.notEqual(facts['actual'], observation.id)
          }
        }
        if (onConflict === 'FORK') {
          assert.deepEqual([here, won.length, turns], [1, 20, 1 + size])
          for (const one of won) assert.equal(one?.conversation.turnCount, 1 + size)
        }
        if (onConflict === 'REBASE') assert.deepEqual([here, turns], [20, 1 + 20 * size])
      }
  })
})

await onEveryStore('many forks', (on) => {
  const scope = on.scope

  it('of one point are all made, and touch neither each other nor the source', async () => {
    const count = on.name.includes('SQLite') ? wholeOr(10_000, 1_500) : 300
    for (const turn of ['u1', 'a1']) await say(scope(), 'hub', turn)
    const before = (await scope().reads.conversation('hub')) as Conversation
    for (let made = 0; made < count; made += 500)
      await Promise.all(
        Array.from({ length: Math.min(500, count - made) }, () =>
          forkConversation(scope(), { source: 'hub', at: { turn: 2 } }),
        ),
      )
    const after = (await scope().reads.conversation('hub')) as Conversation
    assert.deepEqual([after.headId, after.shape, after.version], [before.headId, before.shape, before.version])
    assert.equal(await scope().reads.count('forks', 'hub', count + 1), count)
    const [newest] = await scope().reads.list({ list: 'events', owner: 'hub', after: null, limit: 1 })
    assert.equal(newest?.seq, 3 + count)
  })

  it('made while the source is written to carry exactly their point', async () => {
    const count = on.name.includes('SQLite') ? 100 : 20
    const first = await say(scope(), 'busy', 'u0')
    const stores = Array.from({ length: count }, (_, i) => say(scope({ process: i % 2 }), 'busy', `u${i + 1}`))
    const forks = Array.from({ length: count }, (_, i) =>
      forkConversation(scope({ process: i % 2 }), {
        source: 'busy',
        ...(i % 2 === 0 ? { at: { messageId: 'busy:u0' } } : {}),
      }),
    )
    await Promise.all(stores)
    for (const [i, { conversation, sharedLength, pathHash }] of (await Promise.all(forks)).entries()) {
      const head = await scope().reads.observation(conversation?.headId ?? '')
      assert.deepEqual([head?.place?.turns, head?.place?.pathHash], [sharedLength, pathHash])
      if (i % 2 === 0) assert.equal(head?.id, first.observation.id)
    }
    assert.equal((await scope().reads.conversation('busy'))?.turnCount, count + 1)
    assert.deepEqual((await integrity(scope(), 'busy')).findings, [])
  })
})
