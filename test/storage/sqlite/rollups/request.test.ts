import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { unpackParts } from '../../../../src/domain/usage/answer.ts'
import { createFold, foldOf } from '../../../../src/domain/usage/rollup.ts'
import { rollupRequest, rowsOf } from '../../../../src/storage/sqlite/rollups/request.ts'
import { writtenColumns } from '../../../../src/storage/sqlite/rollups/sql.ts'
import { converse, store } from '../../../support/tree/acts.ts'
import { createWorld } from '../../../support/world.ts'

const world = createWorld()
converse(world, 'trip')
const usage = { inputTokens: 10, outputTokens: 5, costUsd: 0.5, answerId: 'a1' } as never
store(world, 'trip', { turnId: 'a1', role: 'ASSISTANT', usage })
const [, stored] = world.changes

describe('a rollup as rows', () => {
  it('has the values of each sum in the order of its columns; what is so or not as 1 or 0', () => {
    assert.ok(stored)
    const [row = []] = rollupRequest(foldOf(stored)).rows.usage
    const named = Object.fromEntries(writtenColumns.usage.map((name, k) => [name, row[k]]))
    assert.deepEqual(
      [
        named['conversationId'],
        named['role'],
        named['experiment'],
        named['messages'],
        named['inputTokens'],
        named['costUsd'],
      ],
      ['trip', 'ASSISTANT', 0, 1, 10, 0.5],
    )
  })

  it('names each answer with its parts, and those that must be new', () => {
    assert.ok(stored)
    const { answers, unsettled, newAnswers } = rollupRequest(foldOf(stored), ['a1'])
    assert.deepEqual([answers.length, unsettled, newAnswers], [1, null, ['a1']])
    const [id, parts] = answers[0] ?? []
    assert.deepEqual([id, unpackParts(parts ?? '[]').map(({ usage: spent }) => spent.inputTokens)], ['a1', [10]])
  })

  it('is left unsettled where a part is taken off, for then the other parts must be known', () => {
    const fold = createFold()
    const bucket = { conversationId: 'trip', experiment: false, day: '2026-01-01', role: 'USER', model: '' } as never
    const turn = {
      observationId: 'o',
      at: '2026-01-01T00:00:00.000000000Z',
      bucket,
      answerId: 'a1',
      storedAnswerId: 'a1',
    }
    fold.turn({ ...turn, usage: { inputTokens: 1 }, tools: [], failures: [] } as never, -1)
    const { rows, answers, unsettled } = rollupRequest(fold)
    assert.deepEqual([rows, answers], [{ usage: [], tools: [], moves: [] }, []])
    assert.equal(unsettled?.parts[0]?.part, null)
  })

  it('has no rows where nothing was counted', () => {
    assert.deepEqual(rowsOf({ usage: [], tools: [], moves: [] }), { usage: [], tools: [], moves: [] })
  })
})
