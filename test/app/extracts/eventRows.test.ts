import assert from 'node:assert/strict'
import { it } from 'node:test'
import { eventTable } from '../../../src/app/extracts/eventRows.ts'
import type { ExtractFilter } from '../../../src/app/extracts/filter.ts'
import { anonymous } from '../../../src/domain/access/principal.ts'
import { newConversation } from '../../../src/domain/messages/newConversation.ts'
import type { Event } from '../../../src/domain/model.ts'
import { fakeScope } from '../../support/fakes.ts'

const at = (day: number) => `2026-01-0${day}T00:00:00.000000000Z`
const all: ExtractFilter = { from: null, to: null, includeExperiments: false, includeDeleted: false }
const event = (id: string, more: Partial<Event> = {}): Event => ({
  id,
  conversationId: 'c',
  seq: 1,
  kind: 'STORE',
  at: at(1),
  principal: null,
  actor: null,
  note: null,
  pathHash: null,
  details: {},
  head: null,
  ...more,
})

/** The rows of a ledger, with the names of their columns; `x` is an experiment. */
async function rows(filter: Partial<ExtractFilter>, ...events: Event[]) {
  const conversation = (id: string) =>
    Promise.resolve(newConversation(id, at(1), { origin: id === 'x' ? 'EXPERIMENT' : 'HOST' }))
  const store = { walk: () => Promise.resolve({ items: events, next: null }) }
  const scope = fakeScope({ store, reads: { clear: () => undefined, conversation } })
  const { columns, pages } = eventTable(scope, { ...all, ...filter })
  const found: Record<string, unknown>[] = []
  for await (const page of pages)
    for (const row of page) {
      assert.equal(row.length, columns.length)
      found.push(Object.fromEntries(columns.map(({ name }, k) => [name, row[k]])))
    }
  return found
}

it('a row has what was done, with who did it as JSON and where the head went', async () => {
  const [row] = await rows(
    {},
    event('e', {
      actor: { name: 'é' },
      principal: anonymous,
      note: 'why',
      details: { a: [1] },
      head: { from: null, to: 'o' },
    }),
  )
  const { actor, principal, details, note, day, head_from: before, head_to: after } = row ?? {}
  assert.deepEqual([actor, principal, details], ['{"name":"é"}', JSON.stringify(anonymous), '{"a":[1]}'])
  assert.deepEqual([note, day, before, after], ['why', '2026-01-01', null, 'o'])
  const [bare] = await rows({}, event('e'))
  assert.deepEqual(
    [bare?.['actor'], bare?.['principal'], bare?.['head_to'], bare?.['details']],
    [null, null, null, '{}'],
  )
})

it('what happened to things of no conversation is there, and of experiments where it is asked for', async () => {
  const events = [
    event('loose', { conversationId: null, seq: null }),
    event('own'),
    event('tried', { conversationId: 'x' }),
  ]
  const ids = async (filter: Partial<ExtractFilter>) => (await rows(filter, ...events)).map((row) => row['event_id'])
  assert.deepEqual(
    [await ids({}), await ids({ includeExperiments: true })],
    [
      ['loose', 'own'],
      ['loose', 'own', 'tried'],
    ],
  )
})

it('the time of a filter is that of the event', async () => {
  const found = await rows({ from: at(2), to: at(3) }, ...[1, 2, 3, 4].map((day) => event(`${day}`, { at: at(day) })))
  assert.deepEqual(
    found.map((row) => row['event_id']),
    ['2', '3'],
  )
})
