import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { foldOf } from '../../../../src/domain/usage/rollup.ts'
import { foldDays, unfoldedDays } from '../../../../src/storage/sqlite/rollups/days.ts'
import { rollupRequest } from '../../../../src/storage/sqlite/rollups/request.ts'
import { answerParts } from '../../../../src/storage/sqlite/rollups/sql.ts'
import { addToSums, partsOf, writeRollup } from '../../../../src/storage/sqlite/rollups/write.ts'
import { shuffled } from './shuffled.ts'
import { memory, tenantIn } from '../memory.ts'
import { spending } from './sums.ts'

const { changes } = spending()
function empty() {
  const connection = memory()
  return { connection, tenant: tenantIn(connection, 't') }
}
const sumsOf = (connection: ReturnType<typeof memory>) =>
  ['usage_sums', 'tool_sums', 'move_sums', 'answers'].map((table) =>
    connection.all(`SELECT * FROM ${table} ORDER BY 1, 2, 3, 4`).map((row) => row.slice(0, -1)),
  )

describe('rollups that are added to the sums', () => {
  it('come to the same in whatever order they are written', () => {
    const written = [1, 2, 3].map((seed) => {
      const { connection, tenant } = empty()
      for (const one of shuffled(changes, seed)) writeRollup(connection, tenant, rollupRequest(foldOf(one)))
      const [usage, tools, moves, answers] = sumsOf(connection)
      const isSome = (row: readonly unknown[]) => row.slice(6).some((value) => value !== 0)
      return [usage?.filter(isSome), tools?.filter(isSome), moves, answers?.map(([, id]) => id)]
    })
    assert.deepEqual(written[1], written[0])
    assert.deepEqual(written[2], written[0])
  })

  it('say of which days they changed any sum', () => {
    const { connection, tenant } = empty()
    const [, first] = changes
    assert.ok(first)
    assert.deepEqual(
      [...writeRollup(connection, tenant, rollupRequest(foldOf(first))).days],
      [first.observations[0]?.observedAt.slice(0, 10)],
    )
  })

  it('have their days folded no longer', () => {
    const { connection, tenant } = empty()
    const requests = changes.map((one) => () => addToSums(connection, tenant, rollupRequest(foldOf(one))))
    for (const write of requests.slice(0, -1)) write()
    foldDays(connection, tenant, unfoldedDays(connection, tenant))
    assert.deepEqual(unfoldedDays(connection, tenant), [])
    requests.at(-1)?.()
    assert.equal(unfoldedDays(connection, tenant).length, 1)
  })

  it('are refused with the answers that were taken for new and are known', () => {
    const { connection, tenant } = empty()
    const answer = changes.find(({ observations }) => observations[0]?.usage?.answerId === 'trip-a')
    assert.ok(answer)
    const request = () => rollupRequest(foldOf(answer), ['trip-a'])
    assert.deepEqual(writeRollup(connection, tenant, request()).known, [])
    assert.deepEqual(writeRollup(connection, tenant, request()).known, ['trip-a'])
    assert.equal(partsOf(connection.get(answerParts, tenant, 'trip-a')).length, 1)
    assert.deepEqual(partsOf(null), [])
  })
})
