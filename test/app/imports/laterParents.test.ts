import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Scope } from '../../../src/app/scope.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { onEveryStore, type TestStore } from '../../support/scopes.ts'
import { entries, idsOf, imports, linesOf } from '../../support/transcripts.ts'

let count = 0
const alone = (on: TestStore): Scope => on.scope({ tenant: `later-parents-${++count}` })
const file = (drawing: string, session = 's') => linesOf(entries(drawing, session))

async function sound(scope: Scope, ...ids: readonly string[]): Promise<void> {
  for (const id of ids) {
    scope.reads.clear()
    const { damage, findings } = await integrity(scope, id)
    assert.equal(damage, 0, JSON.stringify(findings))
  }
}
/** A conversation of a ChatGPT export, of turns and what they follow. */
const talk = (id: string, ...turns: readonly (readonly [id: string, parent: string | null])[]) => ({
  ...{ conversation_id: id, title: id, create_time: 1767225600 },
  mapping: Object.fromEntries(
    turns.map(([turn, parent]) => [turn, { id: turn, parent, children: [], message: spoken(turn) }]),
  ),
  current_node: turns.at(-1)?.[0],
})
const spoken = (id: string) => ({
  ...{ id, author: { role: 'user' }, create_time: 1767225600 },
  content: { content_type: 'text', parts: [id] },
})
const nodesOf = async (scope: Scope, id: string) => (
  scope.reads.clear(),
  (await scope.reads.conversation(id))?.shape.nodes
)

await onEveryStore('a parent that a later file brings', (on) => {
  it('below the node that named it leaves that one a root', { timeout: 60_000 }, async () => {
    const scope = alone(on)
    await imports(scope, file('u1<u2 a1<u1'))
    const { report } = await imports(scope, file('u2<a1 a2<u2'))
    assert.deepEqual(
      report.findings.map(({ code }) => code),
      ['DANGLING_PARENT', 'PARENT_CYCLE'],
    )
    assert.equal(await idsOf(scope, 's'), 'u1 a1 u2 a2')
    await sound(scope, 's')
  })

  it('below it in the store, and above it in the file, leaves it a root too', { timeout: 60_000 }, async () => {
    const scope = alone(on)
    const files = [file('u1<u2 a1<u1'), file('u2<a1'), file('u2 u1<u2 a1<u1')]
    for (const one of files) await imports(scope, one)
    assert.equal(await nodesOf(scope, 's'), 3)
    for (const one of files) assert.equal((await imports(scope, one)).report.added, 0)
    await sound(scope, 's')
  })

  it(
    'in another conversation of the same file changes nothing when that comes again',
    { timeout: 60_000 },
    async () => {
      const scope = alone(on)
      const chats = (...all: readonly object[]) => JSON.stringify(all)
      await imports(scope, chats(talk('x', ['p', null], ['n', 'p'], ['u', 'n'])))
      const another = JSON.parse(JSON.stringify(talk('z', ['p', null])).replace('["p"]', '["another"]')) as object
      const both = chats(talk('y', ['n', 'p'], ['u', 'n'], ['a', 'u']), another)
      assert.equal((await imports(scope, both)).report.added, 2)
      assert.equal((await imports(scope, both)).report.added, 0)
      await sound(scope, 'x', 'y', 'z')
    },
  )

  it('in circles over many files ends', { timeout: 60_000 }, async () => {
    const scope = alone(on)
    for (const one of ['u1<u6 a1<u1', 'u2<u1 u3<u5', 'u4<u3 u5<u2', 'u6<u4', 'u5<u6 u2<u4'])
      await imports(scope, file(one))
    assert.ok(((await nodesOf(scope, 's')) ?? 0) < 30)
    await sound(scope, 's')
  })

  it('in another session has what is below it stored again there, counted where its messages are', async () => {
    const scope = alone(on)
    await imports(scope, file('u2<u1 a2<u2', 'B'))
    const resumed = file('u1 u2<u1 a2<u2 u3<a2', 'A')
    const { report } = await imports(scope, resumed)
    assert.deepEqual([report.added, report.unchanged, report.findings], [4, 0, []])
    assert.deepEqual([await idsOf(scope, 'A'), await idsOf(scope, 'B')], ['u1 u2 a2 u3', 'u2 a2'])
    assert.equal((await imports(scope, resumed)).report.added, 0)
    assert.equal((await scope.reads.message('B:u2'))?.observationCount, 1)
    await sound(scope, 'A', 'B')
  })

  it('in a third session leaves a copy in that one as it is', async () => {
    const scope = alone(on)
    const files = [file('u1<gone', 'B'), file('u2<gone', 'B') + file('u1<u2', 'A')]
    for (const one of files) await imports(scope, one)
    assert.deepEqual([await idsOf(scope, 'A'), await idsOf(scope, 'B')], ['u1', 'u2'])
    for (const one of files) assert.equal((await imports(scope, one)).report.added, 0)
    await sound(scope, 'A', 'B')
  })

  it('is the one in the same conversation, where another one of the file has its id too', async () => {
    const scope = alone(on)
    await imports(scope, JSON.stringify([talk('X', ['n2', 'p'])]))
    await imports(scope, JSON.stringify([talk('X', ['p', null]), talk('Y', ['p', null])]))
    assert.deepEqual([await nodesOf(scope, 'X'), await nodesOf(scope, 'Y')], [3, 1])
    await sound(scope, 'X', 'Y')
  })

  for (const lost of ['u9\0x', 'u9\ud800'])
    it(`is no other one whose id is alike: ${JSON.stringify(lost)}`, async () => {
      const scope = alone(on)
      const child = file('u1<gone').replaceAll('"gone"', JSON.stringify(lost))
      const alike = file('u9 u8', 'other').replaceAll('"u8"', '"u9\ufffd"')
      await imports(scope, alike)
      await imports(scope, child)
      assert.equal((await imports(scope, alike)).report.added, 0)
      assert.deepEqual([await idsOf(scope, 's'), await nodesOf(scope, 's')], ['u1', 1])
      assert.equal((await imports(scope, child)).report.added, 0)
      await sound(scope, 's', 'other')
    })
})
