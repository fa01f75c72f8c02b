import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { labelsOf } from '../../../src/app/conversations/labels.ts'
import { erase } from '../../../src/app/erasures/erase.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { storeTurns } from '../../../src/app/turns/storeTurns.ts'
import { textOf } from '../../../src/domain/messages/blocks.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { imports, imprint, linesOf, pathOf } from '../../support/transcripts.ts'

let count = 0
const alone = (on: TestStore): Scope => on.scope({ tenant: `neo-${++count}` })
const turn = (n: number, more: object = {}) => ({
  role: n % 2 === 1 ? 'user' : 'assistant',
  text: `t${n}`,
  ...(n % 2 === 1 ? { intent_id: `i${n}` } : {}),
  ts: `2026-06-12T10:00:0${n}.123456789Z`,
  ...more,
})
const talk = async (scope: Scope) => (await pathOf(scope, 'c')).map(({ blocks }) => textOf(blocks) ?? '').join(' ')

const files: Readonly<Record<string, string>> = {
  'c.json': JSON.stringify({
    conversation_id: 'c',
    title: 'Old title',
    turns: [turn(1), turn(2)],
    updated: '2026-06-12T10:00:02Z',
  }),
  'c.archive.jsonl': linesOf([turn(2), turn(3), turn(4)]),
  'c.jsonl': linesOf([turn(5), turn(6)]),
  'c.meta.json': JSON.stringify({ project: 'P', title: 'New title', forked_from: 'b', forked_at_turn: 2 }),
}
const add = (scope: Scope, name: string) => imports(scope, files[name] ?? '', { fileName: name })

await onEveryStore('importing a Neo store', (on) => {
  it('makes no conversation of a file without turns, and says so', async () => {
    const scope = alone(on)
    const file = { conversation_id: 'none', turns: [], updated: '2026-06-12T10:00:02Z' }
    const { report, conversations } = await imports(scope, JSON.stringify(file), { fileName: 'none.json' })
    assert.deepEqual([report.format, report.nodes, conversations], ['NEO_JSON', 0, []])
    assert.deepEqual(
      report.findings.map(({ code }) => code),
      ['NO_TURNS'],
    )
    assert.equal(await scope.reads.conversation('none'), null)
  })

  it('shows a thread as active at the time of its last change that its file names', async () => {
    const scope = alone(on)
    const file = (ts: string) =>
      JSON.stringify({ conversation_id: 'c', turns: [turn(1, { ts })], updated: '2026-07-01T00:00:00Z' })
    const [early] = (await imports(scope, file('2026-06-12T10:00:00Z'))).conversations
    const [undated] = (await imports(alone(on), file('no time'))).conversations
    for (const conversation of [early, undated])
      assert.equal(conversation?.activityAt, '2026-07-01T00:00:00.000000000Z')
  })

  it('is sound where an older state of a file comes behind a newer one, which changes nothing, and where all of it is erased', async () => {
    const scope = alone(on)
    const file = (updated: string) => JSON.stringify({ conversation_id: 'c', turns: [turn(1)], updated, of: updated })
    const [newer, older] = ['2026-07-01T00:00:00.000000000Z', '2026-06-30T00:00:00.000000000Z'] as const
    for (const updated of [newer, older]) await imports(scope, file(updated))
    const known = async () => {
      scope.reads.clear()
      const conversation = await scope.reads.conversation('c')
      return [conversation?.activityAt, (await integrity(scope, 'c')).damage, conversation?.metadata['imported']]
    }
    assert.deepEqual(await known(), [newer, 0, { updated: newer, of: newer }])
    await erase(scope, { conversationIds: ['c'], reason: 'OTHER' })
    assert.deepEqual(await known(), [newer, 0, undefined])
  })

  describe('the files of one conversation', () => {
    const orders = [
      ['c.json', 'c.archive.jsonl', 'c.jsonl', 'c.meta.json'],
      ['c.jsonl', 'c.meta.json', 'c.archive.jsonl', 'c.json'],
      ['c.archive.jsonl', 'c.json', 'c.jsonl', 'c.meta.json'],
    ]
    for (const order of orders)
      it(`join in the order of their talk, when they come as ${order.join(', ')}`, async () => {
        const scope = alone(on)
        for (const name of order) await add(scope, name)
        assert.equal(await talk(scope), 't1 t2 t3 t4 t5 t6')
        scope.reads.clear()
        const conversation = await scope.reads.conversation('c')
        assert.deepEqual([conversation?.title, conversation?.turnCount], ['New title', 6])
        assert.deepEqual((conversation?.metadata['imported'] as { project?: string }).project, 'P')
        assert.equal((await integrity(scope, 'c')).damage, 0)
        const before = await imprint(scope, 'c')
        for (const name of order) assert.equal((await add(scope, name)).report.added, 0)
        assert.deepEqual(await imprint(scope, 'c'), before)
      })
  })
  it('keeps nanoseconds, intents, unknown members and unknown roles', async () => {
    const scope = alone(on)
    await imports(scope, linesOf([turn(1, { mood: 'x' }), turn(2, { role: 'oracle' })]), { fileName: 'c.jsonl' })
    const [first, second] = await pathOf(scope, 'c')
    assert.deepEqual(
      [first?.observedAt, first?.metadata, first?.fields['mood']],
      ['2026-06-12T10:00:01.123456789Z', { intentId: 'i1' }, 'x'],
    )
    assert.deepEqual([second?.role, second?.fields['role']], ['USER', 'oracle'])
  })
  it('takes equal turns of one file as many times as they stand there, and adds the rest of a longer file', async () => {
    const scope = alone(on)
    await imports(scope, linesOf([turn(1), turn(1), turn(2)]), { fileName: 'c.jsonl' })
    const { report } = await imports(scope, linesOf([turn(1), turn(1), turn(2), turn(3)]), { fileName: 'c.jsonl' })
    assert.deepEqual([await talk(scope), report.added, report.unchanged, report.skipped], ['t1 t1 t2 t3', 1, 3, 0])
  })
  it('takes ids from the content, else from the name, and refuses those that lead out of a folder', async () => {
    const scope = alone(on)
    const { conversations } = await imports(scope, linesOf([turn(1)]), { fileName: 'some/where/conv_1.jsonl' })
    assert.deepEqual(
      conversations.map(({ id }) => id),
      ['conv_1'],
    )
    for (const id of ['../x', 'a/b', 'a\\b'])
      await assert.rejects(imports(scope, JSON.stringify({ conversation_id: id, turns: [turn(1)] })), /slash or "\.\."/)
  })
  it("refuses an id that is given beside the file as it refuses the file's own", async () => {
    for (const conversationId of ['../x', 'a/b'])
      for (const [file, fileName] of [
        [linesOf([turn(1)]), 'c.jsonl'],
        [JSON.stringify({ conversation_id: 'c', turns: [turn(1)] }), 'c.json'],
      ] as const)
        await assert.rejects(imports(alone(on), file, { fileName, conversationId }), /slash or "\.\."/)
  })
  it('takes equal turns of its files as one, each with its own like', async () => {
    const scope = alone(on)
    await imports(scope, linesOf([turn(1), turn(1), turn(2)]), { fileName: 'c.archive.jsonl' })
    await imports(scope, linesOf([turn(1), turn(2), turn(3)]), { fileName: 'c.jsonl' })
    assert.equal(await talk(scope), 't1 t1 t2 t3')
  })
  it('stores nothing of a sidecar whose conversation is not there', async () => {
    const scope = alone(on)
    const { report, conversations } = await add(scope, 'c.meta.json')
    assert.deepEqual([report.findings.map(({ code }) => code), conversations], [['SIDECAR_ALONE'], []])
    assert.equal(await scope.reads.conversation('c'), null)
  })
  it('calls a thread that came without a user turn by the one that is stored here, as its own program does', async () => {
    const scope = alone(on)
    await imports(scope, JSON.stringify({ conversation_id: 'c', turns: [turn(2)] }), { fileName: 'c.json' })
    const blocks = [{ type: 'text' as const, text: 'please mend the nest' }]
    await storeTurns(scope, { turns: [{ conversationId: 'c', role: 'USER', blocks }] })
    scope.reads.clear()
    const conversation = await scope.reads.conversation('c')
    assert.equal(conversation && (await labelsOf(scope, conversation)).title, 'please mend the nest')
    assert.equal((await integrity(scope, 'c')).damage, 0)
  })

  it('refuses an id that names nothing in one way, be it empty or blank', async () => {
    for (const id of ['', '  ']) {
      const file = JSON.stringify({ conversation_id: id, turns: [turn(1)] })
      await assert.rejects(imports(alone(on), file, { fileName: 'c.json' }), {
        code: 'BAD_INPUT',
        message: 'The id of a Neo conversation is blank.',
      })
    }
  })

  it('calls a thread as its own program does: its title whole, else its first user turn to 60 code points, else "New chat"', async () => {
    const long = `please  fix\n\nthe ${'😀'.repeat(60)}`
    const titles: [object, string][] = [
      [{ title: 'x'.repeat(200), turns: [turn(1)] }, 'x'.repeat(200)],
      [{ title: 'New chat', turns: [turn(1)] }, 'New chat'],
      [{ turns: [turn(2), turn(1, { text: long }), turn(3)] }, `please fix the ${'😀'.repeat(45)}…`],
      [{ turns: [turn(1, { text: 'hello' }), turn(3, { text: 'mend the nest' })] }, 'hello'],
      [{ turns: [turn(1, { role: 'system', text: 'You are Neo' }), turn(3, { text: 'mend it' })] }, 'mend it'],
      [{ turns: [turn(2)] }, 'New chat'],
    ]
    for (const [file, title] of titles) {
      const scope = alone(on)
      await imports(scope, JSON.stringify({ conversation_id: 'c', ...file }), { fileName: 'c.json' })
      scope.reads.clear()
      const conversation = await scope.reads.conversation('c')
      assert.equal(conversation && (await labelsOf(scope, conversation)).title, title)
      assert.equal((await integrity(scope, 'c')).damage, 0)
    }
  })
})
