import assert from 'node:assert/strict'
import { it } from 'node:test'
import { undo } from '../../../src/app/heads/undo.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { cancelMarker } from '../../../src/app/markers/cancelMarker.ts'
import { compact } from '../../../src/app/markers/compact.ts'
import { dropSpan } from '../../../src/app/markers/dropSpan.ts'
import { shapeOf, sidechainsPage, spawningMessage } from '../../../src/app/markers/sidechains.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { context } from '../../../src/app/transcripts/context.ts'
import type { Conversation, JsonObject, SidechainPolicy } from '../../../src/domain/model.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { entries, imports, linesOf, pathOf } from '../../support/transcripts.ts'

await onEveryStore('markers of imported talk', (on) => {
  let count = 0
  const alone = (): Scope => on.scope({ tenant: `${on.name} ${++count}` })
  const again = (scope: Scope): Scope => on.scope({ tenant: scope.tenant })
  /** The last word of each entry that has any. */
  const texts = async (scope: Scope) =>
    (await context(again(scope), 's', null)).flatMap(({ text }) => text.split(' ').at(-1) || []).join(' ')
  const conversation = async (scope: Scope, id: string) => (await again(scope).reads.conversation(id)) as Conversation

  it('keep what a compact boundary preserved, behind its summary, and are cancelled as any other', async () => {
    const scope = alone()
    const all = entries('u1 a1<u1 u2<a1 c1:k<u2 r1:k<c1 a2<r1 b1<a2 u3<b1 u4<a2') as JsonObject[]
    const preservedSegment = { headUuid: 'c1', anchorUuid: 'u3', tailUuid: 'a2' }
    all[6] = { ...all[6], compactMetadata: { trigger: 'auto', preservedSegment } }
    await imports(scope, linesOf(all))
    const entriesNow = await context(again(scope), 's', null)
    assert.deepEqual(
      entriesNow.map(({ role, synthetic }) => (synthetic ? `(${role})` : role)),
      ['USER', 'ASSISTANT', 'TOOL', 'ASSISTANT', 'USER'],
    )
    assert.equal(await texts(scope), 'u3 a2 u4')
    const boundary = (await pathOf(again(scope), 's')).find(({ kind }) => kind === 'COMPACTION')
    const { marker } = await cancelMarker(again(scope), { conversationId: 's', markerId: boundary?.id ?? '' })
    assert.equal(marker.kind, 'CANCEL')
    assert.equal(await texts(scope), 'u1 a1 u2 a2 u3 u4')
    await undo(again(scope), { conversationId: 's' })
    assert.deepEqual(
      (await context(again(scope), 's', null)).map(({ text }) => text),
      entriesNow.map(({ text }) => text),
    )
    assert.equal((await integrity(again(scope), 's')).damage, 0)
  })

  it('nest with later ones: what was compacted may be compacted again, not in part', async () => {
    const scope = alone()
    await imports(scope, linesOf(entries('u1 a1<u1 u2<a1 a2<u2 b1<a2 u3<b1 a3<u3')))
    const point = (id: string) => ({ messageId: `s:${id}` })
    const ends = { conversationId: 's', summary: 'sums up' }
    await assert.rejects(compact(again(scope), { ...ends, from: point('u2'), to: point('a3') }), { code: 'BAD_INPUT' })
    await compact(again(scope), { ...ends, from: point('u1'), to: point('a3') })
    assert.equal(await texts(scope), 'up')
  })

  for (const policy of ['ORPHAN', 'CASCADE', 'REROOT'] satisfies SidechainPolicy[])
    it(`do with the sidechains of a dropped turn what ${policy} says, as long as they hold`, async () => {
      const scope = alone()
      const call = (uuid: string, parentUuid: string, prompt: string) =>
        entries(`${uuid}:${uuid}<${parentUuid}`).map((entry) => ({
          ...entry,
          message: {
            id: uuid,
            role: 'assistant',
            content: [{ type: 'tool_use', id: uuid, name: 'Task', input: { prompt } }],
          },
        }))
      await imports(
        scope,
        linesOf([
          ...entries('u1 a1<u1 u2<a1'),
          ...call('c1', 'u2', 'says u9'),
          ...entries('u9 a9<u9', 's', { isSidechain: true }),
          ...entries('r1:c1<c1 a2<r1 u3<a2'),
          ...call('c2', 'u3', 'says u8'),
          ...entries('u8 a8<u8', 's', { isSidechain: true }),
          ...entries('r2:c2<c2 a3<r2'),
        ]),
      )
      const seen = async () => {
        const owner = await conversation(scope, 's')
        const page = await sidechainsPage(again(scope), owner, { first: 1 })
        const next = await sidechainsPage(again(scope), owner, { after: page.items[0]?.cursor ?? null })
        const [first, ...more] = [...page.items, ...next.items].map(({ item }) => item.id.slice('s.agent-'.length))
        const spawned = await spawningMessage(again(scope), await conversation(scope, 's.agent-u9'))
        const { sidechains } = await shapeOf(again(scope), owner)
        assert.equal(await page.totalCount(), sidechains)
        return [[first, ...more].join(' '), sidechains, spawned?.turnId]
      }
      const before = ['u9 u8', 2, 'c1']
      assert.deepEqual(await seen(), before)
      const point = (id: string) => ({ messageId: `s:${id}` })
      const span = { conversationId: 's', from: point('u2'), to: point('a2') }
      const { marker } = await dropSpan(again(scope), { ...span, sidechains: policy })
      const during = { ORPHAN: before, CASCADE: ['u8', 1, 'c1'], REROOT: ['u9 u8', 2, 'a1'] }
      assert.deepEqual(await seen(), during[policy])
      await cancelMarker(again(scope), { conversationId: 's', markerId: marker.id })
      assert.deepEqual(await seen(), before)
      await undo(again(scope), { conversationId: 's' })
      assert.deepEqual(await seen(), during[policy])
      await undo(again(scope), { conversationId: 's' })
      assert.deepEqual(await seen(), before)
      assert.equal((await integrity(again(scope), 's')).damage, 0)
    })
})
