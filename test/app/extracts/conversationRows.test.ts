import assert from 'node:assert/strict'
import { it } from 'node:test'
import { conversationTable } from '../../../src/app/extracts/conversationRows.ts'
import type { ExtractFilter } from '../../../src/app/extracts/filter.ts'
import { newConversation } from '../../../src/domain/messages/newConversation.ts'
import type { Conversation } from '../../../src/domain/model.ts'
import { fakeScope } from '../../support/fakes.ts'

const at = (day: number) => `2026-01-0${day}T00:00:00.000000000Z`
const all: ExtractFilter = { from: null, to: null, includeExperiments: false, includeDeleted: false }

/** The rows of a store with these pages of conversations, each with the names of its columns. */
async function rows(filter: Partial<ExtractFilter>, ...pages: (readonly Conversation[])[]) {
  const store = {
    walk: (_: string, { after }: { after: string | null }) => {
      const page = Number(after ?? 0)
      return Promise.resolve({ items: pages[page] ?? [], next: page + 1 < pages.length ? `${page + 1}` : null })
    },
  }
  const scope = fakeScope({ store, reads: { clear: () => undefined } })
  const { columns, pages: made } = conversationTable(scope, { ...all, ...filter })
  const found: Record<string, unknown>[] = []
  for await (const page of made)
    for (const row of page) {
      assert.equal(row.length, columns.length)
      found.push(Object.fromEntries(columns.map(({ name }, k) => [name, row[k]])))
    }
  return found
}

const one = newConversation('c', at(7), { title: 'T', cwd: '/home', turnCount: 3, activityAt: at(8) })
const from = { conversationId: 'p', observationId: null, turn: null, pathHash: '', eventId: 'e' }

it('a row has what a conversation is, with the day and the week of its creation', async () => {
  const [row] = await rows({}, [{ ...one, shape: { ...one.shape, nodes: 5, toolCalls: 2 } }])
  const { conversation_id: id, title, project, turns, nodes, tool_calls: calls, day, week, deleted } = row ?? {}
  assert.deepEqual([id, title, project, turns, nodes, calls], ['c', 'T', '/home', 3, 5, 2])
  assert.deepEqual([day, week, deleted], ['2026-01-07', '2026-01-05', 0])
  assert.deepEqual([row?.['forked_from'], row?.['sidechain_of']], [null, null])
})

it('a deleted conversation has no title, and is there where it is asked for', async () => {
  const deleted = { ...one, deletedAt: at(9), forkedFrom: from, sidechainOf: 's' }
  assert.deepEqual(await rows({}, [deleted]), [])
  const [row] = await rows({ includeDeleted: true }, [deleted])
  assert.deepEqual([row?.['title'], row?.['deleted'], row?.['forked_from'], row?.['sidechain_of']], [null, 1, 'p', 's'])
})

it('all pages are gone through, and the time of a filter is that of the newest activity', async () => {
  const named = (id: string, day: number) => ({ ...one, id, activityAt: at(day) })
  const pages = [[named('a', 1), named('b', 2)], [], [named('d', 3)]]
  const ids = async (filter: Partial<ExtractFilter>) =>
    (await rows(filter, ...pages)).map((row) => row['conversation_id'])
  assert.deepEqual(
    [await ids({}), await ids({ from: at(2) }), await ids({ to: at(2) })],
    [
      ['a', 'b', 'd'],
      ['b', 'd'],
      ['a', 'b'],
    ],
  )
})
