import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { it } from 'node:test'
import { readBack } from '../../../../src/app/backups/readBack.ts'
import { storeEntity } from '../../../../src/app/entities/storeEntity.ts'
import { erase } from '../../../../src/app/erasures/erase.ts'
import { markPurged } from '../../../../src/app/erasures/purge.ts'
import type { Scope } from '../../../../src/app/scope.ts'
import { thingMark } from '../../../../src/domain/access/keyedDigest.ts'
import type { Erasure } from '../../../../src/domain/erasure/erasure.ts'
import { lineOf } from '../../../../src/formats/ndjson/lines.ts'
import { openScratch } from '../../../../src/storage/scratch.ts'
import { signed, within } from '../../../support/alteredLines.ts'
import { backedUp, restored } from '../../../support/backups.ts'
import { changes, event } from '../../../support/changes.ts'
import { onEveryStore } from '../../../support/scopes.ts'
import { say } from '../../../support/talk.ts'

type Line = { readonly line: string; readonly value: { readonly id: string } }
const parsed = (text: string) => JSON.parse(text) as Line
const zeros = '0'.repeat(64)
const plan = { conversationIds: [], attachmentIds: [], askedAttachmentIds: [], entityIds: [] }
const purge = { at: '2026-01-01T00:00:00.000000000Z', how: 'by hand', looks: [], residue: [] }

await onEveryStore('an erasure that a backup has', (on) => {
  let count = 0
  const empty = () => on.scope({ tenant: `receipts ${on.name} ${++count}` })
  /** A store with erasures: of a turn, and of an entity and an attachment; and its lines of before. */
  const filled = async () => {
    const scope = empty()
    for (const id of ['gone', 'lives']) await storeEntity(scope, { id, type: 'topic', name: id })
    await say(scope, 'talk', 'u1', 'said', { attachments: [{ name: 'n.txt', base64: 'AAAA' }] })
    const { observation } = await say(scope, 'talk', 'u2', 'stays')
    const before = within(await backedUp(scope))
    const { receipt: first } = await erase(scope, { messageIds: ['talk:u1'], reason: 'SECRET_LEAKED' })
    const { receipt: second } = await erase(scope, { entityIds: ['gone'], reason: 'OTHER', note: 'a note' })
    return { scope, before, live: observation.id, ids: [first?.id ?? '', second?.id ?? ''] as const }
  }
  const changed = (lines: readonly string[], id: string, change: object) =>
    lines.map((text) => {
      const { line, value } = parsed(text)
      return line === 'erasure' && value.id === id ? lineOf(line, JSON.stringify({ ...value, ...change })).trim() : text
    })
  const found = (bytes: Uint8Array) => readBack(() => Readable.from([bytes], { objectMode: false }), openScratch)
  const facts = async (lines: readonly string[]): Promise<object> => {
    try {
      await restored(empty(), signed(lines, null))
    } catch (thrown) {
      const { code, message, facts } = thrown as { code: string; message: string; facts: { line: number } }
      assert.deepEqual([code, /\. Nothing was stored\.$/.test(message)], ['BAD_INPUT', true], message)
      const { line, ...rest } = facts
      return { ...rest, of: parsed(lines[line - 2] ?? '{"line":"","value":{"id":""}}').value.id }
    }
    return {}
  }

  it('comes back as it was, with all that was signed of it', async () => {
    const { scope, ids } = await filled()
    for (const id of ids) await markPurged(scope, id, { how: 'by hand', files: null })
    const bytes = await backedUp(scope)
    assert.deepEqual(await found(bytes), [])
    const to = empty()
    await restored(to, bytes)
    assert.deepEqual(await to.store.erasures(ids), await scope.store.erasures(ids))
    assert.deepEqual(await found(await backedUp(to)), [])
  })

  it('is refused where its receipt is not signed as it stands there, or its state is another one', async () => {
    const { scope, ids } = await filled()
    const [id, other] = ids
    const lines = within(await backedUp(scope))
    const [one, another] = (await scope.store.erasures([id, other])) as [Erasure, Erasure]
    const forged: Readonly<Record<string, readonly [change: object, member: string]>> = {
      'another reason': [{ reason: 'OTHER' }, 'signature'],
      'another time': [{ at: '2026-01-01T00:00:00.000000000Z' }, 'signature'],
      'somebody else': [{ principal: { kind: 'USER', id: 'eve', label: null, scopes: [] } }, 'signature'],
      'fewer counts': [{ scope: { ...one.scope, observations: 0 } }, 'signature'],
      'less that is left': [{ residue: [] }, 'signature'],
      'things that it did not empty': [{ things: [zeros] }, 'signature'],
      'the receipt of another one': [{ signature: another.signature }, 'signature'],
      'no receipt': [{ signature: null }, 'signature'],
      'a receipt of what is under way': [{ state: 'ERASING', plan }, 'signature'],
      'a digest of nothing': [{ digest: zeros }, 'digest'],
      'a plan of what is done': [{ plan }, 'plan'],
      'a whole tenant, which is there': [{ plan: { ...plan, wholeTenant: true }, digest: null }, 'plan'],
      'a purge that is not said': [{ state: 'PURGED' }, 'purge'],
      'a purge of what is not purged': [{ purge: { ...purge, signature: one.signature } }, 'purge'],
      'a purge that nobody signed': [
        { state: 'PURGED', purge: { ...purge, signature: one.signature } },
        'purge.signature',
      ],
    }
    assert.deepEqual(await facts(lines), {})
    for (const [what, [change, member]] of Object.entries(forged))
      assert.deepEqual(await facts(changed(lines, id, change)), { member, of: id }, what)
    const without = lines.filter((text) => parsed(text).line !== 'receiptKey')
    assert.deepEqual(await facts(without), { member: 'signature', of: id })
  })

  it('is refused where it names what is not there, or what says something', async () => {
    const { scope, before, live, ids } = await filled()
    const [id, other] = ids
    const lines = within(await backedUp(scope))
    const [one] = (await scope.store.erasures([id])) as [Erasure]
    const [erased = ''] = one.observationIds
    const said = before.find((text) => parsed(text).value.id === erased) ?? assert.fail()
    const back = lines.map((text) => (parsed(text).value.id === erased ? said : text))
    assert.deepEqual(await facts(back), { kind: 'observation', id: erased, of: id })
    const naming = (named: string) => changed(lines, id, { observationIds: [erased, named] })
    assert.deepEqual(await facts(naming(live)), { kind: 'observation', id: live, of: id })
    assert.deepEqual(await facts(naming('nothing')), { kind: 'observation', id: 'nothing', of: id })
    const mark = thingMark(scope.nameKey, 'ENTITY', 'lives')
    assert.deepEqual(await facts(changed(lines, other, { things: [mark] })), { kind: 'entity', id: 'lives', of: other })
    const planned = { state: 'ERASING', signature: null, digest: null, plan: { ...plan, conversationIds: ['nothing'] } }
    assert.deepEqual(await facts(changed(lines, id, planned)), { kind: 'conversation', id: 'nothing', of: id })
  })

  it('is found where a store has it so, by what reads its backup back', async () => {
    const { scope, ids } = await filled()
    const [id] = ids
    const [one] = (await scope.store.erasures([id])) as [Erasure]
    await rewrite(scope, { ...one, version: one.version + 1, reason: 'OTHER' }, one.version)
    const [fault, ...more] = await found(await backedUp(scope))
    assert.deepEqual(
      [fault?.code, fault?.details['kind'], fault?.details['id'], fault?.details['member'], more],
      ['ROW_UNREADABLE', 'erasure', id, 'signature', []],
    )
  })
})

/** Writes an erasure past all rules. */
async function rewrite({ store, fresh }: Scope, value: Erasure, expected: number): Promise<void> {
  const written = event(`rewritten ${value.id}`, null, { kind: 'ERASE', at: fresh.now() })
  assert.equal((await store.write(changes(written, { erasures: [{ expected, value }] }))).kind, 'written')
}
