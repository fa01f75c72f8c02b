/** Conversations with a part of a title, whether the index of lists is walked or the table is scanned. */
import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { connect, type Connection } from '../../../../src/storage/sqlite/connection/connection.ts'
import { conversationCount, conversationList } from '../../../../src/storage/sqlite/lists/conversations.ts'
import { decodeConversation } from '../../../../src/storage/sqlite/reading/decode.ts'
import type { ConversationFilter } from '../../../../src/storage/sqlite/reading/readRequest.ts'
import { openSqliteStore } from '../../../../src/storage/sqlite/store.ts'
import { titleKey } from '../../../../src/storage/rows/rows.ts'
import { fill } from '../../../support/changes.ts'
import fc from '../../../support/properties.ts'
import { tenantFor } from '../../../support/tenants.ts'
import { converse } from '../../../support/tree/acts.ts'
import { createWorld, type World } from '../../../support/world.ts'
import { newPath } from '../folder.ts'

const signs = fc.constantFrom(...Array.from('aAbBkKxyé É"\\%_\n\u001f\u2028İßſ😀'), '\ud800')
const texts = fc.array(signs, { maxLength: 12 }).map((drawn) => drawn.join(''))
const drawnTitles = fc.sample(texts, { numRuns: 60 })
const many = { title: null, derivedTitle: 'Fork of many', preview: 'with "rare" in it' }

/** Conversations with drawn titles, two at a time, of which each third is a derived one; some are archived or deleted. */
function worldOf(titles: readonly string[]): World {
  const world = createWorld({ ties: 4 })
  for (const [k, title] of titles.entries()) {
    const metadata = k % 7 === 0 ? { archived: true } : {}
    const named = k % 3 === 0 ? { title: null, derivedTitle: title } : { title, derivedTitle: `not ${title}` }
    converse(world, `c${k}`, { ...many, ...named, metadata, deletedAt: k % 11 === 0 ? world.now() : null })
    converse(world, `many${k}`, many)
  }
  return world
}

const filterFor = (title: string, given: Partial<ConversationFilter> = {}): ConversationFilter => ({
  ...{ origins: null, cwdKeys: null, titleKey: titleKey(title), memberKeys: null, from: '', below: '~' },
  ...{ forkedFrom: null, includeDeleted: true, shelves: [0, 1], withoutForks: false },
  ...{ withoutSidechains: false, withoutMembers: null, failing: null, limit: 1_000 },
  ...given,
})

describe('conversations with a part of a title', () => {
  let connection: Connection
  const world = worldOf(drawnTitles)
  before(async () => {
    const path = newPath()
    const store = await openSqliteStore({ path })
    await fill(store, tenantFor('other'), worldOf(['rare']))
    await fill(store, tenantFor('titles'), world)
    await store.close()
    connection = connect(path, 'reader')
  })
  after(() => connection.close())

  /** All of them, page after page. */
  function idsOf(filter: ConversationFilter, steps: readonly number[]): string[] {
    const tenant = Number(connection.get("SELECT tenant FROM tenants WHERE name = 'titles'")?.[0])
    const ids: string[] = []
    for (let last = null as { sort: string; id: string } | null; ;) {
      const rows = conversationList(connection, tenant, { filter, after: last }, steps).map(decodeConversation)
      ids.push(...rows.map(({ id }) => id))
      const end = rows.at(-1)
      if (!end || rows.length < filter.limit) break
      last = { sort: end.activityAt, id: end.id }
    }
    assert.equal(conversationCount(connection, tenant, { ...filter, limit: 1_000 }), ids.length)
    return ids
  }

  function plainIds(title: string): string[] {
    const all = [...world.conversations.values()].filter((one) =>
      titleKey(one.title ?? one.derivedTitle).includes(titleKey(title)),
    )
    const order = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
    return all.sort((a, b) => order(b.activityAt, a.activityAt) || order(a.id, b.id)).map(({ id }) => id)
  }

  it('are those whose title has it, in their order, however far the index is walked', () => {
    const parts = fc.oneof(
      texts,
      fc.nat(drawnTitles.length - 1).map((k) => drawnTitles[k] ?? ''),
    )
    const part = fc.tuple(parts, fc.nat(5), fc.nat(6)).map(([text, from, length]) => text.slice(from, from + length))
    const steps = fc.constantFrom([], [1], [3, 40], [1_000])
    fc.assert(
      fc.property(part, steps, fc.constantFrom(7, 1_000), (title, walked, limit) => {
        assert.deepEqual(idsOf(filterFor(title, { limit }), walked), plainIds(title))
      }),
      { numRuns: 40 },
    )
  })

  it('are found by a long part, and by signs that JSON and patterns use', () => {
    for (const title of ['fork of many', '\\', '"', '%', '_', 'x'.repeat(70_000), '%a'.repeat(2_000)])
      assert.deepEqual(idsOf(filterFor(title), []), plainIds(title))
  })

  it('are not those that have it elsewhere', () => {
    assert.deepEqual(idsOf(filterFor('rare'), []), [])
  })
})
