import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildSchema, graphql } from 'graphql'
import { unlimited } from '../../src/app/read/budget.ts'
import { chargeLists } from '../../src/graphql/cost/chargeLists.ts'
import { listItem } from '../../src/graphql/listItem.ts'
import { pause } from '../support/waitFor.ts'

const text = `
  type Query { things: [Thing!]! }
  type Thing { count: Int! later: Int! }`

describe('an item of a list', () => {
  it('that throws at once leaves no rejection of another one alone', async () => {
    const schema = buildSchema(text)
    chargeLists(schema)
    const unheard: unknown[] = []
    const hear = (thrown: unknown) => void unheard.push(thrown)
    process.on('unhandledRejection', hear)
    try {
      const later = () => pause(5, 'it fails later').then(() => Promise.reject(new Error('late')))
      const rootValue = {
        things: [
          { count: 1, later },
          { count: 2 ** 40, later: 1 },
        ],
      }
      const found = await graphql({
        schema,
        source: '{ things { count later } }',
        rootValue,
        contextValue: { scope: { budget: unlimited } },
      })
      assert.match(found.errors?.[0]?.message ?? '', /Int cannot represent|late/)
      await pause(20, 'a rejection that nobody heard is told by then')
      assert.deepEqual(unheard, [])
    } finally {
      process.off('unhandledRejection', hear)
    }
  })

  it('is completed at once where nothing is thrown, and a promise stays what it is', () => {
    const promise = Promise.resolve(1)
    assert.equal(listItem(promise), promise)
    const item = listItem(7) as { then(completed: (value: unknown) => unknown): unknown }
    assert.deepEqual(
      item.then((value) => [value]),
      [7],
    )
  })
})
