import assert from 'node:assert/strict'
import { it } from 'node:test'
import { annotate } from '../../../src/app/annotations/annotate.ts'
import { deleteConversation } from '../../../src/app/conversations/deleteConversation.ts'
import { eventsPage } from '../../../src/app/conversations/eventsPage.ts'
import { storeEntity } from '../../../src/app/entities/storeEntity.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import type { EventKind } from '../../../src/domain/model.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'

await onEveryStore('the ledgers of all conversations together', (on) => {
  const scope = on.scope
  const lines = async (kinds: readonly EventKind[] | null = null, first = 100) =>
    (await eventsPage(scope(), kinds, { first })).items.map(({ item }) => `${item.conversationId} ${item.kind}`)

  it('come newest first, those of deleted ones too, and nothing that is of no conversation', async () => {
    assert.deepEqual(await lines(), [])
    const { observation } = await say(scope(), 'one', 'u1')
    await say(scope(), 'two', 'u1')
    await storeEntity(scope(), { type: 'person', name: 'Ada' })
    await annotate(scope(), { observationId: observation.id, annotations: { star: true } })
    await forkConversation(scope(), { source: 'one', newConversationId: 'fork' })
    await deleteConversation(scope(), { id: 'two' })
    const forked = ['fork FORK', 'one FORK']
    const found = await lines()
    assert.deepEqual([found[0], found.slice(1, 3).sort()], ['two DELETE', forked])
    assert.deepEqual(found.slice(3), ['one ANNOTATE', 'two STORE', 'two CREATE', 'one STORE', 'one CREATE'])
    assert.deepEqual(await lines(['DELETE', 'ANNOTATE']), ['two DELETE', 'one ANNOTATE'])
    assert.deepEqual(await lines([]), [])
  })

  it('come in pages of any size, each line once, and are counted', async () => {
    for (let k = 0; k < 4; k++) await say(scope(), `c${k % 2}`, `u${k}`)
    const all = await eventsPage(scope(), null, { first: 100 })
    const whole = all.items.map(({ item }) => item.id)
    assert.deepEqual([all.hasNextPage, await all.totalCount()], [false, whole.length])
    for (const first of [1, 3, 7]) {
      const paged: string[] = []
      for (let after: string | null = null, more = true; more;) {
        const { items, hasNextPage } = await eventsPage(scope(), null, { first, after })
        paged.push(...items.map(({ item }) => item.id))
        after = items.at(-1)?.cursor ?? null
        more = hasNextPage
      }
      assert.deepEqual(paged, whole)
    }
  })

  it('are those of the tenant alone, and a cursor is good for its kinds alone', async () => {
    assert.deepEqual((await eventsPage(scope({ tenant: 'other' }), null, {})).items, [])
    const [first] = (await eventsPage(scope(), null, { first: 1 })).items
    for (const again of [
      () => eventsPage(scope(), ['STORE'], { after: first?.cursor ?? null }),
      () => eventsPage(scope({ tenant: 'other' }), null, { after: first?.cursor ?? null }),
      () => eventsPage(scope(), null, { after: 'x' }),
      () => eventsPage(scope(), null, { first: 101 }),
    ])
      await assert.rejects(again, { code: 'BAD_INPUT' })
  })
})
