import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { openExport } from '../../../src/app/exports/exportConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { verifyPath } from '../../../src/app/integrity/verifyPath.ts'
import { cancelMarker } from '../../../src/app/markers/cancelMarker.ts'
import { compact } from '../../../src/app/markers/compact.ts'
import { dropSpan } from '../../../src/app/markers/dropSpan.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { context } from '../../../src/app/transcripts/context.ts'
import { emptyPathHash } from '../../../src/domain/tree/pathHash.ts'
import type { Conversation, JsonObject, Marker, Observation, TreeNode } from '../../../src/domain/model.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import { intercept } from '../../../src/storage/intercept.ts'
import { signed, within } from '../../support/alteredLines.ts'
import { backedUp, restored } from '../../support/backups.ts'
import { withMarkers } from '../../support/markerLines.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'
import { entries, imports, linesOf, pathOf } from '../../support/transcripts.ts'

type Marking = readonly [
  what: string,
  id: string,
  kind: Observation['kind'],
  forge: (marker: Marker) => Partial<Marker>,
]

/** What is forged of a marker, whose hash stays as it was. */
const forgeries: readonly Marking[] = [
  ['a span that begins later', 'talk', 'DROP', ({ span }) => ({ span: span && { ...span, from: span.from + 1 } })],
  ['a span that ends earlier', 'talk', 'COMPACTION', ({ span }) => ({ span: span && { ...span, to: span.to - 1 } })],
  ['a span of nothing', 'talk', 'COMPACTION', () => ({ span: { from: 0, to: -1 } })],
  ['no span', 'talk', 'DROP', () => ({ span: null })],
  ['something kept', 'talk', 'DROP', ({ span }) => ({ keep: span ? [span] : [] })],
  ['a span', 'talk', 'CANCEL', () => ({ span: { from: 0, to: 1 } })],
  ['a span that leaves its end out', 's', 'COMPACTION', ({ span }) => ({ span: span && { ...span, to: span.to - 1 } })],
  ['a span that leaves its beginning out', 's', 'COMPACTION', ({ span }) => ({ span: span && { ...span, from: 1 } })],
  ['less kept', 's', 'COMPACTION', () => ({ keep: [] })],
  ['more kept', 's', 'COMPACTION', ({ keep }) => ({ keep: [...keep, { from: 0, to: 0 }] })],
  ['another place of its summary', 's', 'COMPACTION', ({ keep }) => ({ keep: [...keep, { from: 1, to: 0 }] })],
]

await onEveryStore('the stretches of markers and their hashes', (on) => {
  let count = 0
  const alone = (): Scope => on.scope({ tenant: `ends ${on.name} ${++count}` })
  const again = (scope: Scope, store = on.store()): Scope => on.scope({ tenant: scope.tenant, store })

  async function talk(scope: Scope, id = 'talk'): Promise<void> {
    for (const turn of ['u1', 'a1', 'u2', 'a2', 'u3', 'a3']) await say(scope, id, turn, turn)
    const span = (from: number, to: number) => ({ conversationId: id, from: { turn: from }, to: { turn: to } })
    const { marker } = await compact(scope, { ...span(1, 4), summary: 'so far' })
    await dropSpan(scope, span(3, 4))
    await cancelMarker(scope, { conversationId: id, markerId: marker.id })
    await say(scope, id, 'u4', 'u4')
  }
  /** A compaction that keeps a part, of a file. */
  async function preserved(scope: Scope): Promise<void> {
    const all = entries('u1 a1<u1 u2<a1 a2<u2 b1<a2 u3<b1 a3<u3') as JsonObject[]
    const preservedSegment = { headUuid: 'u2', anchorUuid: 'b1', tailUuid: 'a2' }
    all[4] = { ...all[4], compactMetadata: { trigger: 'auto', preservedSegment } }
    await imports(scope, linesOf(all))
  }
  async function exported(scope: Scope, conversationId: string): Promise<Buffer> {
    const { pieces } = await openExport(again(scope), { conversationId, format: 'NDJSON' })
    const found: Uint8Array[] = []
    for await (const piece of pieces) found.push(piece)
    return Buffer.concat(found)
  }
  const headOf = async (scope: Scope, id: string) =>
    ((await again(scope).reads.conversation(id)) as Conversation).headId ?? ''
  const shown = async (scope: Scope, id: string) => (await context(again(scope), id, null)).map(({ text }) => text)
  const isRefused = (thrown: unknown) =>
    thrown instanceof Refusal && thrown.code === 'BAD_INPUT' && /stretch of a marker/.test(thrown.message)
  const isSound = async (scope: Scope, id: string) => {
    assert.equal((await verifyPath(again(scope), await headOf(scope, id))).valid, true)
    assert.equal((await integrity(again(scope), id)).damage, 0)
  }
  /** Files of what holds markers, and a store that they were restored into; made once. */
  const madeFiles = async () => {
    const [scope, to] = [alone(), alone()]
    await talk(scope)
    await preserved(scope)
    const of = new Map<string | null, readonly string[]>()
    for (const id of ['talk', 's']) of.set(id, within(await exported(scope, id)))
    of.set(null, within(await backedUp(scope)))
    await restored(to, signed(of.get(null) ?? [], null))
    return { scope, of, to }
  }
  let made: ReturnType<typeof madeFiles> | null = null
  const files = () => (made ??= madeFiles())

  it('are told by path hashes, so equal talk has equal hashes wherever it is', async () => {
    const scope = alone()
    await talk(scope)
    await talk(scope, 'twin')
    const [one, other] = [await pathOf(again(scope), 'talk'), await pathOf(again(scope), 'twin')]
    assert.deepEqual(
      one.map(({ contentHash }) => contentHash),
      other.map(({ contentHash }) => contentHash),
    )
    const hashAt = (depth: number) => (depth < 0 ? emptyPathHash : (one[depth] as TreeNode).place.pathHash)
    const ends = one.flatMap(({ marker }) => marker?.ends ?? [])
    assert.deepEqual(ends, [
      { span: [hashAt(-1), hashAt(3)], keep: [], cancels: null },
      { span: [hashAt(1), hashAt(3)], keep: [], cancels: null },
      { span: null, keep: [], cancels: hashAt(6) },
    ])
    await forkConversation(scope, { source: 'talk', newConversationId: 'fork' })
    await isSound(scope, 'fork')
    await isSound(scope, 'talk')
  })

  it('come in, are restored and come out as they were', async () => {
    const { scope, of, to: whole } = await files()
    for (const id of ['talk', 's']) {
      const to = alone()
      await imports(to, signed(of.get(id) ?? [], id))
      await isSound(to, id)
      assert.deepEqual(await shown(to, id), await shown(scope, id))
      assert.deepEqual(
        within(await exported(to, id)).filter((line) => line.includes('"observation"')),
        of.get(id)?.filter((line) => line.includes('"observation"')),
      )
    }
    for (const id of ['talk', 's']) await isSound(whole, id)
    // Of the tenant itself the line has a name, and so a checksum: each store has its own.
    const unnamed = (lines: readonly string[] = []) =>
      lines.map((line) =>
        line.startsWith('{"line":"tenant"') ? line.replace(/"name":"[^"]*"|"crc32":"\w*"/g, '') : line,
      )
    assert.deepEqual(unnamed(within(await backedUp(whole))), unnamed(of.get(null)))
  })

  for (const [what, id, kind, forge] of forgeries)
    it(`are what the hash is of: ${what} is refused at an import and a restore, and seen in a store (${kind} of ${id})`, async () => {
      const { of, to } = await files()
      const isIt = (one: Pick<Observation, 'kind' | 'conversationId'>) => one.kind === kind && one.conversationId === id
      const forged = (lines: readonly string[] = []) => withMarkers(lines, isIt, forge)
      await assert.rejects(imports(alone(), signed(forged(of.get(id)), id)), isRefused)
      await assert.rejects(restored(alone(), signed(forged(of.get(null)), null)), isRefused)
      const wrong = (answer: unknown): unknown => {
        if (Array.isArray(answer)) return answer.map(wrong)
        const one = answer as Observation | null
        return one?.marker && isIt(one) ? { ...one, marker: { ...one.marker, ...forge(one.marker) } } : answer
      }
      const store = intercept(on.store(), async (_, call) => wrong(await call()))
      const { valid, firstBroken } = await verifyPath(again(to, store), await headOf(to, id))
      assert.deepEqual([valid, firstBroken?.kind], [false, kind])
      const { findings } = await integrity(again(to, store), id)
      assert.deepEqual(findings.filter(({ code }) => code === 'CONTENT_HASH_DIFFERS').length, 1)
    })

  it('hold what is cancelled too: another marker of the path is not what the hash is of', async () => {
    const { scope, of } = await files()
    const drop = (await pathOf(again(scope), 'talk')).find(({ kind }) => kind === 'DROP')
    const forged = withMarkers(
      of.get('talk') ?? [],
      ({ kind }) => kind === 'CANCEL',
      () => ({ cancels: drop?.id ?? '' }),
    )
    await assert.rejects(imports(alone(), signed(forged, 'talk')), isRefused)
  })
})
