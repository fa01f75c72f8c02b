import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from '../../support/properties.ts'
import { createConversation } from '../../../src/app/conversations/createConversation.ts'
import { deleteConversation } from '../../../src/app/conversations/deleteConversation.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import { compact } from '../../../src/app/markers/compact.ts'
import { search } from '../../../src/app/search/search.ts'
import type { SearchScope } from '../../../src/app/search/terms.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { amendMessage } from '../../../src/app/turns/amendMessage.ts'
import { deleteMessage } from '../../../src/app/turns/deleteMessage.ts'
import { restoreMessage } from '../../../src/app/turns/restoreMessage.ts'
import { storeTurn } from '../../../src/app/turns/storeTurns.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import type { Role } from '../../../src/domain/model.ts'
import { wholeOr } from '../../support/rounds.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { everything, judge } from './bruteForce.ts'

const words = fc.constantFrom(
  'fox',
  'foxes',
  'Red fox',
  'getUserById_v2',
  'user',
  '中文',
  '文字',
  '字',
  'ภาษาไทย',
  'a/b',
  '🦊',
  'É',
  '🦊!',
  'red',
)
const text = fc.array(words, { minLength: 2, maxLength: 7 }).map((some) => some.join(' '))
const conversation = fc.constantFrom('a', 'b', 'x')
const turn = fc.constantFrom('t1', 't2', 't3', 't4')
const at = fc.integer({ min: 1, max: 4 })
const role = fc.constantFrom<Role>('USER', 'ASSISTANT')

type Step = (scope: Scope) => Promise<unknown>
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 14,
    arbitrary: fc.record({ conversationId: conversation, turnId: turn, role, said: text }).map(
      ({ said, turnId, role: by, conversationId }): Step =>
        (scope) =>
          storeTurn(scope, {
            conversationId,
            turnId: `${turnId}${by}`,
            role: by,
            blocks: [{ type: 'text', text: said }],
          }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(conversation, turn, role, text).map(
      ([c, t, by, said]): Step =>
        (scope) =>
          amendMessage(scope, { messageId: `${c}:${t}${by}`, fields: { text: said } }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(conversation, turn, role).map(
      ([c, t, by]): Step =>
        (scope) =>
          deleteMessage(scope, { id: `${c}:${t}${by}` }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(conversation, turn, role).map(
      ([c, t, by]): Step =>
        (scope) =>
          restoreMessage(scope, { id: `${c}:${t}${by}` }),
    ),
  },
  {
    weight: 2,
    arbitrary: fc.tuple(conversation, at, fc.constantFrom('f', 'g')).map(
      ([source, n, newConversationId]): Step =>
        (scope) =>
          forkConversation(scope, { source, at: { turn: n }, newConversationId }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(fc.constantFrom('f', 'g'), text).map(
      ([conversationId, said]): Step =>
        (scope) =>
          storeTurn(scope, { conversationId, turnId: 't1USER', role: 'USER', blocks: [{ type: 'text', text: said }] }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(conversation, at).map(
      ([conversationId, n]): Step =>
        (scope) =>
          rewindConversation(scope, { conversationId, to: { turn: n } }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.tuple(conversation, text).map(
      ([conversationId, summary]): Step =>
        (scope) =>
          compact(scope, { conversationId, from: { turn: 1 }, to: { turn: 2 }, summary }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('b', 'f').map(
      (id): Step =>
        (scope) =>
          deleteConversation(scope, { id }),
    ),
  },
)

const query = fc.oneof(
  words,
  words.map((word) => `"${word}"`),
  fc.tuple(words, words).map(([one, other]) => `${one} -${other.split(' ')[0]}`),
  fc.constantFrom('re', 'getUser', 'get_user_by_id', 'ภาษา', 'user by', '"red fox" 字', 'fo'),
)
const within: fc.Arbitrary<SearchScope> = fc.record({
  conversationId: fc.constantFrom(null, null, 'a', 'b', 'x', 'f'),
  onPathOnly: fc.boolean(),
  roles: fc.option(fc.subarray<Role>(['USER', 'ASSISTANT'], { minLength: 1 }), { nil: null, freq: 1 }),
  values: fc.constantFrom('CURRENT' as const, 'AS_STORED' as const),
  includeExperiments: fc.boolean(),
})

await onEveryStore('search beside brute force', (on) => {
  let runs = 0
  const isSqlite = on.name.includes('SQLite')

  it('gives the same hits in the same order, whatever was stored', async () => {
    const property = fc.asyncProperty(
      fc.array(step, { minLength: 30, maxLength: 60 }),
      fc.array(fc.tuple(query, within, fc.integer({ min: 1, max: 4 })), { minLength: 6, maxLength: 6 }),
      async (steps, asked) => {
        const tenant = `${on.name} ${++runs}`
        const scope = () => on.scope({ tenant, process: runs })
        await createConversation(scope(), { id: 'x', origin: 'EXPERIMENT' })
        for (const one of steps) await unlessRefused(one(scope()))
        const graph = await everything(scope())
        for (const [words, where, window] of asked) {
          const { conversationId } = where
          if (conversationId != null && !graph.conversations.has(conversationId)) continue
          const asks = { ...where, onPathOnly: conversationId !== null && where.onPathOnly === true }
          const expected = judge(graph, words, asks, window)
          assert.deepEqual(await allPages(scope, words, asks, window), expected, `${words} ${JSON.stringify(asks)}`)
          const whole = await search(scope(), words, asks, { first: 100 }, window)
          assert.equal(await whole.totalCount(), expected.length)
        }
      },
    )
    await fc.assert(property, { numRuns: isSqlite ? wholeOr(12, 4) : 4 })
  })
})

async function unlessRefused(done: Promise<unknown>): Promise<void> {
  try {
    await done
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) throw thrown
  }
}

/** Two at a time. */
async function allPages(scope: () => Scope, words: string, where: SearchScope, window: number) {
  const found: { id: string; score: number; matches: number }[] = []
  for (let after: string | null = null; ;) {
    const page = await search(scope(), words, where, { first: 2, after }, window)
    found.push(...page.items.map(({ item }) => ({ id: item.observation.id, score: item.score, matches: item.matches })))
    after = page.items.at(-1)?.cursor ?? null
    if (!page.hasNextPage) return found
  }
}
