/** Ledgers of earlier versions, whose lines may be dated before those above them, are damaged by nothing and stay as they are. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { openExport } from '../../../src/app/exports/exportConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import type { Scope } from '../../../src/app/scope.ts'
import type { Changes } from '../../../src/domain/changes.ts'
import { createClock } from '../../../src/app/fresh.ts'
import { backedUp, contentOf, restored } from '../../support/backups.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'
import { imports } from '../../support/transcripts.ts'

const second = 1_000_000_000n

/** Returns a scope that stores as earlier versions did, by a clock that is so many seconds ahead. */
function ofBefore(scope: Scope, ahead: bigint): Scope {
  const now = createClock(() => BigInt(Date.now()) * 1_000_000n + ahead * second)
  const store = Object.create(scope.store, {
    write: { value: (changes: Changes) => scope.store.write({ ...changes, keepsTimes: true }) },
  }) as Scope['store']
  return { ...scope, store, fresh: { ...scope.fresh, now } }
}

async function exported(scope: Scope): Promise<Buffer> {
  scope.reads.clear()
  const { pieces } = await openExport(scope, { conversationId: 'talk', format: 'NDJSON' })
  const found: Uint8Array[] = []
  for await (const piece of pieces) found.push(piece)
  return Buffer.concat(found)
}

async function timesOf({ store }: Scope): Promise<string[]> {
  const [events = []] = await store.lists([{ list: 'ledger', owner: 'talk', after: null, limit: 100 }])
  return [...events].sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0)).map(({ at }) => at)
}

async function damageOf(scope: Scope): Promise<number> {
  scope.reads.clear()
  return (await integrity(scope, 'talk')).damage
}

await onEveryStore('lines of a ledger that go back', (on) => {
  let count = 0
  const alone = () => on.scope({ tenant: `back ${on.name} ${++count}` })

  it('are no damage, and a backup and a file of the conversation give them back as they are', async () => {
    const [from, whole, file] = [alone(), alone(), alone()]
    await say(ofBefore(from, 60n), 'talk', 'u0')
    await say(ofBefore(from, 0n), 'talk', 'a1')
    const times = await timesOf(from)
    assert.notDeepEqual(times, times.toSorted())
    assert.equal(await damageOf(from), 0)

    const bytes = await backedUp(from)
    await restored(whole, bytes)
    assert.deepEqual(contentOf(await backedUp(whole)), contentOf(bytes))
    assert.deepEqual(await timesOf(whole), times)

    await imports(file, await exported(from))
    await say(ofBefore(from, -60n), 'talk', 'u2')
    // A later state of what is there.
    await imports(file, await exported(from))
    assert.deepEqual(await timesOf(file), await timesOf(from))
    for (const scope of [whole, file]) {
      assert.equal(await damageOf(scope), 0)
      const before = await timesOf(scope)
      await say(scope, 'talk', 'u3')
      const after = await timesOf(scope)
      assert.deepEqual(after.slice(0, -1), before)
      assert.ok((after.at(-1) ?? '') > (before.at(-1) ?? ''))
    }
  })
})
