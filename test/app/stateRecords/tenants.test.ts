/** What a second tenant is answered about the records of a first one: the same as where none ever was. */
import assert from 'node:assert/strict'
import { before, it } from 'node:test'
import type { Scope } from '../../../src/app/scope.ts'
import { deleteRecords } from '../../../src/app/stateRecords/deleteRecords.ts'
import { putRecords } from '../../../src/app/stateRecords/putRecords.ts'
import { recordKinds, recordsPage } from '../../../src/app/stateRecords/records.ts'
import { storeTurns } from '../../../src/app/turns/storeTurns.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'

await onEveryStore('state records of another tenant', (on) => {
  let first: Scope
  let second: Scope
  before(() => {
    ;[first, second] = [on.scope({ tenant: `one ${on.name}` }), on.scope({ tenant: `two ${on.name}` })]
  })
  const names = { there: 'thread-4711', never: 'thread-4712' }

  /** What a call answers or refuses, the names that it was asked by replaced. */
  const answer = async (call: () => Promise<unknown>, id: string): Promise<unknown> => {
    second.reads.clear()
    const found = await call().catch((thrown: unknown) => {
      if (!(thrown instanceof Refusal)) throw thrown
      const { code, facts, message, field } = thrown as Refusal
      return { code, facts, message, field }
    })
    return JSON.parse(JSON.stringify(found).replaceAll(id, 'X')) as unknown
  }
  const page = async (asked: Parameters<typeof recordsPage>[1]) => {
    const found = await recordsPage(second, asked)
    return {
      items: found.items.map(({ item }) => item),
      hasNextPage: found.hasNextPage,
      count: await found.totalCount(),
    }
  }
  const put = (scope: Scope, conversationId: string, more: object = {}) =>
    putRecords(scope, { conversationId, records: [{ kind: 'kept', key: 'key', value: 1, ...more }] })

  it('cannot be told from none: by conversation, kind or key, by lists, writes and deletions', async () => {
    const { observation } = await say(first, names.there, 'u')
    await put(first, names.there, { observationId: observation.id })
    await put(first, names.there, { kind: 'kept.part' })
    const calls: readonly ((id: string) => Promise<unknown>)[] = [
      (id) => page({ conversationId: id }),
      (id) => page({ conversationId: id, kind: 'kept', keys: ['key'] }),
      (id) => page({ conversationId: id, kindPrefix: 'k' }),
      (id) => recordKinds(second, { conversationId: id }),
      (id) => deleteRecords(second, { conversationId: id }),
      (id) =>
        deleteRecords(second, { conversationId: id, kind: 'kept', keys: ['key'], idempotencyKey: `delete ${id}` }),
    ]
    for (const [i, call] of calls.entries())
      assert.deepEqual(
        await answer(() => call(names.there), names.there),
        await answer(() => call(names.never), names.never),
        `call ${i}`,
      )
    assert.deepEqual(await page({ kind: 'kept' }), { items: [], hasNextPage: false, count: 0 })
    assert.deepEqual(await recordKinds(second, {}), [])
  })

  it("are in nobody's way: the same names are new, with versions of their own, and keys too", async () => {
    await put(first, 'same', { value: 'secret' })
    const { records } = await put(second, 'same', { ifExists: 'REFUSE', expectedVersion: 0 })
    assert.deepEqual([records[0]?.version, records[0]?.value], [1, 1])
    const input = { conversationId: 'same', records: [{ kind: 'kept', key: 'keyed', value: 1 }], idempotencyKey: 'k' }
    assert.equal((await putRecords(first, input)).replayed, false)
    assert.equal(
      (await putRecords(second, { ...input, records: [{ ...input.records[0]!, value: 2 }] })).replayed,
      false,
    )
    assert.equal((await deleteRecords(second, { conversationId: 'same' })).deleted, 2)
    first.reads.clear()
    const { items } = await recordsPage(first, { conversationId: 'same' })
    assert.deepEqual(
      items.map(({ item }) => item.value),
      ['secret', 1],
    )
  })

  it('are about no observation of another tenant: it is one that never was', async () => {
    const { observation } = await say(first, 'seen', 'u')
    await say(second, 'own', 'u')
    const about = (observationId: string) => () => put(second, 'own', { observationId })
    const refused = await answer(about(observation.id), observation.id)
    assert.deepEqual(refused, await answer(about('never was'), 'never was'))
    assert.equal((refused as { code: string }).code, 'NOT_FOUND')
    const beside = (observationId: string) => () =>
      storeTurns(second, {
        conversationId: 'own',
        turns: [],
        records: [{ kind: 'k', key: 'k', value: 1, observationId }],
      })
    assert.deepEqual(
      await answer(beside(observation.id), observation.id),
      await answer(beside('never was'), 'never was'),
    )
  })
})
