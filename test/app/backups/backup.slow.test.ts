import { erase } from '../../../src/app/erasures/erase.ts'
import assert from 'node:assert/strict'
import { buffer } from 'node:stream/consumers'
import { it } from 'node:test'
import fc from '../../support/properties.ts'
import { backup } from '../../../src/app/backups/backup.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { conversationsPage } from '../../../src/app/read/lists.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { transcriptPage } from '../../../src/app/transcripts/transcript.ts'
import { drawTree } from '../../../src/app/trees/drawTree.ts'
import { leavesPage } from '../../../src/app/trees/leaves.ts'
import { contentKinds } from '../../../src/domain/contents.ts'
import type { Conversation } from '../../../src/domain/model.ts'
import { Refusal, type RefusalCode } from '../../../src/domain/refusals.ts'
import { openSorter } from '../../../src/storage/sorter.ts'
import { wholeOr } from '../../support/rounds.ts'
import { backedUp, contentOf, everything, restored } from '../../support/backups.ts'
import { fill } from '../../support/changes.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { randomWorld, shapes } from '../../support/shapes.ts'
import { say } from '../../support/talk.ts'
import { randomThings } from '../../support/records/randomThings.ts'

const refused = (code: RefusalCode, about?: RegExp) => (thrown: unknown) =>
  thrown instanceof Refusal && thrown.code === code && (about?.test(thrown.message) ?? true)

/** What a user sees of every conversation. */
async function seen(scope: Scope): Promise<unknown> {
  const { items } = await conversationsPage(scope, { includeDeleted: true }, { first: 100 })
  return Promise.all(
    items.map(async ({ item }) => {
      const views = ['RAW', 'MESSAGES', 'CONTEXT'] as const
      const pages = await Promise.all(views.map((view) => transcriptPage(scope, item, view, { first: 100 })))
      const { damage, findings } = await integrity(scope, item.id)
      return {
        ...{
          item,
          damage,
          findings,
          tree: await drawTree(scope, item, { format: 'TEXT', maxNodes: 500, unfold: true }),
        },
        leaves: (await leavesPage(scope, item, { first: 100 })).items.map((leaf) => leaf.item.id),
        shown: pages.map(({ entries }) =>
          entries.map(({ entry }) => ({ ...entry, observation: entry.observation.id })),
        ),
        hashes: pages.map(({ entries }) => entries.map(({ entry }) => entry.observation.place?.pathHash)),
      }
    }),
  )
}

await onEveryStore('a backup', (on) => {
  let count = 0
  const alone = () => on.scope({ tenant: `${on.name} ${++count}` })
  const conversation = async (scope: Scope, id: string) => (await scope.reads.conversation(id)) as Conversation

  it('holds everything, and a store restored from it is the same', async () => {
    const [from, to] = [alone(), alone()]
    await everything(from)
    await say(from, 'erasing', 'u1')
    await erase(from, { messageIds: ['erasing:u1'], reason: 'OTHER' })
    const bytes = await backedUp(from)
    const kinds = new Set(contentOf(bytes).map((line) => (JSON.parse(line) as { line: string }).line))
    assert.deepEqual([...kinds].sort(), ['bytes', ...contentKinds].sort())
    const { added, unchanged, missing } = await restored(to, bytes)
    assert.deepEqual([unchanged, missing], [0, []])
    assert.equal(added, contentOf(bytes).filter((line) => !line.startsWith('{"line":"bytes"')).length)
    assert.deepEqual(contentOf(await backedUp(to)), contentOf(bytes))
    assert.deepEqual(await seen(to), await seen(from))
    for (const { damage } of (await seen(to)) as { damage: number }[]) assert.equal(damage, 0)
  })

  it('leaves a store that goes on as the first one would: ledgers, keys, versions, heads', async () => {
    const [from, to] = [alone(), alone()]
    await everything(from)
    await restored(to, await backedUp(from))
    const replayed = await say(to, 'talk', 'u1', 'hello \0 \ud83d', {
      idempotencyKey: 'k1',
      metadata: { z: 1, a: null },
    })
    assert.equal(replayed.replayed, true)
    const seqs = []
    for (const scope of [from, to]) {
      const before = await lastSeq(scope, 'talk')
      await say(scope, 'talk', 'u7', 'on')
      await forkConversation(scope, { source: 'talk', newConversationId: 'later', at: { turn: 1 } })
      await say(scope, 'later', 'u8', 'there')
      seqs.push([before, await lastSeq(scope, 'talk')])
      scope.reads.clear()
      assert.equal((await integrity(scope, 'later')).damage, 0)
      assert.equal((await integrity(scope, 'talk')).damage, 0)
    }
    assert.deepEqual(seqs[0], seqs[1])
    const shapesOf = async (scope: Scope) => (await conversation(scope, 'talk')).shape
    assert.deepEqual(await shapesOf(to), await shapesOf(from))
  })

  const lastSeq = async (scope: Scope, id: string) => {
    const [[event]] = (await scope.store.lists([{ list: 'events', owner: id, after: null, limit: 1 }])) as unknown as [
      [{ seq: number }],
    ]
    return event.seq
  }

  for (const [name, world] of [
    ['a random world', randomWorld(7, 60)],
    ['random things', randomThings(3, 60)],
    ...Object.entries(shapes(40)).map(([shape, make]) => [`the shape "${shape}"`, make()] as const),
  ] as const)
    it(`gives back ${name}`, async () => {
      const [from, to] = [alone(), alone()]
      await fill(on.store(), from.tenant, world)
      const bytes = await backedUp(from)
      await restored(to, bytes)
      assert.deepEqual(contentOf(await backedUp(to)), contentOf(bytes))
    })

  it('is refused by a store that holds something, and merged where nothing conflicts', async () => {
    const [from, to] = [alone(), alone()]
    await everything(from)
    const bytes = await backedUp(from)
    await say(to, 'other', 'u1')
    await assert.rejects(restored(to, bytes), refused('ALREADY_EXISTS', /not empty/))
    const merged = await restored(to, bytes, { merge: true })
    assert.ok(merged.added > 0)
    const both = contentOf(await backedUp(to))
    assert.ok(contentOf(bytes).every((line) => both.includes(line)))
    const again = await restored(to, bytes, { merge: true })
    assert.deepEqual([again.added, again.unchanged], [0, merged.added])
    assert.deepEqual(contentOf(await backedUp(to)), both)
    await say(to, 'talk', 'u99', 'went on')
    const before = contentOf(await backedUp(to))
    await assert.rejects(restored(to, bytes, { merge: true }), refused('BAD_INPUT', /Line \d+ conflicts .*"talk"/))
    assert.deepEqual(contentOf(await backedUp(to)), before)
  })

  it('that was cut off or altered anywhere is refused, naming the line, and leaves no trace', async () => {
    const [from, to] = [alone(), alone()]
    await say(from, 'talk', 'u1', 'hello', { attachments: [{ base64: 'AAAA' }] })
    await say(from, 'talk', 'a1', 'hi')
    const bytes = await backedUp(from)
    const lines = bytes.toString().split('\n')
    await fc.assert(
      fc.asyncProperty(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), async (place, by) => {
        const altered = Buffer.from(bytes)
        altered.writeUInt8(bytes.readUInt8(place) ^ by, place)
        const line = bytes.subarray(0, place).toString().split('\n').length
        await assert.rejects(restored(to, altered), refused('BAD_INPUT', new RegExp(`^Line (${line}|${line + 1}) `)))
        await assert.rejects(restored(to, bytes.subarray(0, place)), refused('BAD_INPUT', /^Line \d+ /))
      }),
      { numRuns: wholeOr(150, 40) },
    )
    for (const without of [1, 3, lines.length - 2])
      await assert.rejects(
        restored(to, Buffer.from(lines.filter((_, k) => k !== without).join('\n'))),
        refused('BAD_INPUT', /^Line \d+ /),
      )
    assert.deepEqual(contentOf(await backedUp(to)), [])
  })

  it('is of one moment, or has one for each conversation, while writes go on', async () => {
    const from = alone()
    const to = alone()
    for (let k = 0; k < 40; k++) await say(from, `c${k}`, 'u1', 'x'.repeat(1000))
    const end = new AbortController()
    let stored = 0
    const writing = (async () => {
      // Each turn of `b` is stored when the one of `a` is there, which is stored when the one before of `b` is.
      for (; !end.signal.aborted || stored < 5; stored++)
        for (const id of ['a', 'b']) await say(from, id, `u${stored}`, 'turn')
    })()
    const files: Buffer[] = []
    for (let k = 0; k < 3; k++) files.push(await backedUp(from))
    end.abort()
    await writing
    for (const file of files) {
      const count = (id: string) =>
        contentOf(file).filter((line) => line.startsWith('{"line":"message"') && line.includes(`"id":"${id}:`)).length
      const [a, b] = [count('a'), count('b')]
      // Neo4j has no read of all as of one moment.
      if (on.name.includes('SQLite')) assert.ok(a === b || a === b + 1, `${a} of a and ${b} of b`)
    }
    await restored(to, files[1] as Buffer)
    for (const { damage } of (await seen(to)) as { damage: number }[]) assert.equal(damage, 0)
  })

  it('leaves bytes of attachments out, or gives them away, and says which were not there', async () => {
    const [from, to, third] = [alone(), alone(), alone()]
    await say(from, 'talk', 'u1', 'hello', { attachments: [{ base64: Buffer.from('bytes').toString('base64') }] })
    const given = new Map<string, Buffer>()
    const take = async (id: string, bytes: AsyncIterable<Uint8Array>) => {
      given.set(id, await buffer(bytes))
    }
    const bytes = await backedUp(from, { attachments: { take } })
    assert.deepEqual([...given.values()].map(String), ['bytes'])
    const beside = (id: string) => Promise.resolve(given.has(id) ? [given.get(id) as Buffer][Symbol.iterator]() : null)
    await restored(to, bytes, { beside: beside as never })
    const [id = ''] = given.keys()
    assert.equal(await to.attachmentBytes.size(to.tenant, id), 5)
    const { missing } = await restored(third, bytes)
    assert.deepEqual(missing, [id])
  })

  it('ends when nobody wants it any more, and the conversation goes on', async () => {
    const from = alone()
    await say(from, 'talk', 'u1')
    const pieces = backup(from, { openSorter, attachments: null })
    await pieces.next()
    await pieces.return(undefined)
    assert.equal((await pieces.next()).done, true)
    assert.equal((await say(from, 'talk', 'a1')).replayed, false)
  })
})
