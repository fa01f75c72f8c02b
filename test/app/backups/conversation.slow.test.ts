// Takes long: random stores, each of whose conversations is backed up.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from '../../support/properties.ts'
import { openExport } from '../../../src/app/exports/exportConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { conversationsPage } from '../../../src/app/read/lists.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { transcriptPage } from '../../../src/app/transcripts/transcript.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { updateConversation } from '../../../src/app/conversations/updateConversation.ts'
import type { Conversation, Event } from '../../../src/domain/model.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import { lineOf } from '../../../src/formats/ndjson/lines.ts'
import { openSorter } from '../../../src/storage/sorter.ts'
import { intercept } from '../../../src/storage/intercept.ts'
import { altered, changeIn, signed, within } from '../../support/alteredLines.ts'
import { backedUp, contentOf, everything, restored } from '../../support/backups.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'
import { imports } from '../../support/transcripts.ts'

const isBadInput = (about: RegExp) => (thrown: unknown) =>
  thrown instanceof Refusal && thrown.code === 'BAD_INPUT' && about.test(thrown.message)

async function exported(scope: Scope, conversationId: string, format: string | null = 'NDJSON'): Promise<Buffer> {
  scope.reads.clear()
  const { pieces } = await openExport(scope, { conversationId, format })
  const found: Uint8Array[] = []
  for await (const piece of pieces) found.push(piece)
  return Buffer.concat(found)
}

const ids = async (scope: Scope): Promise<string[]> => {
  const { items } = await conversationsPage(scope, {}, { first: 100 })
  return items.map(({ item }) => item.id)
}

async function seen(scope: Scope, id: string): Promise<unknown> {
  scope.reads.clear()
  const item = (await scope.reads.conversation(id)) as Conversation
  const views = ['RAW', 'MESSAGES', 'CONTEXT'] as const
  const pages = await Promise.all(views.map((view) => transcriptPage(scope, item, view, { first: 100 })))
  const { damage, findings } = await integrity(scope, id)
  assert.equal(damage, 0)
  const shown = pages.map(({ entries }) =>
    entries.map(({ entry: { observation } }) => [observation.id, observation.place?.pathHash, observation.blocks]),
  )
  return { item, findings, shown }
}

await onEveryStore('a conversation in its own form', (on) => {
  let count = 0
  const alone = () => on.scope({ tenant: `own ${on.name} ${++count}` })

  it('is the same in an empty store, whichever it is of everything', async () => {
    const from = alone()
    await everything(from)
    const all = new Set(contentOf(await backedUp(from)))
    const kinds = new Set<string>()
    // Neo4j takes seconds for each: those that hold every kind between them.
    const some = ['joined', 'talk', 'pi', 'runs', 'marked']
    for (const id of (await ids(from)).filter((one) => on.name.includes('SQLite') || some.includes(one))) {
      const to = alone()
      const bytes = await exported(from, id)
      for (const line of contentOf(bytes)) {
        const { line: kind, value } = JSON.parse(line) as { line: string; value: { name?: string } }
        kinds.add(kind)
        assert.ok(all.has(line) || value.name?.startsWith('dangling'), line)
      }
      const { report, conversations } = await imports(to, bytes)
      assert.equal(report.format, 'NDJSON')
      assert.equal(conversations[0]?.id, id)
      assert.equal(report.unchanged, 0)
      assert.deepEqual(await seen(to, id), await seen(from, id))
      assert.ok((await exported(to, id)).equals(bytes))
      const again = await imports(to, bytes)
      assert.deepEqual([again.report.added, again.report.unchanged], [0, report.added])
      assert.ok((await exported(to, id)).equals(bytes))
      const there = await imports(from, bytes)
      assert.equal(there.report.added, 0)
    }
    for (const kind of [
      'attachment',
      'bytes',
      'rawChunk',
      'run',
      'junction',
      'annotations',
      'relationship',
      'importMark',
    ])
      assert.ok(kinds.has(kind), kind)
    assert.deepEqual(contentOf(await backedUp(from)), [...all])
  })
  it('says its conversation in the first line, and the same bytes twice, from any room', async () => {
    const scope = alone()
    await say(scope, 'talk', 'u1', 'hello \0 \ud83d')
    await forkConversation(scope, { source: 'talk', newConversationId: 'fork' })
    await say(scope, 'fork', 'u2')
    await say(scope, 'other', 'u1')
    const bytes = await exported(scope, 'fork')
    const [first = ''] = bytes.toString().split('\n')
    const { value } = JSON.parse(first) as { value: { conversationId: string } }
    assert.equal(value.conversationId, 'fork')
    assert.ok(!bytes.toString().includes('"other"'))
    const { pieces } = await openExport(scope, { conversationId: 'fork', openSorter })
    const found: Uint8Array[] = []
    for await (const piece of pieces) found.push(piece)
    assert.ok(Buffer.concat(found).equals(bytes))
    assert.ok((await exported(scope, 'fork', null)).equals(bytes))
  })
  it('names nobody of this store: who brought it is told, and only a restore keeps who did what', async () => {
    const [from, to, whole] = [alone(), alone(), alone()]
    const key = (id: string) => ({ kind: 'KEY' as const, id, label: null, scopes: ['WRITE' as const] })
    await say({ ...from, principal: key('hers') }, 'talk', 'u1')
    const bytes = await exported(from, 'talk')
    await imports({ ...to, principal: key('mine') }, bytes)
    const eventsIn = async (scope: Scope) =>
      (await backedUp(scope))
        .toString()
        .split('\n')
        .filter((line) => line.startsWith('{"line":"event"'))
    const events = (await eventsIn(to)).map((line) => (JSON.parse(line) as { value: Event }).value)
    const [brought, ...told] = [...events].sort((a, b) => (b.seq ?? 0) - (a.seq ?? 0))
    assert.deepEqual(
      [brought?.principal, brought?.details['broughtIn']],
      [null, { kind: 'KEY', id: 'hers', label: null }],
    )
    assert.deepEqual(
      told
        .filter(({ seq }) => seq === null)
        .map(({ kind, principal, details }) => [kind, principal?.id, details['conversationId']]),
      [['IMPORT', 'mine', 'talk']],
    )
    assert.equal((await imports(to, bytes)).report.added, 0)
    assert.equal((await imports(from, await exported(to, 'talk'))).report.added, 0)
    await restored(whole, await backedUp(from))
    assert.deepEqual(await eventsIn(whole), await eventsIn(from))
    assert.ok((await eventsIn(whole)).some((line) => line.includes('"hers"')))
  })
  it('goes on where it was imported, and an earlier state adds nothing', async () => {
    const [from, to] = [alone(), alone()]
    await say(from, 'talk', 'u1')
    const bytes = await exported(from, 'talk')
    await imports(to, bytes)
    await say(to, 'talk', 'a2')
    await updateConversation(to, { id: 'talk', title: 'later' })
    const before = await exported(to, 'talk')
    assert.equal((await imports(to, bytes)).report.added, 0)
    assert.ok((await exported(to, 'talk')).equals(before))
    await seen(to, 'talk')
  })
  it('is refused where another history is there, and nothing is written', async () => {
    const [from, to] = [alone(), alone()]
    await say(from, 'talk', 'u1')
    await forkConversation(from, { source: 'talk', newConversationId: 'fork' })
    const bytes = await exported(from, 'fork')
    for (const turn of ['u1', 'a2', 'u3', 'a4']) await say(to, 'talk', turn)
    const before = contentOf(await backedUp(to))
    await assert.rejects(imports(to, bytes), isBadInput(/conflicts with the store/))
    await assert.rejects(imports(to, bytes, { conversationId: 'mine' }), isBadInput(/cannot be imported as "mine"/))
    await assert.rejects(imports(to, await backedUp(from)), isBadInput(/turngraph restore/))
    assert.deepEqual(contentOf(await backedUp(to)), before)
  })
  it('is no backup: a restore refuses it, and says what takes it', async () => {
    const [from, to] = [alone(), alone()]
    await say(from, 'talk', 'u1')
    const bytes = await exported(from, 'talk')
    await assert.rejects(restored(to, bytes), isBadInput(/conversation "talk" alone, which "turngraph import" takes/))
    await assert.rejects(restored(to, signed(within(bytes), null)), isBadInput(/^Line \d+ stands before/))
    assert.deepEqual(await ids(to), [])
  })
  it('is refused when it was altered, and what it names must be in it', async () => {
    const [from, to] = [alone(), alone()]
    await say(from, 'talk', 'u1', 'hello')
    const bytes = await exported(from, 'talk')
    const altered = Buffer.from(bytes.toString().replace('hello', 'hallo'))
    await assert.rejects(imports(to, altered), isBadInput(/^Line \d+ was altered/))
    await assert.rejects(imports(to, bytes.subarray(0, bytes.length - 90)), isBadInput(/^Line \d+ /))
    assert.deepEqual(await ids(to), [])
  })
  it('is refused where a line of its ledger has the number of another one that is there', async () => {
    const [from, to] = [alone(), alone()]
    await say(from, 'talk', 'u1')
    const bytes = await exported(from, 'talk')
    await imports(to, bytes)
    const lines = within(bytes).map((line) => {
      const { line: kind, value } = JSON.parse(line) as { line: string; value: { id: string } }
      return kind === 'event' ? lineOf(kind, JSON.stringify({ ...value, id: `other ${value.id}` })).trim() : line
    })
    await assert.rejects(imports(to, signed(lines, 'talk')), isBadInput(/its event "other .*" is not there/))
    assert.ok((await exported(to, 'talk')).equals(bytes))
  })
  it('is refused where an id is one that nothing can have', async () => {
    const [from, to] = [alone(), alone()]
    await say(from, 'talk', 'u1')
    for (const odd of ['\0', '\ud800', '\u0085']) {
      const lines = within(await exported(from, 'talk')).map((line) => {
        const { line: kind, value } = JSON.parse(line) as { line: string; value: { messageId?: string } }
        return kind === 'observation' ? lineOf(kind, JSON.stringify({ ...value, runId: `r${odd}` })).trim() : line
      })
      await assert.rejects(imports(to, signed(lines, 'talk')), isBadInput(/^Line \d+ is no observation .*runId/))
    }
    assert.deepEqual(await ids(to), [])
  })
  it('that was written by another hand comes in whole or is refused, and damages nothing that was there', async () => {
    const from = alone()
    await everything(from)
    const lines = within(await exported(from, 'joined'))
    const runs = on.name.includes('SQLite') ? 60 : 5
    await fc.assert(
      fc.asyncProperty(fc.array(changeIn(lines), { minLength: 1, maxLength: 2 }), async (changes) => {
        const to = alone()
        await say(to, 'there', 'u1')
        const before = await exported(to, 'there')
        const file = signed(changes.reduce(altered, lines), 'joined')
        try {
          await imports(to, file)
        } catch (error) {
          assert.ok(error instanceof Refusal && error.code === 'BAD_INPUT', String(error))
        }
        assert.ok((await exported(to, 'there')).equals(before))
      }),
      { numRuns: runs },
    )
  })
  it('is of one moment while it is written to', async () => {
    const [from, to] = [alone(), alone()]
    await say(from, 'talk', 'u1')
    let left = 2
    const store = intercept(from.store, async (method, call, asked) => {
      const found = await call()
      const isLedger = method === 'lists' && JSON.stringify(asked).includes('"ledger"')
      if (isLedger && left-- > 0) await say(from, 'talk', `u9${left}`)
      return found
    })
    const bytes = await exported({ ...from, store }, 'talk')
    assert.equal(left, -1)
    await imports(to, bytes)
    assert.deepEqual(await seen(to, 'talk'), await seen(from, 'talk'))
  })
})
