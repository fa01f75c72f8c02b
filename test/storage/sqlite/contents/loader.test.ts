import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { LoadBatch } from '../../../../src/domain/contents.ts'
import { loaderOn } from '../../../../src/storage/sqlite/contents/loader.ts'
import { loadRows } from '../../../../src/storage/sqlite/contents/loadRows.ts'
import { rowCounts } from '../../../../src/storage/sqlite/reading/readSql.ts'
import { faultsOf } from '../../../../src/storage/sqlite/connection/faults.ts'
import { converse, store } from '../../../support/tree/acts.ts'
import { createWorld } from '../../../support/world.ts'
import { memory } from '../memory.ts'

const world = createWorld()
converse(world, 'trip')
for (const turnId of ['u1', 'a1']) store(world, 'trip', { turnId })
const conversations = [...world.conversations.values()].map((one) => ({ ...one, lastSeq: 3 }))
const messages = { kind: 'message', values: [...world.messages.values()] } as const
/** All that the world holds, what others refer to last: rows come by in no order. */
const batches: readonly LoadBatch[] = [
  { kind: 'observation', values: [...world.observations.values()] },
  { kind: 'segment', values: [...world.segments.values()] },
  messages,
  { kind: 'event', values: world.events },
  { kind: 'conversation', values: conversations },
]
const requests = (some: readonly LoadBatch[]) =>
  some.flatMap((batch) => loadRows(batch).map((rows) => ({ tenant: 't', ...rows })))
const end = { end: true } as const

/** A loader, and how many rows of some kinds are there for others to see. */
function loading() {
  const connection = memory()
  const counts = () =>
    [rowCounts.conversations, rowCounts.observations, rowCounts.events].map((sql) => connection.get(sql)?.[0])
  return { connection, load: loaderOn(connection), counts }
}

describe('a load', () => {
  it('writes everything, in whatever order it comes, and the file is whole', () => {
    const { connection, load, counts } = loading()
    const answers = load([...requests(batches), end])
    assert.deepEqual(
      answers.filter((answer) => 'failure' in answer),
      [],
    )
    assert.deepEqual([counts(), connection.inTransaction()], [[1, 2, 3], false])
    assert.deepEqual(faultsOf(connection), [])
  })

  it('sums up anew what it has put in', () => {
    const { connection, load } = loading()
    load([...requests(batches), end])
    assert.deepEqual(connection.get('SELECT sum(messages), sum(observations) FROM usage_sums'), [2, 2])
    assert.deepEqual(connection.all('SELECT DISTINCT folded FROM sum_days'), [[0]])
  })

  it('lasts only with its end', () => {
    const { connection, load, counts } = loading()
    load(requests(batches))
    assert.equal(connection.inTransaction(), true)
    connection.run('ROLLBACK')
    assert.deepEqual(counts(), [0, 0, 0])
  })

  it('is nothing where one row is there already, and what follows is refused', () => {
    const { load, counts } = loading()
    const answers = load([...requests(batches), ...requests([messages]), end])
    const [failure, last] = answers.slice(-2).map((answer) => ('failure' in answer ? answer.failure.message : null))
    assert.match(failure ?? '', /^It is there already|UNIQUE/)
    assert.equal(last, 'What came before could not be written.')
    assert.deepEqual(counts(), [0, 0, 0])
  })

  it('is nothing where a row names one that never came', () => {
    const { load, counts } = loading()
    const [answer] = load([...requests(batches.slice(0, -1)), end]).slice(-1)
    assert.ok(answer && 'failure' in answer)
    assert.match(answer.failure.message, /FOREIGN KEY/)
    assert.deepEqual(counts(), [0, 0, 0])
  })
})
