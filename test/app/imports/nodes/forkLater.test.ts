import assert from 'node:assert/strict'
import { it } from 'node:test'
import type { Scope } from '../../../../src/app/scope.ts'
import { textOf } from '../../../../src/domain/messages/blocks.ts'
import { integrity } from '../../../../src/app/integrity/integrity.ts'
import { onEveryStore, type TestStore } from '../../../support/scopes.ts'
import { imports } from '../../../support/transcripts.ts'

let count = 0
const alone = (on: TestStore): Scope => on.scope({ tenant: `fork-later-${++count}` })

type Turn = readonly [id: string, parent: string | null]
/** A conversation of a ChatGPT export, of turns and what they follow. */
const talk = (id: string, ...turns: readonly Turn[]) =>
  JSON.stringify({
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

/** Returns where a conversation was forked, and its counts: nodes, roots, leaves, branch points. Nothing of it is damaged. */
async function standing(scope: Scope, id: string) {
  scope.reads.clear()
  const { damage, findings } = await integrity(scope, id)
  assert.equal(damage, 0, JSON.stringify(findings))
  const { forkedFrom = null, shape } = (await scope.reads.conversation(id)) ?? {}
  const point = forkedFrom?.observationId == null ? null : await scope.reads.observation(forkedFrom.observationId)
  return [textOf(point?.blocks ?? []), shape?.nodes, shape?.roots, shape?.leaves, shape?.branchPoints]
}
const added = async (scope: Scope, file: string) => (await imports(scope, file)).report.added

await onEveryStore('a fork whose past comes later', (on) => {
  const source = talk('S', ['a', null], ['b', 'a'])
  const root = talk('F', ['y', 'm'])

  it('is a fork of a later place, with what it had below the one before', async () => {
    const scope = alone(on)
    for (const file of [source, talk('F', ['a', null], ['b', 'a'], ['x', 'b']), root]) await imports(scope, file)
    assert.deepEqual(await standing(scope, 'F'), ['b', 4, 2, 2, 0])
    await imports(scope, talk('S', ['a', null], ['b', 'a'], ['m', 'b']))
    assert.deepEqual([await added(scope, root), await added(scope, root)], [1, 0])
    assert.deepEqual(await standing(scope, 'F'), ['m', 6, 2, 3, 1])
  })

  it('is so too where it had nothing there', async () => {
    const scope = alone(on)
    for (const file of [source, talk('F', ['a', null], ['b', 'a'], ['x', 'a']), root]) await imports(scope, file)
    const before = await standing(scope, 'F')
    await imports(scope, talk('S', ['a', null], ['b', 'a'], ['m', 'b']))
    assert.deepEqual([await added(scope, root), await added(scope, root)], [1, 0])
    assert.deepEqual(
      [before, await standing(scope, 'F')],
      [
        ['b', 4, 2, 3, 1],
        ['m', 6, 2, 3, 1],
      ],
    )
  })

  it('keeps its root where its path does not lead there', async () => {
    const scope = alone(on)
    for (const file of [source, talk('F', ['a', null], ['b', 'a'], ['x', 'b']), root]) await imports(scope, file)
    await imports(scope, talk('S', ['a', null], ['c', 'a'], ['m', 'c']))
    assert.equal(await added(scope, root), 0)
    assert.deepEqual(await standing(scope, 'F'), ['b', 4, 2, 2, 0])
  })
})
