/** Lines of ledgers about forks leave out what the fork's row says, and are read whole. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { DatabaseSync } from '@photostructure/sqlite'
import { erase } from '../../../../src/app/erasures/erase.ts'
import { forkConversation, type ForkConversation } from '../../../../src/app/forks/forkConversation.ts'
import { integrity } from '../../../../src/app/integrity/integrity.ts'
import type { Scope } from '../../../../src/app/scope.ts'
import type { Event, ForkedFrom } from '../../../../src/domain/model.ts'
import { openDirectory } from '../../../../src/storage/attachments/directory.ts'
import type { GraphStore } from '../../../../src/storage/graphStore.ts'
import { openSqliteStore } from '../../../../src/storage/sqlite/store.ts'
import { backedUp, restored } from '../../../support/backups.ts'
import { changes, event } from '../../../support/changes.ts'
import { newFolder } from '../../../faults/support/folder.ts'
import { actsOn } from '../../../support/scopes.ts'
import { say } from '../../../support/talk.ts'
import { tenantFor } from '../../../support/tenants.ts'
import { newPath } from '../folder.ts'

const tenant = tenantFor('forks')
const uuid = '01a21d25-4eb4-758f-b195-7dd76ee3defc'
const capital = uuid.toUpperCase()
/** No UUID, and as long as one. */
const longId = 'a-fork-whose-id-has-thirty-six-signs'

async function openOne(path: string): Promise<{ store: GraphStore; scope: () => Scope }> {
  const store = await openSqliteStore({ path })
  const bytes = await openDirectory(newFolder())
  return {
    store,
    scope: () =>
      actsOn(
        'forks',
        () => store,
        () => bytes,
      ).scope({ tenant }),
  }
}

const ledgerOf = async (store: GraphStore, owner: string): Promise<Event[]> =>
  (await store.lists(tenant, [{ list: 'ledger', owner, after: null, limit: 100 }]))[0] as Event[]

/** What lies in the file of the lines of forks. */
function linesIn(path: string): { body: string; hash: unknown; head: unknown }[] {
  const database = new DatabaseSync(path, { readOnly: true })
  const rows = database.prepare(
    "SELECT body, path_hash AS hash, head_to AS head FROM events WHERE kind = 'FORK' ORDER BY at, seq",
  )
  const found = rows.all() as ReturnType<typeof linesIn>
  database.close()
  return found
}

describe('the two lines of a fork', () => {
  const path = newPath()
  let opened: Awaited<ReturnType<typeof openOne>>
  let hash = ''
  const made: Record<string, [own: Event, mirror: Event]> = {}

  before(async () => {
    opened = await openOne(path)
    const { store, scope } = opened
    for (const turn of ['u1', 'a1', 'u2']) await say(scope(), uuid, turn)
    hash = (await say(scope(), 'talk', 'u1')).observation.place?.pathHash ?? ''
    await say(scope(), 'talk', 'a1')
    const fork = async (id: string, more: Partial<ForkConversation> = {}) => {
      await forkConversation(scope(), { source: 'talk', at: { turn: 1 }, newConversationId: id, ...more })
      const [own, mirror] = [(await ledgerOf(store, id))[0], (await ledgerOf(store, 'talk')).at(-1)]
      made[id] = [own as Event, mirror as Event]
    }
    for (const id of ['fork', uuid.replace('01a2', '02a2'), longId, capital]) await fork(id)
    await fork('noted', { note: 'why', actor: { name: 'me' } })
    await fork('acted', { actor: { name: 'me' } })
  })

  after(() => opened.store.close())

  it('say which fork of what it is, and the hash of its point', () => {
    for (const [id, [own, mirror]] of Object.entries(made)) {
      assert.deepEqual([own.kind, own.details, own.pathHash, own.head], ['FORK', { source: 'talk' }, hash, null], id)
      assert.deepEqual([mirror.kind, mirror.details, mirror.pathHash, mirror.head], ['FORK', { fork: id }, hash, null])
      assert.deepEqual([own.note, mirror.note], id === 'noted' ? ['why', 'why'] : [null, null])
      assert.deepEqual(own.actor, id === 'noted' || id === 'acted' ? { name: 'me' } : null)
    }
  })

  it('lie in the file without it, unless they have a note or an id of which another one would be made', () => {
    const whole = linesIn(path).filter(({ body }) => !body.startsWith('[0'))
    assert.deepEqual(
      whole.map(({ body }) => (JSON.parse(body) as unknown[])[0]),
      [{ fork: longId }, { fork: capital }, { source: 'talk' }, { fork: 'noted' }],
    )
    const short = linesIn(path).filter(({ body }) => body.startsWith('[0'))
    assert.equal(short.length, 8)
    assert.ok(short.every(({ hash: none }) => none === null))
  })

  it('are found by their ids, in the ledger of all, and by whoever restores a backup, as short as before', async () => {
    const { store, scope } = opened
    const all = Object.values(made).flat()
    const { items } = {
      items: await store.events(
        tenant,
        all.map(({ id }) => id),
      ),
    }
    assert.deepEqual(items, all)
    const [listed] = await store.lists(tenant, [{ list: 'eventsOfKind', owner: 'FORK', after: null, limit: 100 }])
    assert.deepEqual(
      new Set((listed as Event[]).map((one) => JSON.stringify(one))),
      new Set(all.map((one) => JSON.stringify(one))),
    )
    const copy = newPath()
    const other = await openOne(copy)
    await restored(other.scope(), await backedUp(scope()))
    assert.deepEqual(
      await other.store.events(
        tenant,
        all.map(({ id }) => id),
      ),
      all,
    )
    assert.deepEqual(linesIn(copy), linesIn(path))
    assert.deepEqual([await other.store.faults(), await store.faults()], [[], []])
    await other.store.close()
  })

  it('stay what they were when the point of the fork moves', async () => {
    const { store } = opened
    const [conversation] = await store.conversations(tenant, ['fork'])
    const [source] = await store.conversations(tenant, [uuid])
    const [point] = await store.observations(tenant, [source?.headId ?? ''])
    if (!conversation || !point?.place) throw new Error('They are there.')
    const moved = event('02a21d25-4eb4-758f-b195-7dd76ee3deff', 'fork', { kind: 'FORK', note: 'moved' })
    const forkedFrom: ForkedFrom = {
      conversationId: uuid,
      observationId: point.id,
      turn: 3,
      pathHash: point.place.pathHash,
      eventId: moved.id,
    }
    const shape = { ...conversation.shape, nodes: point.place.depth + 1 }
    const value = { ...conversation, version: conversation.version + 1, headId: point.id, shape, forkedFrom }
    await store.write(tenant, changes(moved, { conversations: [{ expected: conversation.version, value }] }))
    const [own, mirror] = made['fork'] as [Event, Event]
    assert.deepEqual(await store.events(tenant, [own.id, mirror.id]), [own, mirror])
    assert.equal(linesIn(path).filter(({ body }) => body.startsWith('[0')).length, 6)
    assert.deepEqual(await store.faults(), [])
  })

  it('keep the hash of the point when an erasure takes the actor out of them', async () => {
    const { store, scope } = opened
    const { receipt } = await erase(scope(), { conversationIds: ['acted'], reason: 'OTHER' })
    const [own, mirror] = made['acted'] as [Event, Event]
    const [emptied, other] = await store.events(tenant, [own.id, mirror.id])
    assert.deepEqual([receipt?.state, emptied, other], ['ERASED', { ...own, actor: null }, mirror])
    assert.deepEqual(await store.faults(), [])
    for (const id of ['acted', 'talk']) assert.deepEqual((await integrity(scope(), id)).findings, [])
  })
})
