import assert from 'node:assert/strict'
import { it } from 'node:test'
import { verifyPath } from '../../../src/app/integrity/verifyPath.ts'
import { asTreeNode, walk } from '../../../src/app/read/paths.ts'
import { intercept } from '../../../src/storage/intercept.ts'
import { ReadTooLarge, type GraphStore, type Range } from '../../../src/storage/graphStore.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say } from '../../support/talk.ts'

/** The store, as if no more than three nodes fitted into memory. */
const narrow = (store: GraphStore): GraphStore =>
  intercept(store, (method, call, asked) => {
    const [, ranges] = asked as [string, readonly Range[]]
    const length = method === 'ranges' ? ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0) : 0
    return length > 3 ? Promise.reject(new ReadTooLarge('too large')) : call()
  })

await onEveryStore('walking a path whose nodes are large', (on) => {
  it('reads fewer at a time, and misses none', async () => {
    const turns = ['u1', 'a2', 'u3', 'a4', 'u5', 'a6', 'u7']
    let headId = ''
    for (const turn of turns) headId = (await say(on.scope(), 'large', turn)).observation.id
    const scope = on.scope({ store: narrow(on.store()) })
    const head = asTreeNode(await scope.reads.observation(headId))
    assert.ok(head)
    const depths: number[] = []
    for await (const nodes of walk(scope.reads, head)) depths.push(...nodes.map(({ place }) => place.depth))
    assert.deepEqual(depths, [0, 1, 2, 3, 4, 5, 6])
    assert.equal((await verifyPath(scope, headId)).valid, true)
  })
})
