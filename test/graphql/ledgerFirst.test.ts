import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { buildSchema, graphql } from 'graphql'
import { conversationWithLedger } from '../../src/graphql/ledgerFirst.ts'
import { fakeScope } from '../support/fakes.ts'

const schema = buildSchema(`
  type Query { conversation(id: ID!): Conversation }
  type Conversation { id: ID, head: ID, events(first: Int = 50, after: String): Int }
`)

/** Returns what is read, in which order, where a query asks for a conversation. */
async function read(source: string): Promise<string[]> {
  const asked: string[] = []
  const reads = {
    list: async ({ list, limit }: { list: string; limit: number }) => {
      await new Promise(setImmediate)
      asked.push(`${list} ${limit}`)
      return []
    },
    conversation: async (id: string) => {
      asked.push(`conversation ${id}`)
      return { id }
    },
  }
  const scope = fakeScope({ reads, tenant: 'default', limits: { count: 10 } })
  const rootValue = {
    conversation: ({ id }: { id: string }, _: unknown, info: Parameters<typeof conversationWithLedger>[2]) =>
      conversationWithLedger(scope, id, info),
  }
  const { errors } = await graphql({ schema, source, rootValue, variableValues: { size: 4 } })
  assert.equal(errors, undefined)
  return asked
}

describe('a conversation that is asked for with its ledger', () => {
  it('is read after the page that is asked for, by whatever fragment and variable', async () => {
    assert.deepEqual(await read('{ conversation(id: "a") { id events(first: 1) } }'), ['events 2', 'conversation a'])
    const spread =
      'query($size: Int) { conversation(id: "a") { ...E } } fragment E on Conversation { events(first: $size) }'
    assert.deepEqual(await read(spread), ['events 5', 'conversation a'])
    assert.deepEqual(await read('{ conversation(id: "a") { ... on Conversation { events } } }'), [
      'events 51',
      'conversation a',
    ])
  })

  it('is read alone where none is asked for', async () => {
    assert.deepEqual(await read('{ conversation(id: "a") { id head } }'), ['conversation a'])
  })

  it('is read where the page cannot be', async () => {
    assert.deepEqual(await read('{ conversation(id: "a") { events(first: 1000) } }'), ['conversation a'])
  })
})
