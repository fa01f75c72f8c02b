import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import fc from '../../support/properties.ts'
import { storeTurns } from '../../../src/app/turns/storeTurns.ts'
import { openParts, type OpenParts } from '../../../src/compose.ts'
import { readConfig } from '../../../src/config/config.ts'
import type { Range } from '../../../src/storage/graphStore.ts'
import { connect, type Connection } from '../../../src/storage/sqlite/connection/connection.ts'
import { ranges } from '../../../src/storage/sqlite/reading/readSql.ts'
import type { RangeRequest } from '../../../src/storage/sqlite/reading/readRequest.ts'
import { rowsOfRanges } from '../../../src/storage/sqlite/threads/manyAtOnce.ts'
import { newPath } from './folder.ts'
import '../../support/shrinking.ts'
import { fakeOf } from '../../support/fakes.ts'

const turns = 40

describe('what is asked of many ranges', () => {
  let parts: OpenParts
  let segments: string[] = []
  before(async () => {
    const path = newPath()
    parts = await openParts(readConfig({ DATA: path, LOG_LEVEL: 'silent' }))
    // Each turn twice: a segment for each.
    const twice = Array.from({ length: turns }, (_, k) => [k, k]).flat()
    const turn = (conversationId: string) => (k: number) =>
      ({ conversationId, turnId: `t${k}`, role: 'USER', blocks: [{ type: 'text', text: `${k}` }] }) as const
    await storeTurns(parts.scope(), { turns: twice.map(turn('twice')) })
    await storeTurns(parts.scope(), { turns: Array.from({ length: turns }, (_, k) => k).map(turn('once')) })
    const connection = connect(`${path}/turngraph.db`, 'reader')
    segments = connection.all('SELECT id FROM segments').map(([id]) => String(id))
    connection.close()
  })
  after(() => parts.close())

  const numbers = fc.nat(turns + 2)
  const asked = () =>
    fc.array(
      fc.record({
        axis: fc.constantFrom('depth', 'turn', 'entry'),
        segmentId: fc.constantFrom(...segments, 'none'),
        from: numbers,
        to: numbers,
      }),
      { maxLength: 12 },
    ) as fc.Arbitrary<Range[]>

  it('is answered as what is asked of each', async () => {
    const { store } = parts.scope()
    await fc.assert(
      fc.asyncProperty(asked(), async (some) => {
        const each = async <T>(ask: (one: Range[]) => Promise<T[]>) =>
          (await Promise.all(some.map((one) => ask([one])))).flat()
        assert.deepEqual(await store.ranges(some), await each((one) => store.ranges(one)))
        assert.deepEqual(await store.shown(some), await each((one) => store.shown(one)))
      }),
      { numRuns: 40 },
    )
  })

  it('takes one statement for each axis', () => {
    const run: string[] = []
    const connection = fakeOf<Connection>('connection', { all: (sql: string) => (run.push(sql), []) })
    const some = segments.map((id): RangeRequest => ['turn', id, 1, 50])
    assert.equal(rowsOfRanges(connection, 1, ranges, some).length, segments.length)
    assert.deepEqual(run, [ranges.turn.many])
  })
})
