import assert from 'node:assert/strict'
import { it } from 'node:test'
import { noScope, type Erasure } from '../../../src/domain/erasure/erasure.ts'
import { noRewrites } from '../../../src/domain/erasure/rewrites.ts'
import { tombstone } from '../../../src/domain/erasure/tombstone.ts'
import { operator } from '../../../src/domain/access/principal.ts'
import { changes, event, fill } from '../../support/changes.ts'
import { converse, store as put, textBlock } from '../../support/tree/acts.ts'
import { createWorld } from '../../support/world.ts'
import { sameAnswers } from './answers.ts'
import type { Contract } from './contract.ts'
import { boundAt } from './keys.ts'

/** What an erasure writes over what is there. */
export function rewriting({ store, newTenant }: Contract): void {
  it('an observation is emptied where it stands, and nothing else changes', async () => {
    const [tenant, world] = [newTenant(), createWorld()]
    converse(world, 'c')
    const [first, second] = ['secret', 'other'].map((text) =>
      put(world, 'c', { blocks: [textBlock(text)], turnId: text }),
    )
    await fill(store(), tenant, world)
    assert.ok(first && second)
    const emptied = tombstone(first, 'e1')
    const line = event('ev-1', 'c')
    await store().write(tenant, changes(line, { rewrites: { ...noRewrites, observations: [emptied] } }))
    world.observations.set(first.id, emptied)
    world.events.push({ ...line, seq: world.events.filter(({ conversationId }) => conversationId === 'c').length + 1 })
    await sameAnswers(store(), tenant, world)
  })

  it('lines of ledgers, keys and marks are rewritten or go, of one tenant alone', async () => {
    const [one, other] = [newTenant(), newTenant()]
    for (const tenant of [one, other]) {
      const world = createWorld()
      converse(world, 'c')
      await fill(store(), tenant, world)
      const noted = event('ev-2', 'c', { note: 'secret', details: { a: 'secret' } })
      const key = { key: 'k', operation: 'o', inputHash: 'k:x', result: 'secret', storedAt: boundAt }
      await store().write(tenant, changes(noted, { key, importMarks: [{ name: 'm', value: 'secret' }] }))
      await store().write(tenant, changes(event('ev-3', null, { note: 'secret' })))
    }
    const [noted, loose] = await store().events(one, ['ev-2', 'ev-3'])
    assert.ok(noted && loose)
    const events = [noted, loose].map((found) => ({ ...found, note: null, details: {} }))
    const rewrites = { ...noRewrites, events, keys: ['k'], importMarks: ['m'] }
    await store().write(one, changes(event('ev-4', null), { rewrites }))
    assert.deepEqual(await store().events(one, ['ev-2', 'ev-3']), events)
    assert.deepEqual([await store().keys(one, ['k']), await store().importMarks(one, ['m'])], [[null], [null]])
    assert.deepEqual(await store().events(other, ['ev-2', 'ev-3']), [noted, loose])
    assert.equal((await store().keys(other, ['k']))[0]?.result, 'secret')
    assert.equal((await store().walk(other, 'keys', { after: null, limit: 10 })).items.length, 1)
    assert.equal((await store().walk(other, 'importMarks', { after: null, limit: 10 })).items[0]?.name, 'm')
  })

  it('erasures are found by their ids, listed by their time and by their state', async () => {
    const tenant = newTenant()
    const erasures = ['2026-01-01', '2026-01-02'].map((day, i): Erasure => ({
      ...{ id: `er-${i}`, version: 1, at: `${day}T00:00:00.000000000Z`, state: i === 0 ? 'ERASED' : 'ERASING' },
      ...{
        principal: operator,
        reason: 'OTHER',
        note: 'a "note"',
        scope: noScope,
        observationIds: ['o'],
        things: [],
        digest: null,
      },
      ...{
        residue: ['BACKUPS'],
        signature: null,
        purge: null,
        plan: { conversationIds: ['c'], attachmentIds: [], askedAttachmentIds: [], entityIds: [] },
      },
    }))
    for (const value of erasures)
      await store().write(tenant, changes(event(`of-${value.id}`, null), { erasures: [{ expected: null, value }] }))
    assert.deepEqual(await store().erasures(tenant, ['er-1', 'none', 'er-0']), [erasures[1], null, erasures[0]])
    const list = async (name: 'erasures' | 'erasuresIn', owner: string) =>
      (await store().lists(tenant, [{ list: name, owner, after: null, limit: 5 }]))[0]?.map(({ id }) => id)
    assert.deepEqual(await list('erasures', ''), ['er-1', 'er-0'])
    assert.deepEqual(await list('erasuresIn', 'ERASING'), ['er-1'])
  })

  it('of keys that sign receipts the first stays', async () => {
    const { registry } = store()
    const key = (id: string) => ({ id, privateJwk: '{}', createdAt: '2026-01-01T00:00:00.000000000Z' })
    await registry.addReceiptKey(key('first'))
    const [known] = await registry.receiptKeys()
    assert.equal(await registry.addReceiptKey(key('second')), false)
    assert.deepEqual(await registry.receiptKeys(), [known])
  })
}
