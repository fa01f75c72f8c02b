import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { everyConversationId } from '../../../src/cli/ids/pages.ts'
import type { GraphClient } from '../../../src/client/graphClient.ts'

/** A server's list of conversations, newest activity first, in pages of two. */
function serverOf(newestFirst: string[]) {
  let asked = 0
  const query = (_: unknown, { after }: { readonly after: string | null }) => {
    asked++
    const activity = after === null ? 0 : Number(after)
    const page = newestFirst.slice(activity, activity + 2)
    const pageInfo = { hasNextPage: activity + 2 < newestFirst.length, endCursor: String(activity + page.length) }
    return Promise.resolve({ conversations: { nodes: page.map((id) => ({ id })), pageInfo } })
  }
  return {
    graph: { query } as unknown as GraphClient,
    asked: () => asked,
    /** It is written to, and so it stands first; a cursor names a place behind which the others stay. */
    write: (id: string) => newestFirst.unshift(...newestFirst.splice(newestFirst.indexOf(id), 1)),
  }
}

async function taken(graph: GraphClient, onFirst = () => {}): Promise<string[]> {
  const ids: string[] = []
  for await (const id of everyConversationId(graph)) {
    ids.push(id)
    if (ids.length === 1) onFirst()
  }
  return ids
}

describe('the ids of all conversations of a server', () => {
  it('come once each, with one that moved to the front of the list meanwhile', async () => {
    const { graph, write } = serverOf(['a', 'b', 'c', 'd', 'e'])
    const ids = await taken(graph, () => write('e'))
    assert.deepEqual(ids.toSorted(), ['a', 'b', 'c', 'd', 'e'])
  })

  it('are listed twice where nothing moves', async () => {
    const { graph, asked } = serverOf(['a', 'b', 'c', 'd'])
    assert.deepEqual(await taken(graph), ['a', 'b', 'c', 'd'])
    assert.equal(asked(), 4)
  })
})
