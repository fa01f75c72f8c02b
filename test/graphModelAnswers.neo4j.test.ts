/** What the queries of docs/graph-model.md about use and cost say of a talk of which the answers are known. */
import assert from 'node:assert/strict'
import neo4j, { isInt, type Driver } from 'neo4j-driver'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { root } from '../scripts/root.ts'
import { forkConversation } from '../src/app/forks/forkConversation.ts'
import { rewindConversation } from '../src/app/heads/rewindConversation.ts'
import type { Scope } from '../src/app/scope.ts'
import { storeTurn } from '../src/app/turns/storeTurns.ts'
import type { Block, Role } from '../src/domain/model.ts'
import { openNeo4jStore } from '../src/storage/neo4j/store.ts'
import { fill } from './support/changes.ts'
import { neo4jLines, withNeo4j } from './support/neo4j.ts'
import { actsOn } from './support/scopes.ts'
import { noSearch } from './support/fakes.ts'
import { tenantFor } from './support/tenants.ts'
import { converse } from './support/tree/acts.ts'
import { createWorld } from './support/world.ts'

const page = readFileSync(join(root, 'docs/graph-model.md'), 'utf8')
const queries = new Map(
  [...page.matchAll(/^ *\d+\. ([^\n]+)\n\n +```cypher\n([^]*?)^ +```$/gm)].map(([, title = '', text = '']) => [
    title,
    text,
  ]),
)
const tenant = tenantFor('talk with answers')

/** A question with a tool that fails, an answer in two versions, a fork that is taken back, and a fork of that. */
async function talk(scope: () => Scope): Promise<void> {
  const say = (conversationId: string, turnId: string, at: string, role: Role, more: object = {}) => {
    const blocks: Block[] = [{ type: 'text', text: turnId }]
    return storeTurn(scope(), { conversationId, turnId, role, blocks, observedAt: `2026-03-${at}.000000000Z`, ...more })
  }
  const spent = (inputTokens: number, outputTokens: number, costUsd: number, answerId: string) => ({
    usage: { inputTokens, outputTokens, costUsd, answerId },
  })
  const [call, failure]: [Block[], Block[]] = [
    [{ type: 'toolCall', callId: 'k', name: 'read', input: {} }],
    [{ type: 'toolResult', callId: 'k', content: 'no', isError: true }],
  ]
  await say('c', 'u1', '01T08:00:00', 'USER')
  await say('c', 'a1', '01T08:00:08', 'ASSISTANT', { model: 'large', blocks: call, ...spent(10, 5, 0.5, 'x') })
  await say('c', 't1', '01T08:00:09', 'TOOL', { blocks: failure })
  await say('c', 'a2', '02T08:00:10', 'ASSISTANT', { model: 'large', ...spent(20, 10, 0.25, 'y') })
  await say('c', 'u2', '02T08:01:00', 'USER')
  await say('c', 'a3', '02T08:01:30', 'ASSISTANT', { model: 'small', ...spent(1, 1, 0.125, 'z') })
  await say('c', 'a3', '02T08:02:00', 'ASSISTANT', { model: 'small', ...spent(2, 2, 0.125, 'w') })
  await forkConversation(scope(), { source: 'c', at: { turn: 1 }, newConversationId: 'f' })
  await say('f', 'u4', '02T09:00:00', 'USER')
  await rewindConversation(scope(), { conversationId: 'f', to: { turn: 1 } })
  await forkConversation(scope(), { source: 'f', newConversationId: 'g' })
}

/** By the beginning of the sentence over a query: the columns to look at, and the rows that they must have. */
const answers: Readonly<Record<string, readonly [columns: readonly string[], rows: readonly unknown[][]]>> = {
  'Tokens and cost by day and model': [
    ['day', 'model', 'inputTokens', 'outputTokens', 'costUsd', 'answers', 'withoutCost'],
    [
      ['2026-03-01', '', 0, 0, null, 0, 0],
      ['2026-03-01', 'large', 10, 5, 0.5, 1, 0],
      ['2026-03-02', '', 0, 0, null, 0, 0],
      ['2026-03-02', 'large', 20, 10, 0.25, 1, 0],
      ['2026-03-02', 'small', 3, 3, 0.25, 2, 0],
    ],
  ],
  'What each conversation cost': [
    ['conversation', 'costUsd', 'tokens'],
    [
      ['c', 1, 51],
      ['f', null, 0],
    ],
  ],
  'Tokens and cost of the way to each leaf': [
    ['costUsd', 'tokens'],
    [
      [0.875, 49],
      [0.875, 47],
    ],
  ],
  'How often users took something back': [['takenBack', 'turns', 'rewindRate'], [[2, 3, 2 / 3]]],
  'Calls and failures of each tool': [['tool', 'calls', 'errors', 'costUsd'], [['read', 1, 1, 0.5]]],
  'The deepest forks': [
    ['conversation', 'depth', 'source'],
    [
      ['g', 2, 'c'],
      ['f', 1, 'c'],
    ],
  ],
  'The longest conversations': [
    ['conversation', 'turns'],
    [
      ['c', 6],
      ['f', 1],
      ['g', 1],
      ['agent', 0],
    ],
  ],
  'Abandoned branches': [
    ['conversation', 'depth'],
    [
      ['c', 5],
      ['f', 1],
    ],
  ],
  'Sub-agents of each session': [['session', 'agents'], [['c', 1]]],
  'Seconds from a user': [
    ['model', 'answers', 'median', 'longest'],
    [
      ['small', 2, 45, 60],
      ['large', 1, 8, 8],
    ],
  ],
  'Turns that were replaced most': [['conversation', 'versions'], [['c', 2]]],
}

for (const { line, version, skip } of await neo4jLines()) {
  describe(`the page about the graph model says of a talk on Neo4j ${version}`, { skip }, () => {
    let driver: Driver
    before(async () => {
      const address = await withNeo4j(line)
      const store = await openNeo4jStore({ ...address, timeouts: { read: 60_000, write: 60_000 } })
      try {
        const noBytes = () => ({}) as never
        await talk(
          actsOn(
            tenant,
            () => store,
            noBytes,
            () => noSearch,
          ).scope,
        )
        const world = createWorld()
        converse(world, 'agent', { sidechainOf: 'c' })
        await fill(store, tenant, world)
      } finally {
        await store.close()
      }
      driver = neo4j.driver(address.uri, neo4j.auth.basic(address.user, address.password))
    })
    after(() => driver.close())

    for (const [beginning, [columns, rows]] of Object.entries(answers))
      it(`${beginning} …`, async () => {
        const [title] = [...queries.keys()].filter((one) => one.startsWith(beginning))
        assert.ok(title !== undefined, beginning)
        const { records } = await driver.executeQuery(queries.get(title) ?? '', { tenant, conversation: 'c' })
        assert.deepEqual(
          records.map((record) => columns.map((name) => plain(record.get(name)))),
          rows,
        )
      })
  })
}

const plain = (value: unknown): unknown => (isInt(value) ? value.toNumber() : value)
