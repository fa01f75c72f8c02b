import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { everyConversationId } from '../../../src/cli/ids/pages.ts'
import type { GraphClient } from '../../../src/client/graphClient.ts'
import { fakeOf } from '../../support/fakes.ts'

/** A server's list of conversations, newest activity first, in pages of two; what is done as each page is asked. */
function serverOf(newestFirst: string[], onPage = (_page: number) => {}) {
  let asked = 0
  const query = (_: unknown, { after }: { readonly after: string | null }) => {
    onPage(++asked)
    const activity = after === null ? 0 : Number(after)
    const page = newestFirst.slice(activity, activity + 2)
    const pageInfo = { hasNextPage: activity + 2 < newestFirst.length, endCursor: String(activity + page.length) }
    return Promise.resolve({ conversations: { nodes: page.map((id) => ({ id })), pageInfo } })
  }
  return { graph: fakeOf<GraphClient>('graph client', { query }), asked: () => asked }
}

/** One is written to, and so it stands first; a cursor names a place behind which the others stay. */
const write = (newestFirst: string[], id: string) =>
  void newestFirst.unshift(...newestFirst.splice(newestFirst.indexOf(id), 1))

async function taken(graph: GraphClient, onEach = (_taken: readonly string[]) => {}): Promise<string[]> {
  const ids: string[] = []
  for await (const id of everyConversationId(graph)) {
    ids.push(id)
    onEach(ids)
  }
  return ids
}

describe('the ids of all conversations of a server', () => {
  it('come once each, with one that moved to the front of the list meanwhile', async () => {
    const all = ['a', 'b', 'c', 'd', 'e']
    const moving = [...all]
    const { graph } = serverOf(moving, (page) => page === 2 && write(moving, 'e'))
    assert.deepEqual((await taken(graph)).toSorted(), all)
  })

  it('come all where one moves past the reader for each that is taken', async () => {
    const all = Array.from({ length: 40 }, (_, n) => String(n + 10))
    const moving = [...all]
    const { graph } = serverOf(moving)
    const ids = await taken(graph, (known) => {
      const last = moving.findLast((id) => !known.includes(id))
      if (last !== undefined) write(moving, last)
    })
    assert.deepEqual(ids.toSorted(), all)
  })

  it('are listed twice where nothing moves', async () => {
    const { graph, asked } = serverOf(['a', 'b', 'c', 'd'])
    assert.deepEqual(await taken(graph), ['a', 'b', 'c', 'd'])
    assert.equal(asked(), 4)
  })
})
