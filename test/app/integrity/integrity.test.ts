import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Scope } from '../../../src/app/scope.ts'
import { amendMessage } from '../../../src/app/turns/amendMessage.ts'
import { correctEntity } from '../../../src/app/entities/correctEntity.ts'
import { defineEntityType } from '../../../src/app/entities/defineEntityType.ts'
import { deleteEntity } from '../../../src/app/entities/deleteEntity.ts'
import { deleteMessage } from '../../../src/app/turns/deleteMessage.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { relate } from '../../../src/app/relationships/relate.ts'
import { storeTurns } from '../../../src/app/turns/storeTurns.ts'
import { unrelate } from '../../../src/app/relationships/unrelate.ts'
import type { Event } from '../../../src/domain/model.ts'
import { attachmentIds, type Attachment } from '../../../src/domain/records/attachment.ts'
import type { Entity } from '../../../src/domain/records/entity.ts'
import type { Relationship } from '../../../src/domain/records/relationship.ts'
import { intercept } from '../../../src/storage/intercept.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { fill } from '../../support/changes.ts'
import { merge, say, topics } from '../../support/things.ts'
import { recordThings, entity, fact, relationship, run } from '../../support/records/acts.ts'
import { converse, store, update } from '../../support/tree/acts.ts'
import { createWorld } from '../../support/world.ts'

await onEveryStore('integrity of runs and relationships', (on) => {
  it('finds nothing where all is as it was counted', async () => {
    const world = createWorld()
    converse(world, 'whole')
    recordThings(world, { entities: [entity(world, 'e')], runs: [run(world, 'whole', 'r')] })
    const open = { runId: 'r', exclusive: false, suspended: false, startDepth: 0, startHeadId: null }
    update(world, 'whole', { runs: { open: [open], completed: 0, since: 0 } })
    const thing = { kind: 'CONVERSATION', id: 'whole' } as const
    const tie = relationship(world, ['REFERS_TO', thing, { kind: 'ENTITY', id: 'e' }], { factCount: 1 })
    const newFacts = [fact(world, tie.id, { ownerKind: 'RELATIONSHIP' })]
    recordThings(world, { relationships: [tie], newFacts })
    await fill(on.store(), on.scope().tenant, world)
    assert.deepEqual((await integrity(on.scope(), 'whole')).findings, [])
  })

  it('finds a run that the conversation does not know, and a relationship counted wrong', async () => {
    const world = createWorld({ seed: 2 })
    converse(world, 'damaged')
    store(world, 'damaged')
    recordThings(world, { runs: [run(world, 'damaged', 'r')] })
    const thing = { kind: 'CONVERSATION', id: 'damaged' } as const
    recordThings(world, { entities: [entity(world, 'f')] })
    recordThings(world, {
      relationships: [relationship(world, ['REFERS_TO', thing, { kind: 'ENTITY', id: 'f' }], { factCount: 7 })],
    })
    await fill(on.store(), on.scope().tenant, world)
    const codes = (await integrity(on.scope(), 'damaged')).findings.map(({ code }) => code)
    assert.ok(codes.includes('RUNS_DIFFER'))
    assert.ok(codes.includes('RELATIONSHIP_DIFFERS'))
  })

  it('finds the line of a fork that has no path hash, in its ledger and in that of its source', async () => {
    const alone = () => on.scope({ tenant: `fork lines ${on.name}` })
    await say(alone(), 'source', 'u1')
    await forkConversation(alone(), { source: 'source', newConversationId: 'fork', actor: { name: 'me' } })
    const isForkLine = (one: unknown) => (one as Partial<Event> | null)?.kind === 'FORK'
    const withoutHash = (one: unknown) => (isForkLine(one) ? { ...(one as Event), pathHash: null } : one)
    for (const [id, seq] of [
      ['source', 3],
      ['fork', 1],
    ] as const) {
      assert.deepEqual((await integrity(alone(), id)).findings, [])
      const { store } = alone()
      const forgetful = intercept(store, async (_, call) => changed(await call(), withoutHash))
      const { findings } = await integrity({ ...alone(), store: forgetful }, id)
      assert.deepEqual(
        findings.map(({ code, details }) => [code, (details as { seq?: number }).seq]),
        [['LEDGER_GAP', seq]],
      )
    }
  })

  it('finds a fork that says it was made by another event than the line of its ledger', async () => {
    const alone = () => on.scope({ tenant: `fork events ${on.name}` })
    await say(alone(), 'source', 'u1')
    const { event } = await forkConversation(alone(), { source: 'source', newConversationId: 'fork' })
    assert.deepEqual((await integrity(alone(), 'fork')).findings, [])
    const isIt = (one: unknown) => (one as Partial<Event> | null)?.id === event?.id
    const other = (one: unknown) => (isIt(one) ? { ...(one as Event), id: 'another' } : one)
    const store = intercept(alone().store, async (_, call) => changed(await call(), other))
    const { findings } = await integrity({ ...alone(), store }, 'fork')
    assert.deepEqual(
      findings.map(({ code, details }) => [code, details]),
      [['LEDGER_GAP', { eventId: event?.id }]],
    )
  })
})

let tenants = 0

/** A conversation with every kind of edge, its entities and an attachment with bytes. */
async function tied(on: TestStore) {
  const tenant = `integrity ${tenants++} ${on.name}`
  const scope = () => on.scope({ tenant })
  await topics(scope(), 'e', 'old', 'gone')
  await say(scope(), 'c', 't1', { refersTo: [{ entityId: 'e' }, { entityId: 'old' }, { entityId: 'gone' }] })
  const attachments = [{ base64: Buffer.from(tenant).toString('base64') }, { uri: 'https://example.org/plan' }]
  const { observation } = await say(scope(), 'c', 't2', { attachments, supersedes: 'c:t1' })
  await forkConversation(scope(), { source: 'c', newConversationId: 'fork' })
  await say(scope(), 'fork', 't2', { refersTo: [{ conversationId: 'c' }] })
  return { scope, tenant, attachments: attachmentIds(observation.blocks) }
}

/** Returns the codes and messages of what is found where the store's answers are changed. */
async function found(on: TestStore, scope: Scope, id: string, change: (answer: unknown) => unknown): Promise<string[]> {
  const store = intercept(on.store(), async (_, call) => changed(await call(), change))
  const { findings, damage } = await integrity(on.scope({ tenant: scope.tenant, store }), id)
  assert.equal(damage, findings.length)
  return findings.map(({ code, details }) => `${code} ${Object.values(details as object)[0]}`).sort()
}

function changed(answer: unknown, change: (one: unknown) => unknown): unknown {
  return Array.isArray(answer) ? answer.map((one) => changed(one, change)) : change(answer)
}

await onEveryStore('integrity of what messages are tied to', (on) => {
  it('finds nothing whatever was related, corrected, merged, deleted and declared', async () => {
    const { scope, attachments } = await tied(on)
    const [attachmentId = ''] = attachments
    await merge(scope(), 'old', 'e')
    await correctEntity(scope(), { id: 'e', fields: { colour: 'red', size: null } })
    await deleteEntity(scope(), { id: 'gone' })
    await defineEntityType(scope(), { type: 'topic', strategies: { colour: 'merge_array' } })
    await amendMessage(scope(), { messageId: 'c:t1', fields: { content: [{ attachmentId }] } })
    await amendMessage(scope(), { messageId: 'c:t1', fields: { text: 'no more' } })
    await unrelate(scope(), { type: 'EMBEDS', source: { messageId: 'c:t1' }, target: { attachmentId } })
    await relate(scope(), { type: 'DEPENDS_ON', source: { entityId: 'e' }, target: { messageId: 'c:t1' } })
    await deleteMessage(scope(), { id: 'c:t2' })
    for (const id of ['c', 'fork']) assert.deepEqual((await integrity(scope(), id)).findings, [])
  })

  it('looks at the edges of messages: their history, their ends, and whether each is there', async () => {
    const { scope, attachments } = await tied(on)
    const edges = (change: (edge: Relationship) => unknown) => (one: unknown) => (isEdge(one) ? change(one) : one)
    const replaced = 'SUPERSEDES:fork%3At2:c%3At2'
    const replacing = (more: object) => edges((edge) => (edge.id === replaced ? { ...edge, ...more } : edge))
    assert.deepEqual(await found(on, scope(), 'fork', replacing({ factCount: 9 })), [
      `RELATIONSHIP_DIFFERS ${replaced}`,
    ])
    assert.deepEqual(await found(on, scope(), 'fork', replacing({ type: 'CORRECTS' })), [
      `RELATIONSHIP_DIFFERS ${replaced}`,
    ])
    const target = { kind: 'MESSAGE', id: 'c:none' } as const
    const id = 'SUPERSEDES:fork%3At2:c%3Anone'
    assert.deepEqual(
      await found(
        on,
        scope(),
        'fork',
        edges((edge) => (edge.id === replaced ? { ...edge, target, factCount: 0, id } : edge)),
      ),
      [`RELATIONSHIP_END_MISSING ${id}`],
    )
    const deleted = edges((edge) => ({ ...edge, deletedAt: edge.changedAt }))
    assert.deepEqual(await found(on, scope(), 'fork', deleted), ['RELATIONSHIP_MISSING fork:t2'])
    assert.deepEqual(
      await found(on, scope(), 'c', deleted),
      attachments.map(() => 'RELATIONSHIP_MISSING c:t2'),
    )
  })

  it('looks at the entities at the other end, and at attachments and their bytes', async () => {
    const { scope, attachments } = await tied(on)
    const [bytes = ''] = attachments
    const entities = (change: (entity: Entity) => unknown) => (one: unknown) => (isEntity(one) ? change(one) : one)
    const renamed = entities((one) => (one.id === 'e' ? { ...one, name: 'other' } : one))
    assert.deepEqual(await found(on, scope(), 'c', renamed), ['ENTITY_DIFFERS e'])
    const older = entities((one) => (one.id === 'e' ? { ...one, snapshot: { ...one.snapshot, fields: {} } } : one))
    assert.deepEqual(await found(on, scope(), 'c', older), ['ENTITY_DIFFERS e'])
    const gone = entities((one) => (one.id === 'gone' ? null : one))
    assert.deepEqual(await found(on, scope(), 'c', gone), ['ENTITY_MISSING gone'])
    const merged = entities((one) => (one.id === 'old' ? { ...one, mergedInto: 'e' } : one))
    assert.deepEqual(await found(on, scope(), 'c', merged), [
      'ENTITY_DIFFERS old',
      'RELATIONSHIP_DIFFERS REFERS_TO:c%3At1:old',
    ])
    const unknown = (one: unknown) => (isAttachment(one) && one.id === bytes ? null : one)
    assert.deepEqual(await found(on, scope(), 'c', unknown), [`ATTACHMENT_MISSING ${bytes}`])
    const kept = (await scope().reads.attachment(bytes))?.byteSize ?? 0
    const attachmentBytes = { ...scope().attachmentBytes, get: () => Promise.resolve(Readable.from(['no'])) }
    const others = { ...scope(), attachmentBytes }
    assert.equal((await integrity(others, 'c')).damage, 0)
    assert.equal((await integrity(scope(), 'c', { deep: true })).damage, 0)
    const { findings: deep } = await integrity(others, 'c', { deep: true })
    const hash = createHash('sha256').update('no').digest('hex')
    assert.deepEqual(
      deep.map(({ code, details }) => [code, details]),
      [['ATTACHMENT_BYTES_DIFFER', { attachmentId: bytes, found: hash }]],
    )
    const withSize = async (size: number | null) => {
      const attachmentBytes = { ...scope().attachmentBytes, size: () => Promise.resolve(size) }
      const { damage, findings } = await integrity({ ...scope(), attachmentBytes }, 'c')
      return [damage, ...findings.map(({ code, details }) => [code, details])]
    }
    assert.deepEqual(await withSize(null), [1, ['ATTACHMENT_BYTES_MISSING', { attachmentId: bytes }]])
    const cut = { attachmentId: bytes, kept, found: kept - 1 }
    assert.deepEqual(await withSize(kept - 1), [1, ['ATTACHMENT_BYTES_DIFFER', cut]])
    assert.deepEqual(await withSize(kept), [0])
  })

  it('costs as many store calls for 100 messages with edges as for 10', async () => {
    const { scope, tenant } = await tied(on)
    const calls = async (conversationId: string, length: number) => {
      const turns = Array.from({ length }, (_, i) => ({
        conversationId,
        turnId: `t${i}`,
        role: 'USER' as const,
        blocks: [{ type: 'text' as const, text: 'x' }],
        refersTo: [{ entityId: 'e' }],
        attachments: [{ uri: `https://example.org/${i}` }],
      }))
      await storeTurns(scope(), { turns })
      let count = 0
      const store = intercept(on.store(), (_, call) => {
        count++
        return call()
      })
      assert.deepEqual((await integrity(on.scope({ tenant, store }), conversationId)).findings, [])
      return count
    }
    const few = await calls('few', 10)
    const many = await calls('many', 100)
    assert.ok(many <= few + 5, `${many} for 100, ${few} for 10`)
  })
})

const isObject = (one: unknown): one is object => one !== null && typeof one === 'object'
const isEdge = (one: unknown): one is Relationship => isObject(one) && 'changedAt' in one
const isEntity = (one: unknown): one is Entity => isObject(one) && 'mergedInto' in one
const isAttachment = (one: unknown): one is Attachment => isObject(one) && 'byteSize' in one
