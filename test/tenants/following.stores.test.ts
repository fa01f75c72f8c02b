/** What one tenant follows is its own, also where another has the same ids: those are what caches and watches go by. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Change } from '../../src/app/subscriptions/reader.ts'
import { createWatches, type Watches } from '../../src/app/subscriptions/watches.ts'
import { headOf } from '../../src/app/read/paths.ts'
import { conversationOf } from '../../src/app/read/view.ts'
import type { Scope } from '../../src/app/scope.ts'
import { transcriptPage } from '../../src/app/transcripts/transcript.ts'
import { instantOf } from '../../src/domain/instants.ts'
import { onEveryStore } from '../support/scopes.ts'
import { say } from '../support/talk.ts'

/** The number of the line that a stream told of; null: it told of none. */
function seqOf(told: IteratorResult<Change> | undefined): number | null {
  return told && told.done !== true && told.value.kind === 'event' ? told.value.event.seq : null
}

const limits = { intervalMs: 60_000, subscriptions: 100, share: 100, buffer: 100 }

await onEveryStore('two tenants that follow what is called the same', (on) => {
  /** Without watches both make the same ids. */
  const tenantsOf = (name: string, watches?: Watches): [() => Scope, () => Scope] => {
    const of = (tenant: string) => {
      const begin = watches ? tenant : 'same'
      let [ids, times] = [0, 0n]
      const id = () => `${begin}-${ids++}`
      const fresh = {
        id,
        segmentId: id,
        now: () => instantOf(1_700_000_000_000_000_000n + times++),
      }
      return () => {
        const scope = on.scope({ tenant: `${name} ${tenant} ${on.name}`, written: watches?.written })
        return { ...scope, fresh: { ...scope.fresh, ...fresh } }
      }
    }
    return [of('ours'), of('theirs')]
  }
  const taken = async <T>(stream: AsyncIterator<T>, count: number): Promise<T[]> => {
    const found: T[] = []
    for (let taken = 0; taken < count; taken++) {
      const next = await stream.next()
      if (next.done === true) break
      found.push(next.value)
    }
    return found
  }

  it('get each the lines of its own ledger, of before and as they come', async () => {
    const watches = createWatches(on.store(), limits, assert.ifError)
    const [ours, theirs] = tenantsOf('ledgers', watches)
    for (const turn of ['u1', 'a1', 'u2']) await say(ours(), 'c', turn)
    await say(theirs(), 'c', 'u1', 'theirs')
    const linesOf = async (scope: Scope) =>
      ((await scope.store.lists([{ list: 'events', owner: 'c', after: null, limit: 100 }]))[0] ?? []).reverse()
    const expected = [await linesOf(ours()), await linesOf(theirs())].map((lines) => lines.map(({ id }) => id))
    const [own = 0, other = 0] = expected.map((ids) => ids.length)
    assert.ok(own > other)
    const streams = await Promise.all([ours, theirs].map((one) => watches.follow(one(), 'c', 0)))
    const [a, b] = streams
    assert.ok(a && b)
    const before = await Promise.all([taken(a, own), taken(b, other)])
    const ids = before.map((changes) => changes.map((one) => (one.kind === 'event' ? one.event.id : null)))
    assert.deepEqual(ids, expected)
    // Both wait for what comes next: each write is told to one of them.
    const next = [a.next(), b.next()]
    await say(theirs(), 'c', 'a1', 'theirs')
    assert.equal(seqOf(await next[1]), other + 1)
    await say(ours(), 'c', 'a2')
    assert.equal(seqOf(await next[0]), own + 1)
    for (const stream of streams) await stream.return()
    watches.close()
  })

  it('are told each of the conversations of its own lists', async () => {
    const watches = createWatches(on.store(), limits, assert.ifError)
    const [ours, theirs] = tenantsOf('lists', watches)
    const streams = await Promise.all([ours, theirs].map((one) => watches.followList(one(), {})))
    const [a, b] = streams
    assert.ok(a && b)
    const heard = [taken(a, 1), taken(b, 1)]
    await say(theirs(), 'theirs alone', 'u1')
    await say(ours(), 'ours alone', 'u1')
    const ids = (await Promise.all(heard)).map(([hint]) => hint?.kind === 'conversation' && hint.conversation.id)
    assert.deepEqual(ids, ['ours alone', 'theirs alone'])
    for (const stream of streams) await stream.return()
    watches.close()
  })

  it('read each the places of its own tree', async () => {
    const [ours, theirs] = tenantsOf('places')
    for (const turn of ['u1', 'a1']) await say(ours(), 'c', turn)
    // The same ids made by the other stand elsewhere: its conversation is another one.
    for (const turn of ['u1', 'a1', 'u2']) await say(theirs(), 'd', turn, `theirs ${turn}`)
    for (const [one, id, count] of [
      [ours, 'c', 2],
      [theirs, 'd', 3],
      [ours, 'c', 2],
    ] as const) {
      const scope = one()
      const conversation = await conversationOf(scope, id)
      const head = await headOf(scope, conversation)
      const segment = head && (await scope.reads.segment(head.place.segmentId))
      assert.equal(segment?.conversationId, id)
      assert.equal((await transcriptPage(scope, conversation, 'MESSAGES', { first: 10 })).entries.length, count)
    }
  })
})
