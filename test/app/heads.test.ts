import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forkConversation } from '../../src/app/forkConversation.ts'
import { integrity, leavesPage, listPage } from '../../src/app/queries.ts'
import { rewindConversation } from '../../src/app/rewindConversation.ts'
import { storeTurns } from '../../src/app/storeTurns.ts'
import { switchHead } from '../../src/app/switchHead.ts'
import { undo } from '../../src/app/undo.ts'
import type { Page } from '../../src/app/pages.ts'
import type { Conversation, Event } from '../../src/domain/model.ts'
import { onEveryStore } from '../support/acts.ts'
import { randomFrom } from '../support/random.ts'
import { say, tools, turnsOf } from '../support/talk.ts'

type Refused = { code: string; facts: Record<string, unknown> }

await onEveryStore('the head', (on) => {
  const act = on.act
  const headOf = async (id: string) => (await act().reads.conversation(id))?.headId ?? null
  const history = async (id: string) => {
    const events = []
    for (let after: string | null = null; ;) {
      const page: Page<Event> = await listPage(act(), 'headMoves', id, { first: 3, after })
      events.push(...page.items.map(({ item }) => item))
      if (!page.hasNextPage) return events
      after = page.items.at(-1)?.cursor ?? null
    }
  }

  it('is undone move by move, whatever moved it, and the turns stay in the tree', async () => {
    for (const turn of ['u1', 'a1', 'u2']) await say(act(), 'undo', turn)
    await rewindConversation(act(), { conversationId: 'undo', to: { turn: 1 } })
    await say(act(), 'undo', 'u1', 'edited')
    const steps = []
    for (let i = 0; i < 5; i++) {
      const { conversation, event } = await undo(act(), { conversationId: 'undo' })
      steps.push([event.kind, (await turnsOf(act(), 'undo')).length, conversation.turnCount])
    }
    assert.deepEqual(steps, [
      ['UNDO', 1, 1],
      ['UNDO', 3, 3],
      ['UNDO', 2, 2],
      ['UNDO', 1, 1],
      ['UNDO', 0, 0],
    ])
    await assert.rejects(undo(act(), { conversationId: 'undo' }), { code: 'BAD_INPUT' })
    assert.equal((await act().reads.conversation('undo'))?.shape.nodes, 4)
    assert.deepEqual((await integrity(act(), 'undo')).findings, [])
  })

  it('is undone to where it stood before what came after an undo', async () => {
    await say(act(), 'redo', 'u1')
    await say(act(), 'redo', 'a1')
    await undo(act(), { conversationId: 'redo' })
    await say(act(), 'redo', 'a2')
    await undo(act(), { conversationId: 'redo' })
    assert.deepEqual(await turnsOf(act(), 'redo'), ['u1'])
    await undo(act(), { conversationId: 'redo' })
    assert.deepEqual(await turnsOf(act(), 'redo'), [])
  })

  it('of a fork is undone as far as the fork goes', async () => {
    for (const turn of ['u1', 'a1']) await say(act(), 'uf', turn)
    await forkConversation(act(), { source: 'uf', newConversationId: 'uf2' })
    await assert.rejects(undo(act(), { conversationId: 'uf2' }), { code: 'BAD_INPUT' })
    await say(act(), 'uf2', 'u2')
    await undo(act(), { conversationId: 'uf2' })
    assert.deepEqual(await turnsOf(act(), 'uf2'), ['u1', 'a1'])
  })

  it('is not undone into a tool pair, nor where it does not stand as expected', async () => {
    await say(act(), 'ut', 'u1')
    await tools(act(), 'ut', 'a1', ['k'])
    await tools(act(), 'ut', 't1', ['k'])
    const rows = await on.store().rowCounts()
    await assert.rejects(undo(act(), { conversationId: 'ut' }), { code: 'FORK_POINT_NOT_BOUNDARY' })
    await assert.rejects(undo(act(), { conversationId: 'ut', expectedHeadId: null }), { code: 'HEAD_MOVED' })
    await assert.rejects(undo(act(), { conversationId: 'nobody' }), { code: 'NOT_FOUND' })
    assert.deepEqual(await on.store().rowCounts(), rows)
  })

  it('replays the key of an undo', async () => {
    await say(act(), 'uk', 'u1')
    await say(act(), 'uk', 'a1')
    const first = await undo(act(), { conversationId: 'uk', idempotencyKey: 'undo-key' })
    const again = await undo(act(), { conversationId: 'uk', idempotencyKey: 'undo-key' })
    assert.deepEqual([again.replayed, again.event.id], [true, first.event.id])
    assert.deepEqual(await turnsOf(act(), 'uk'), ['u1'])
  })

  it('has a history of stores, rewinds, switches and undos, newest first, in pages', async () => {
    for (const turn of ['u1', 'a1']) await say(act(), 'log', turn)
    const tip = (await headOf('log')) ?? ''
    await rewindConversation(act(), { conversationId: 'log', to: { turn: 1 } })
    await switchHead(act(), { conversationId: 'log', observationId: tip })
    await undo(act(), { conversationId: 'log' })
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
    const steps = on.name.includes('SQLite') ? 1000 : 150
    const random = randomFrom(7)
    const stored: string[] = []
    const conversation = async () => (await act().reads.conversation('walk')) as Conversation
    const first = await say(act(), 'walk', 'u0')
    stored.push(first.observation.id)
    for (let i = 1; i < steps; i++) {
      const what = random.below(10)
      const now = await conversation()
      if (what < 4) stored.push((await say(act(), 'walk', `u${i}`)).observation.id)
      else if (what < 6) stored.push((await say(act(), 'walk', `u${random.below(i)}`, `${i}`)).observation.id)
      else if (what < 7 && now.turnCount > 0)
        await rewindConversation(act(), { conversationId: 'walk', to: { turn: 1 + random.below(now.turnCount) } })
      else if (what < 8) {
        const leaves = (await leavesPage(act(), now, { first: 20 })).items
        await switchHead(act(), { conversationId: 'walk', observationId: random.pick(leaves).item.id })
      } else
        await undo(act(), { conversationId: 'walk' }).catch((error: unknown) =>
          assert.equal((error as Refused).code, 'BAD_INPUT'),
        )
    }
    const found = new Set<string>()
    const as = act()
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
    assert.deepEqual((await integrity(act(), 'walk')).findings, [])
  })

  it('takes two hundred appends at once into one chain that holds them all', async () => {
    await Promise.all(Array.from({ length: 200 }, (_, i) => say(act({ process: i % 2 }), 'chain', `u${i}`)))
    const { turnCount, shape } = (await act().reads.conversation('chain')) as Conversation
    assert.deepEqual([turnCount, shape.nodes, shape.leaves, shape.branchPoints], [200, 200, 1, 0])
    assert.deepEqual((await integrity(act(), 'chain')).findings, [])
  })

  it('lets one of many win that expect the same head; each loser is told, forked or follows', async () => {
    for (const many of [false, true])
      for (const onConflict of ['REJECT', 'FORK', 'REBASE'] as const) {
        const id = `race-${onConflict}-${many}`
        const { observation } = await say(act(), id, 'u0')
        const expected = { expectedHeadId: observation.id, onConflict }
        const text = (value: string) => [{ type: 'text' as const, text: value }]
        const race = Array.from({ length: 20 }, async (_, i) => {
          const as = act({ process: i % 2 })
          if (!many) return say(as, id, `a${i + 1}`, 'x', expected)
          const turns = ['x', 'y'].map((value) => ({ conversationId: id, role: 'USER' as const, blocks: text(value) }))
          return (await storeTurns(as, { turns, ...expected })).results.at(-1)
        })
        const settled = await Promise.allSettled(race)
        const won = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
        const lost = settled.flatMap((one) => (one.status === 'rejected' ? [one.reason as Refused] : []))
        const here = won.filter((one) => one?.conversation.id === id).length
        const turns = (await act().reads.conversation(id))?.turnCount
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
  const act = on.act

  it('of one point are all made, and touch neither each other nor the source', async () => {
    const count = on.name.includes('SQLite') ? 10_000 : 300
    for (const turn of ['u1', 'a1']) await say(act(), 'hub', turn)
    const before = (await act().reads.conversation('hub')) as Conversation
    for (let made = 0; made < count; made += 500)
      await Promise.all(
        Array.from({ length: Math.min(500, count - made) }, () =>
          forkConversation(act(), { source: 'hub', at: { turn: 2 } }),
        ),
      )
    const after = (await act().reads.conversation('hub')) as Conversation
    assert.deepEqual([after.headId, after.shape, after.version], [before.headId, before.shape, before.version])
    assert.equal(await act().reads.count('forks', 'hub', count + 1), count)
    const [newest] = await act().reads.list({ list: 'events', owner: 'hub', after: null, limit: 1 })
    assert.equal(newest?.seq, 3 + count)
  })

  it('made while the source is written to carry exactly their point', async () => {
    const count = on.name.includes('SQLite') ? 100 : 20
    const first = await say(act(), 'busy', 'u0')
    const stores = Array.from({ length: count }, (_, i) => say(act({ process: i % 2 }), 'busy', `u${i + 1}`))
    const forks = Array.from({ length: count }, (_, i) =>
      forkConversation(act({ process: i % 2 }), {
        source: 'busy',
        ...(i % 2 === 0 ? { at: { messageId: 'busy:u0' } } : {}),
      }),
    )
    await Promise.all(stores)
    for (const [i, { conversation, sharedLength, pathHash }] of (await Promise.all(forks)).entries()) {
      const head = await act().reads.observation(conversation?.headId ?? '')
      assert.deepEqual([head?.place?.turns, head?.place?.pathHash], [sharedLength, pathHash])
      if (i % 2 === 0) assert.equal(head?.id, first.observation.id)
    }
    assert.equal((await act().reads.conversation('busy'))?.turnCount, count + 1)
    assert.deepEqual((await integrity(act(), 'busy')).findings, [])
  })
})
