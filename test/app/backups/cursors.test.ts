import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { it } from 'node:test'
import { listPage } from '../../../src/app/read/lists.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { createWatches } from '../../../src/app/subscriptions/watches.ts'
import { transcriptPage } from '../../../src/app/transcripts/transcript.ts'
import type { Conversation } from '../../../src/domain/model.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import { openSqliteStore } from '../../../src/storage/sqlite/store.ts'
import { backedUp, restored } from '../../support/backups.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'

await onEveryStore('a cursor after a restore', (on) => {
  let count = 0
  const alone = () => on.scope({ tenant: `cursors ${on.name} ${++count}` })
  const watching = () =>
    createWatches(on.store(), { intervalMs: 50, subscriptions: 10, share: 10, buffer: 100 }, assert.ifError)
  const talked = async (): Promise<Scope> => {
    const scope = alone()
    for (const turn of ['u1', 'a2', 'u3']) await say(scope, 'talk', turn)
    return scope
  }
  const seqs = async (scope: Scope, afterSeq: number, wanted: number): Promise<(number | null)[]> => {
    const watches = watching()
    const stream = await watches.follow(scope, 'talk', afterSeq)
    const found: (number | null)[] = []
    for (let hints = 0; found.length < wanted && hints < 1_000; hints++) {
      const next = await stream.next()
      if (next.done === true) break
      if ('event' in next.value) found.push(next.value.event.seq)
    }
    await stream.return()
    watches.close()
    return found
  }

  it('of a subscription goes on in the ledger where it was, and with what comes then', async () => {
    const [from, to] = [await talked(), alone()]
    await restored(to, await backedUp(from))
    assert.deepEqual(await seqs(to, 2, 2), await seqs(from, 2, 2))
    await say(to, 'talk', 'a4')
    assert.deepEqual(await seqs(to, 3, 2), [4, 5])
  })
  it('of a subscription that had seen more than the backup holds is refused, with the end of the ledger', async () => {
    const [from, to] = [await talked(), alone()]
    const bytes = await backedUp(from)
    await say(from, 'talk', 'a4')
    await restored(to, bytes)
    const watches = watching()
    await assert.rejects(watches.follow(to, 'talk', 5), (thrown: unknown) => {
      assert.ok(thrown instanceof Refusal && thrown.code === 'BAD_INPUT')
      assert.deepEqual(thrown.facts, { afterSeq: 5, lastSeq: 4 })
      return true
    })
    watches.close()
  })
  it('of a list and of a transcript names the same place, under the same name in another store', async () => {
    const from = await talked()
    const folder = await mkdtemp(join(tmpdir(), 'turngraph-'))
    const other = await openSqliteStore({ path: join(folder, 'turngraph.db') })
    const to = on.scope({ tenant: from.tenant, store: other, process: 1 })
    const before = await listPage(from, 'events', 'talk', { first: 1 })
    const after = before.items[0]?.cursor ?? ''
    const conversation = (await from.reads.conversation('talk')) as Conversation
    const read = (await transcriptPage(from, conversation, 'MESSAGES', { first: 1 })).entries[0]?.cursor ?? ''
    await restored(to, await backedUp(from))
    const rest = async (scope: Scope) => {
      const { items } = await listPage(scope, 'events', 'talk', { first: 10, after })
      const here = (await scope.reads.conversation('talk')) as Conversation
      const { entries } = await transcriptPage(scope, here, 'MESSAGES', { first: 10, after: read })
      return [items.map(({ item }) => item.id), entries.map(({ entry }) => entry.observation.id)]
    }
    const [events, shown] = await rest(to)
    assert.deepEqual([events?.length, shown?.length], [3, 2])
    assert.deepEqual([events, shown], await rest(from))
    await other.close()
    await rm(folder, { recursive: true })
  })
})
