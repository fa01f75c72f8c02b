import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Scope } from '../../../src/app/scope.ts'
import { command, found, type CommandInput } from '../../../src/app/write/command.ts'
import { newEvent } from '../../../src/app/write/draft/additions.ts'
import { changesOfRecords } from '../../../src/app/write/draft/recordDraft.ts'
import { commitRecords } from '../../../src/app/write/lanes/commit.ts'
import { noRecords } from '../../../src/domain/changes.ts'
import { badInput } from '../../../src/domain/refusals.ts'
import { onEveryStore } from '../../support/scopes.ts'

interface Note extends CommandInput {
  readonly text: string
}
/** What befalls a command that notes a text as a line of the tenant's ledger. */
interface Fate {
  /** Nothing is decided: the text stands there already. */
  readonly isKnown?: boolean
  /** Nothing but a key would be written. */
  readonly isForKeyAlone?: boolean
  readonly looksFirst?: boolean
  readonly before?: () => void
  readonly after?: () => void
}
type NoteRecord = { readonly eventId: string }

function note(scope: Scope, input: Note, fate: Fate = {}) {
  const { isKnown = false, isForKeyAlone = false, looksFirst = false } = fate
  return command(scope, input, {
    operation: 'note',
    looksFirst,
    decide: async (commandScope) => {
      fate.before?.()
      const { result } = await commitRecords(commandScope, () => {
        const event = newEvent(scope, 'UPDATE', null, { details: { text: input.text } })
        const changes = isKnown ? null : changesOfRecords(event, noRecords)
        return Promise.resolve({ changes, result: event.id, record: { eventId: event.id }, isForKeyAlone })
      })
      fate.after?.()
      return { eventId: result, text: input.text }
    },
    load: async (record: NoteRecord) => {
      const { event } = await found(record, { event: scope.reads.event(record.eventId) })
      return { eventId: event.id, text: event.details['text'] as string }
    },
  })
}

await onEveryStore('a command', (on) => {
  const refused = (key: string, eventId: string) => ({
    code: 'IDEMPOTENCY_MISMATCH',
    facts: { idempotencyKey: key, operation: 'note', usedFor: { eventId } },
  })
  const isStored = async ({ eventId }: NoteRecord) => (await on.scope().reads.event(eventId)) !== null

  it('is done once for a key: the same input has the answer of the first call, another one is refused', async () => {
    const first = await note(on.scope(), { text: 'a', idempotencyKey: 'k0' })
    assert.equal(first.replayed, false)
    assert.deepEqual(await note(on.scope(), { text: 'a', idempotencyKey: 'k0' }), { ...first, replayed: true })
    await assert.rejects(note(on.scope(), { text: 'b', idempotencyKey: 'k0' }), refused('k0', first.eventId))
    const other = await note(on.scope(), { text: 'a', idempotencyKey: 'k0b' })
    assert.notEqual(other.eventId, first.eventId)
  })

  it('is done each time where it has no key', async () => {
    const [one, two] = [await note(on.scope(), { text: 'a' }), await note(on.scope(), { text: 'a' })]
    assert.deepEqual([one.replayed, two.replayed, one.eventId === two.eventId], [false, false, false])
  })

  it('is the same whatever is expected of a head, wished for a conflict, or left out', async () => {
    const first = await note(on.scope(), { text: 'a', idempotencyKey: 'k2', expectedHeadId: 'h', onConflict: 'FORK' })
    for (const more of [{}, { expectedHeadId: null }, { onConflict: 'REJECT' }, { dryRun: false }]) {
      const again = await note(on.scope(), { text: 'a', idempotencyKey: 'k2', ...more })
      assert.deepEqual(again, { ...first, replayed: true })
    }
  })

  it('binds no key where it is only tried', async () => {
    await note(on.scope(), { text: 'a', idempotencyKey: 'k3', dryRun: true }, { isKnown: true })
    assert.deepEqual(await on.scope().store.keys(['k3']), [null])
    assert.equal((await note(on.scope(), { text: 'b', idempotencyKey: 'k3' })).replayed, false)
  })

  it('has the answer of the first call also where it would be refused now, or was cut off behind its write', async () => {
    const cutOff = () => {
      throw new Error('The process ended.')
    }
    await assert.rejects(note(on.scope(), { text: 'a', idempotencyKey: 'k4' }, { after: cutOff }), /The process ended/)
    const again = await note(on.scope(), { text: 'a', idempotencyKey: 'k4' })
    assert.deepEqual([again.replayed, await isStored(again)], [true, true])
    const before = () => {
      throw badInput('It may not be now.')
    }
    assert.deepEqual(await note(on.scope(), { text: 'a', idempotencyKey: 'k4' }, { before }), again)
    await assert.rejects(
      note(on.scope(), { text: 'b', idempotencyKey: 'k4' }, { before }),
      refused('k4', again.eventId),
    )
    await assert.rejects(note(on.scope(), { text: 'a', idempotencyKey: 'k4b' }, { before }), { code: 'BAD_INPUT' })
    assert.deepEqual(await on.scope().store.keys(['k4b']), [null])
  })

  it('has the answer of the first call also where there is nothing to write now', async () => {
    const nothing = await note(on.scope(), { text: 'a', idempotencyKey: 'k5' }, { isKnown: true })
    assert.deepEqual([nothing.replayed, await isStored(nothing)], [false, false])
    const first = await note(on.scope(), { text: 'a', idempotencyKey: 'k5' })
    const again = await note(on.scope(), { text: 'a', idempotencyKey: 'k5' }, { isKnown: true })
    assert.deepEqual(again, { ...first, replayed: true })
    const other = note(on.scope(), { text: 'b', idempotencyKey: 'k5' }, { isKnown: true })
    await assert.rejects(other, refused('k5', first.eventId))
  })

  it('writes where nothing but a key is to be bound, and nothing where there is none', async () => {
    const bound = await note(on.scope(), { text: 'a', idempotencyKey: 'k6' }, { isForKeyAlone: true })
    const unbound = await note(on.scope(), { text: 'a' }, { isForKeyAlone: true })
    assert.deepEqual([await isStored(bound), await isStored(unbound)], [true, false])
  })

  it('is not begun for a used key where it looks first', async () => {
    const first = await note(on.scope(), { text: 'a', idempotencyKey: 'k7' }, { looksFirst: true })
    const before = () => assert.fail('It was begun.')
    const again = await note(on.scope(), { text: 'a', idempotencyKey: 'k7' }, { looksFirst: true, before })
    assert.deepEqual(again, { ...first, replayed: true })
  })

  it('is done again once its key has expired, whatever it was bound to', async () => {
    const scope = on.scope()
    const later = new Date(Date.now() + (scope.limits.keyDays + 1) * 86_400_000).toISOString()
    const fresh = { ...scope.fresh, now: () => later.replace('Z', '000000Z') }
    for (const looksFirst of [false, true]) {
      const idempotencyKey = `k8 ${looksFirst}`
      await note(scope, { text: 'a', idempotencyKey })
      const again = await note({ ...scope, fresh }, { text: 'b', idempotencyKey }, { looksFirst })
      assert.equal(again.replayed, false)
    }
  })

  it('says as a fault what is missing of what its key is bound to', async () => {
    const { eventId } = await note(on.scope(), { text: 'a', idempotencyKey: 'k9' })
    const reads = { ...on.scope().reads, event: () => Promise.resolve(null) }
    const again = note({ ...on.scope(), reads }, { text: 'a', idempotencyKey: 'k9' })
    await assert.rejects(again, { message: `What was done as {"eventId":"${eventId}"} is missing: event.` })
  })
})
