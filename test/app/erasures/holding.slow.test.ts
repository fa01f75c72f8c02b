import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createConversation } from '../../../src/app/conversations/createConversation.ts'
import { erase } from '../../../src/app/erasures/erase.ts'
import { expired } from '../../../src/app/erasures/retention/expired.ts'
import { setTenantRetention } from '../../../src/app/erasures/retention/tenantRetention.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { compact } from '../../../src/app/markers/compact.ts'
import { materialize } from '../../../src/app/markers/materialize.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { intercept } from '../../../src/storage/intercept.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { storedText } from '../../support/storedText.ts'
import { say } from '../../support/talk.ts'

await onEveryStore('what holds something that is erased', (on) => {
  let count = 0
  const alone = () => on.scope({ tenant: `holding ${on.name} ${++count}` })
  /** Counts what is asked of the store. */
  const counted = (scope: Scope) => {
    const calls = new Map<string, number>()
    const store = intercept(scope.store, (method, call) => {
      calls.set(method, (calls.get(method) ?? 0) + 1)
      return call()
    })
    return { scope: { ...scope, store }, calls, reads: () => [...calls.values()].reduce((sum, one) => sum + one, 0) }
  }
  /** Does it for many names, some at a time. */
  const together = async (names: readonly string[], act: (name: string) => Promise<unknown>) => {
    for (let from = 0; from < names.length; from += 50) await Promise.all(names.slice(from, from + 50).map(act))
  }
  const forks = async (scope: Scope, source: string, turn: number, names: readonly string[]) => {
    await together(names, (name) => forkConversation(scope, { source, at: { turn }, newConversationId: name }))
  }
  const named = (name: string, many: number) => Array.from({ length: many }, (_, i) => `${name}${i}`)

  it('are also turns that were made of a summary, in conversations that share nothing with it, and what was made of these', async () => {
    const scope = alone()
    for (const turn of ['u1', 'a1', 'u2', 'a2']) await say(scope, 'talk', turn)
    await compact(scope, { conversationId: 'talk', from: { turn: 1 }, to: { turn: 2 }, summary: 'XQZSUMMARYXQZ' })
    await materialize(scope, { conversationId: 'talk', newConversationId: 'made' })
    await materialize(scope, { conversationId: 'made', newConversationId: 'made again' })
    const { affected } = await erase(scope, { messageIds: ['talk:u1'], reason: 'OTHER' })
    assert.equal(affected.derived, 3)
    assert.ok(!(await storedText(scope)).includes('XQZSUMMARYXQZ'))
  })

  /** Returns how many reads it takes to erase a turn beside so many of something. */
  const readsBeside = async (many: number, seed: (scope: Scope, many: number) => Promise<unknown>, held = 0) => {
    const scope = alone()
    for (const turn of ['u1', 'a1', 'u2', 'a2']) await say(scope, 'talk', turn, turn, { idempotencyKey: turn })
    await seed(scope, many)
    const beside = counted(on.scope({ tenant: `holding ${on.name} ${count}` }))
    const { affected, receipt } = await erase(beside.scope, { messageIds: ['talk:u2'], reason: 'OTHER' })
    assert.deepEqual([affected.forks, receipt?.state], [held, 'ERASED'])
    return beside.reads()
  }

  it('are found beside 150 idempotency keys by as many reads as beside 2', async () => {
    const seed = (scope: Scope, many: number) =>
      together(named('other', many), (id) => createConversation(scope, { id, idempotencyKey: `of ${id}` }))
    assert.equal(await readsBeside(150, seed), await readsBeside(2, seed))
  })

  it('are found beside 150 forks that left before by as many reads as beside 2', async () => {
    const seed = (scope: Scope, many: number) => forks(scope, 'talk', 2, named('before', many))
    assert.equal(await readsBeside(150, seed), await readsBeside(2, seed))
  })

  it('are found beside forks that left before without the lines of the ledger that say that these were made', async () => {
    const scope = alone()
    for (const turn of ['u1', 'a1', 'u2', 'a2']) await say(scope, 'talk', turn)
    await forks(scope, 'talk', 2, named('before', 3))
    const asked = new Set<string>()
    const store = intercept(scope.store, (method, call, [requests]) => {
      if (method === 'lists') for (const { list } of requests as { list: string }[]) asked.add(list)
      return call()
    })
    await erase({ ...scope, store }, { messageIds: ['talk:u2'], reason: 'OTHER' })
    assert.deepEqual([asked.has('ledgerButForks'), asked.has('ledger')], [true, false])
    await forkConversation(scope, { source: 'talk', at: { turn: 3 }, newConversationId: 'there', note: 'a note' })
    await erase({ ...scope, store }, { messageIds: ['talk:a2', 'talk:a1'], reason: 'OTHER' })
    assert.ok(asked.has('ledger'))
  })

  it('are looked at together where 150 forks hold it: by as many reads as where 2 do', async () => {
    const seed = (scope: Scope, many: number) => forks(scope, 'talk', 4, named('holds', many))
    assert.equal(await readsBeside(150, seed, 150), await readsBeside(2, seed, 2))
  })

  it('are read once each for retention, however deep forks of forks are', async () => {
    const reads = async (deep: number, more: number) => {
      const scope = alone()
      await say(scope, 'talk 0', 'u1')
      for (let i = 1; i <= deep; i++) {
        await forkConversation(scope, { source: `talk ${i - 1}`, newConversationId: `talk ${i}` })
        await forks(scope, `talk ${i - 1}`, 1, named(`beside ${i} `, more))
        await say(scope, `talk ${i}`, 'u1', `${i}`)
      }
      await setTenantRetention(scope, 1)
      const beside = counted(on.scope({ tenant: `holding ${on.name} ${count}` }))
      for await (const id of expired(beside.scope)) assert.fail(id)
      return beside.reads()
    }
    // One list of each conversation, and what is looked up of the one turn that a level has.
    for (const [more, most] of [
      [0, 2],
      [3, 5],
    ] as const) {
      const [few, many] = [await reads(5, more), await reads(20, more)]
      assert.ok(many - few <= most * 15, `with ${more} beside each: ${few} reads of 5, ${many} of 20`)
    }
  })
})
