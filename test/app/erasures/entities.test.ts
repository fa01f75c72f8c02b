/** Entities are erased with all that was stored of them, and nothing brings it back. */
import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { Readable } from 'node:stream'
import { it } from 'node:test'
import { annotate } from '../../../src/app/annotations/annotate.ts'
import { correctEntity } from '../../../src/app/entities/correctEntity.ts'
import { deleteEntity } from '../../../src/app/entities/deleteEntity.ts'
import { entityName, entitySnapshot } from '../../../src/app/entities/entities.ts'
import { mergeEntities } from '../../../src/app/entities/mergeEntities.ts'
import { restoreEntity } from '../../../src/app/entities/restoreEntity.ts'
import { splitEntity } from '../../../src/app/entities/splitEntity.ts'
import { storeEntity } from '../../../src/app/entities/storeEntity.ts'
import { erase } from '../../../src/app/erasures/erase.ts'
import { covers } from '../../../src/app/erasures/erasures.ts'
import { openExport } from '../../../src/app/exports/exportConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { relate } from '../../../src/app/relationships/relate.ts'
import { listPage } from '../../../src/app/read/lists.ts'
import type { Scope } from '../../../src/app/scope.ts'
import type { Refusal } from '../../../src/domain/refusals.ts'
import { factOwner } from '../../../src/storage/graphStore.ts'
import { backedUp, contentOf, restored } from '../../support/backups.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { storedText } from '../../support/storedText.ts'
import { say } from '../../support/talk.ts'
import { imports } from '../../support/transcripts.ts'

const secret = 'XQZSECRETXQZ'

/** A person whose name stands in facts, corrections, notes, annotations, a relationship, and in a twin that was merged into it. */
async function scene(scope: Scope): Promise<void> {
  await say(scope, 'talk', 'u1', 'plain')
  const person = { type: 'person', sourceKind: `from ${secret}`, idempotencyKey: 'k1' }
  const { observation } = await storeEntity(scope, {
    ...person,
    id: 'p1',
    name: `Ann ${secret}`,
    fields: { phone: secret },
  })
  await storeEntity(scope, { id: 'p2', type: 'person', name: `Anna ${secret}`, fields: { mail: secret } })
  await storeEntity(scope, { id: 'other', type: 'person', name: 'Bob', fields: { phone: 'plain' } })
  await correctEntity(scope, { id: 'p1', fields: { phone: `${secret} 2` }, note: `no, ${secret}` })
  await annotate(scope, { observationId: observation?.id ?? '', annotations: { says: secret } })
  await relate(scope, {
    type: 'REFERS_TO',
    source: { messageId: 'talk:u1' },
    target: { entityId: 'p1' },
    metadata: { as: secret },
  })
  await relate(scope, {
    type: 'REFERS_TO',
    source: { messageId: 'talk:u1' },
    target: { entityId: 'p2' },
    metadata: { as: secret },
  })
  await mergeEntities(scope, { from: 'p2', into: 'p1' })
}

const entityOf = async (scope: Scope, id: string) => {
  scope.reads.clear()
  const entity = await scope.reads.entity(id)
  assert.ok(entity)
  return entity
}

await onEveryStore('the erasure of an entity', (on) => {
  let count = 0
  const alone = () => on.scope({ tenant: `entities ${on.name} ${++count}` })
  const isSound = async (scope: Scope) => {
    scope.reads.clear()
    const { findings, damage } = await integrity(scope, 'talk')
    assert.deepEqual([damage, findings], [0, []])
  }

  it('says first what would go, and erases nothing', async () => {
    const scope = alone()
    await scene(scope)
    const { affected, receipt } = await erase(scope, { entityIds: ['p1'], reason: 'OTHER', dryRun: true })
    assert.deepEqual([affected.entities, affected.observations, receipt], [2, 0, null])
    assert.ok(affected.bytes > 0)
    assert.equal((await entityOf(scope, 'p1')).name, `Anna ${secret}`)
  })

  it('empties it, what was merged into it, and all that was stored of either', async () => {
    const scope = alone()
    await scene(scope)
    const { affected, receipt } = await erase(scope, { entityIds: ['p2'], reason: 'DATA_SUBJECT_REQUEST' })
    assert.deepEqual([receipt?.state, affected.entities], ['ERASED', 2])
    assert.ok(!(await storedText(scope)).includes(secret))
    const entity = await entityOf(scope, 'p1')
    assert.deepEqual(
      [entity.name, await entityName(scope, entity), await entitySnapshot(scope, entity)],
      ['', '', null],
    )
    assert.deepEqual([entity.erased, (await entityOf(scope, 'p2')).erased], [{ by: receipt?.id }, { by: receipt?.id }])
    const facts = await listPage(scope, 'factsOf', factOwner({ ownerKind: 'ENTITY', ownerId: 'p1' }), {})
    assert.deepEqual(
      facts.items.map(({ item }) => [item.fields, item.note, item.erased]),
      Array(3).fill([{}, null, { by: receipt?.id }]),
    )
    assert.equal((await entityOf(scope, 'other')).name, 'Bob')
    await isSound(scope)
    const again = await erase(scope, { entityIds: ['p1'], reason: 'OTHER' })
    assert.deepEqual([again.affected.entities, again.receipt?.state], [0, 'ERASED'])
  })

  it('says of it, to who holds its id, that it was erased', async () => {
    const scope = alone()
    await scene(scope)
    const { receipt } = await erase(scope, { entityIds: ['p1'], reason: 'OTHER' })
    assert.ok(receipt)
    const asked = ['p1', 'p2', 'other', 'nothing'].map((entityId) => covers(scope, receipt, { entityId }))
    assert.deepEqual(await Promise.all(asked), [true, true, false, false])
    assert.ok(receipt.things.length === 2 && receipt.residue.includes('HOST_ID'))
    const payload = JSON.parse(Buffer.from(receipt.signature?.split('.')[1] ?? '', 'base64url').toString()) as {
      things: string[]
    }
    assert.deepEqual(payload.things, receipt.things)
    assert.ok(!JSON.stringify(payload).includes('p1'))
  })

  it('refuses ids that name nothing here, and whatever would change what is erased', async () => {
    const scope = alone()
    await scene(scope)
    await say(alone(), 'talk', 'u1')
    for (const given of [{ entityIds: ['nothing'] }, { entityIds: ['p1', 'nothing'] }])
      await assert.rejects(erase(scope, { ...given, reason: 'OTHER' }), {
        code: 'NOT_FOUND',
        facts: { kind: 'Entity', id: 'nothing' },
      })
    await assert.rejects(erase(alone(), { entityIds: ['p1'], reason: 'OTHER' }), { code: 'NOT_FOUND' })
    const many = Array.from({ length: 501 }, (_, i) => `e${i}`)
    await assert.rejects(erase(scope, { entityIds: many, messageIds: many, reason: 'OTHER' }), { code: 'BAD_INPUT' })
    const { receipt } = await erase(scope, { entityIds: ['p1'], reason: 'OTHER' })
    const refused = async (work: Promise<unknown>, id = 'p1') => {
      const facts = { entityId: id, erasureId: receipt?.id }
      await assert.rejects(work, (error: Refusal) => {
        assert.deepEqual([error.code, error.facts], ['ERASED', facts])
        return true
      })
    }
    await refused(storeEntity(scope, { id: 'p1', type: 'person', name: 'anew' }))
    await refused(storeEntity(scope, { id: 'p2', type: 'person', name: 'anew' }))
    await refused(correctEntity(scope, { id: 'p1', fields: { phone: 'anew' } }))
    await refused(deleteEntity(scope, { id: 'p1' }))
    await refused(restoreEntity(scope, { id: 'p1' }).then(() => deleteEntity(scope, { id: 'p1' })))
    await refused(mergeEntities(scope, { from: 'other', into: 'p1' }))
    const newEntity = { type: 'person', name: 'anew' }
    await refused(splitEntity(scope, { source: 'p1', observationIds: ['x'], newEntity }))
    // By its name it is another one.
    const made = await storeEntity(scope, { type: 'person', name: 'Ann', ifNamed: 'REUSE' })
    assert.notEqual(made.entity.id, 'p1')
  })

  it('is not undone by a backup of before, nor by a file of a conversation', async () => {
    const scope = alone()
    await scene(scope)
    const before = await backedUp(scope)
    const { pieces } = await openExport(scope, { conversationId: 'talk', format: 'NDJSON' })
    const own = await buffer(Readable.from(pieces))
    await storeEntity(scope, { id: 'p1', type: 'person', name: `later ${secret}` })
    const later = await backedUp(scope)
    await erase(scope, { entityIds: ['p1'], reason: 'OTHER' })
    for (const bytes of [before, later]) {
      const { erased } = await restored(scope, bytes, { merge: true })
      assert.ok(erased.length > 0)
    }
    const { report } = await imports(scope, own)
    assert.ok(report.findings.some(({ code }) => code === 'ERASED'))
    assert.ok(!(await storedText(scope)).includes(secret))
    await isSound(scope)
    const after = await backedUp(scope)
    const copy = alone()
    await restored(copy, after)
    assert.deepEqual(contentOf(await backedUp(copy)), contentOf(after))
    await isSound(copy)
  })
})
