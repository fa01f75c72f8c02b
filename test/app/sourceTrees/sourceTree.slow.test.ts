// Takes long: every real file of Claude Code is imported and counted twice.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { sourceShape, sourceTree } from '../../../src/app/sourceTrees/sourceTree.ts'
import type { Conversation } from '../../../src/domain/model.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { noSharedFiles, realFiles, type RealFile } from '../../support/sharedFiles.ts'
import { say } from '../../support/things.ts'
import { entries, imports, linesOf, type Entry } from '../../support/transcripts.ts'

interface Node {
  readonly uuid?: string
  readonly parentUuid?: string | null
  readonly isSidechain?: boolean
}

/** The plain formulas as anyone would write them, over the values of a file's lines. */
function plainly({ bytes }: RealFile) {
  const values = bytes
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as Node)
  const nodes = values.filter(({ uuid }) => typeof uuid === 'string')
  const ids = new Set(nodes.map(({ uuid }) => uuid))
  const parents = nodes.flatMap(({ parentUuid }) => (parentUuid != null && ids.has(parentUuid) ? [parentUuid] : []))
  const children = new Map<string, number>()
  for (const parent of parents) children.set(parent, (children.get(parent) ?? 0) + 1)
  return {
    nodes: ids.size,
    roots: nodes.filter(({ parentUuid }) => parentUuid == null).length,
    leaves: ids.size - children.size,
    branchPoints: [...children.values()].filter((count) => count > 1).length,
    sidechains: nodes.filter(({ isSidechain }) => isSidechain === true).length,
    entries: values.length,
  }
}

await onEveryStore('source tree', (on) => {
  it('is what the plain formulas find in each real file of Claude Code', { skip: noSharedFiles }, async () => {
    for (const [i, real] of realFiles('claude-code').entries()) {
      const scope = on.scope({ tenant: `source-${i}` })
      const { conversations } = await imports(scope, real.bytes, { fileName: real.name.split('/').at(-1) ?? null })
      const [own] = conversations
      assert.ok(own, real.name)
      const found = await sourceTree(scope, own)
      assert.ok(found, real.name)
      const { entries, ...shape } = plainly(real)
      assert.deepEqual(found.shape, { ...shape, versionPoints: 0, toolCalls: real.facts['tool_use_blocks'] }, real.name)
      assert.equal(
        found.entries.reduce((sum, { count }) => sum + count, 0),
        entries,
        real.name,
      )
      assert.equal(found.danglingParents, real.facts['dangling_parents'], real.name)
      assert.equal(found.parallelCalls + found.notes + found.ways, shape.branchPoints, real.name)
      const kept = conversations.reduce((sum, { shape: tree }) => sum + tree.branchPoints + tree.versionPoints, 0)
      assert.equal(found.ways, kept, real.name)
    }
  })

  it('says why the tree has fewer branch points', async () => {
    const drawn = entries('u1 c1:x/m<u1 r1:x<c1 c2:y/m<c1 r2:y<c2 a1<r1 n1<a1 u2<a1 a2<u2 u3<a1 a3<u3')
    const { conversations } = await imports(on.scope({ tenant: 'source why' }), linesOf(drawn))
    const found = await sourceTree(on.scope({ tenant: 'source why' }), conversations[0] as Conversation)
    const { parallelCalls, notes, ways, difference } = found ?? {}
    assert.deepEqual([parallelCalls, notes, ways], [1, 0, 1])
    const why =
      '1 of 2 branch points of the file is parallel calls with their results: the tree has them one after the other.'
    assert.equal(difference, `${why} At 1 the talk went two ways. The tree of this conversation has 1 branch point.`)
    assert.deepEqual(found?.entries, [
      { type: 'assistant', version: '2.1.0', count: 5 },
      { type: 'progress', version: '2.1.0', count: 1 },
      { type: 'user', version: '2.1.0', count: 5 },
    ])
  })

  it('counts an entry that is written twice once, and a parent that the file lacks as dangling', async () => {
    const [first, ...rest] = entries('u1 a1<u1 u2<gone u3<a1')
    const lines = [first, ...rest, { type: 'mode', mode: 'normal', sessionId: 's' }, rest[0]] as Entry[]
    const scope = on.scope({ tenant: 'source twice' })
    const { conversations } = await imports(scope, linesOf(lines))
    const found = await sourceTree(scope, conversations[0] as Conversation)
    assert.deepEqual(
      [found?.shape.nodes, found?.shape.roots, found?.danglingParents, found?.shape.leaves],
      [4, 1, 1, 2],
    )
  })

  it('is none of what was stored here or came without parents; its shape is then that of what is stored', async () => {
    const scope = on.scope({ tenant: 'source none' })
    for (const turn of ['t1', 't2', 't3']) await say(scope, 'c', turn)
    await say(scope, 'c', 't2', { blocks: [{ type: 'text', text: 'another' }] })
    const { conversation: fork } = await forkConversation(scope, { source: 'c', newConversationId: 'f' })
    await say(scope, 'f', 'own', { parent: { messageId: 'c:t1' } })
    const own = (await scope.store.conversations(['c', 'f'])) as Conversation[]
    for (const one of own) assert.equal(await sourceTree(scope, one), null)
    const shapes = await Promise.all(own.map((one) => sourceShape(scope, one)))
    const counted = shapes.map(({ nodes, roots, leaves, branchPoints, versionPoints }) => [
      nodes,
      roots,
      leaves,
      branchPoints,
      versionPoints,
    ])
    assert.deepEqual(counted, [
      [4, 1, 2, 1, 0],
      [3, 1, 2, 1, 0],
    ])
    assert.ok(fork)
  })
})
