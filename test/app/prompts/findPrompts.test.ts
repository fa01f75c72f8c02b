import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { promptDepthsIn, promptsBetween } from '../../../src/app/prompts/findPrompts.ts'
import type { TreeNode } from '../../../src/domain/model.ts'
import { noPrompts } from '../../../src/domain/prompts/pathPrompts.ts'
import { opened } from '../../../src/domain/tree/segments.ts'
import type { Range } from '../../../src/storage/graphStore.ts'
import fc from '../../support/properties.ts'
import { fakeReads } from '../../support/fakes.ts'

/** A path of one segment, of which some nodes are prompts. */
function pathWith(isPrompt: readonly boolean[]) {
  let prompts = noPrompts
  const nodes = isPrompt.map((begins, depth) => {
    if (begins) prompts = { ...prompts, count: prompts.count + 1, last: depth }
    return { id: `n${depth}`, place: { segmentId: 's', depth, prompts } } as TreeNode
  })
  const end = nodes.at(-1) as TreeNode
  const segment = opened('s', 'c', null, null, { id: end.id, depth: end.place.depth, at: '2026-01-01T00:00:00Z' })
  let [rounds, read, isAsking] = [0, 0, false]
  const reads = fakeReads({
    segment: () => Promise.resolve(segment),
    range: ({ from, to }: Range) => {
      if (!isAsking) {
        rounds++
        // What is asked in one tick of the event loop goes to the store as one call.
        isAsking = true
        setImmediate(() => (isAsking = false))
      }
      const found = nodes.slice(from, to + 1)
      read += found.length
      return new Promise((resolve) => setImmediate(() => resolve(found)))
    },
  })
  return { reads, end, nodes, done: () => ({ rounds, read }) }
}

const depths = (nodes: readonly TreeNode[]) => nodes.map(({ place }) => place.depth)

describe('the prompts of a path', () => {
  it('are found by their numbers, wherever they stand', async () => {
    const dense = fc.array(fc.boolean(), { minLength: 1, maxLength: 40 })
    const sparse = fc.array(fc.nat(9), { minLength: 1, maxLength: 80 }).map((all) => all.map((one) => one === 0))
    await fc.assert(
      fc.asyncProperty(fc.oneof(dense, sparse), fc.nat(80), fc.nat(80), async (isPrompt, a, b) => {
        const all = isPrompt.flatMap((begins, depth) => (begins ? [depth] : []))
        const { reads, end } = pathWith(isPrompt)
        assert.deepEqual(depths(await promptsBetween(reads, end, a, b)), all.slice(Math.max(0, a - 1), b))
        const [from, to] = [Math.min(a, b), Math.max(a, b)].map((one) => one % isPrompt.length).sort((x, y) => x - y)
        const inside = all.filter((depth) => depth >= (from ?? 0) && depth <= (to ?? 0))
        assert.deepEqual(await promptDepthsIn(reads, 's', from ?? 0, to ?? 0), inside)
      }),
    )
  })

  it('are found in the middle of a path, where those around them are passed over', async () => {
    for (const every of [1, 2, 7]) {
      const { reads, end, nodes } = pathWith(Array.from({ length: 300 }, (_, depth) => depth % every === 0))
      const all = depths(nodes).filter((depth) => depth % every === 0)
      for (let from = 1; from <= all.length; from += 3) {
        const found = await promptsBetween(reads, end, from, from + 21)
        assert.deepEqual(depths(found), all.slice(from - 1, from + 21), `every ${every}, from ${from}`)
      }
    }
  })

  it('of a long one are found in few rounds, and most of its nodes are never read', async () => {
    const length = 100_000
    const shapes: Readonly<Record<string, (depth: number) => boolean>> = {
      even: (depth) => depth % 32 === 0,
      'at the end': (depth) => depth === 0 || depth > length - 3_000,
      'before a long loop': (depth) => depth < 3_000,
      'a long loop between': (depth) => depth < 1_500 || depth > length - 1_500,
    }
    for (const [name, isPrompt] of Object.entries(shapes)) {
      const last = pathWith(Array.from({ length }, (_, depth) => isPrompt(depth)))
      const { count } = last.end.place.prompts
      assert.equal((await promptsBetween(last.reads, last.end, count - 19, count)).length, 20)
      assert.ok(last.done().rounds <= 25 && last.done().read <= 150, `${name}: ${JSON.stringify(last.done())}`)
      const all = pathWith(Array.from({ length }, (_, depth) => isPrompt(depth)))
      assert.equal((await promptsBetween(all.reads, all.end, 1, count)).length, count)
      assert.ok(all.done().rounds <= 60 && all.done().read <= 4 * count, `${name}: ${JSON.stringify(all.done())}`)
    }
  })
})
