import assert from 'node:assert/strict'
import { it } from 'node:test'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import { listPage } from '../../../src/app/read/lists.ts'
import { messageSnapshot } from '../../../src/app/turns/snapshots.ts'
import { turnMessages } from '../../../src/app/read/messages.ts'
import { type ListPage } from '../../../src/app/read/pages.ts'
import { storeTurn, storeTurns } from '../../../src/app/turns/storeTurns.ts'
import type { Message, Observation, Role } from '../../../src/domain/model.ts'
import { onEveryStore } from '../../support/scopes.ts'
import { say, turnsOf } from '../../support/talk.ts'

const blocks = (text: string) => [{ type: 'text' as const, text }]
const turn = (conversationId: string, turnId: string, role: Role, text = turnId) => ({
  conversationId,
  turnId,
  role,
  blocks: blocks(text),
})

await onEveryStore('restoring turns', (on) => {
  const scope = on.scope
  const pathOf = async (observation: Observation) => {
    const path = [observation]
    for (let id = observation.place?.parentId; id; id = path[0]?.place?.parentId)
      path.unshift((await scope().reads.observation(id)) as Observation)
    return path.map((node) => (node.blocks[0] as { text: string }).text)
  }

  it('N-4, N-13: A, B, A is three observations, snapshot A, and every old path is readable', async () => {
    const stored = []
    for (const text of ['A', 'B', 'A']) {
      stored.push(await say(scope(), 'aba', 'u1', text))
      await say(scope(), 'aba', 'a1', `answer to ${text}`)
    }
    const message = (await scope().reads.message('aba:u1')) as Message
    assert.equal((await messageSnapshot(scope(), message))?.fields['text'], 'A')
    const page = await listPage(scope(), 'observationsOfMessage', 'aba:u1', { first: 10 })
    assert.deepEqual(
      page.items.map(({ item }) => item.id),
      stored.map(({ observation }) => observation.id).reverse(),
    )
    const answers = await listPage(scope(), 'observationsOfMessage', 'aba:a1', { first: 10 })
    const paths = await Promise.all(answers.items.map(({ item }) => pathOf(item)))
    assert.deepEqual(paths, [
      ['A', 'answer to A'],
      ['B', 'answer to B'],
      ['A', 'answer to A'],
    ])
    assert.deepEqual((await integrity(scope(), 'aba')).findings, [])
  })

  it('N-19: lists observations newest first by their own time, equal times by id, in stable pages', async () => {
    const observedAt = '2026-01-01T00:00:00.000000000Z'
    for (let i = 0; i < 7; i++) await say(scope(), 'ties', 'u1', `v${i}`, { observedAt })
    const all = await listPage(scope(), 'observationsOfMessage', 'ties:u1', { first: 100 })
    const ids = all.items.map(({ item }) => item.id)
    assert.deepEqual(ids, [...ids].sort())
    const paged: string[] = []
    for (let after: string | null = null; ;) {
      const page: ListPage<Observation> = await listPage(scope(), 'observationsOfMessage', 'ties:u1', {
        first: 2,
        after,
      })
      paged.push(...page.items.map(({ item }) => item.id))
      if (!page.hasNextPage) break
      after = page.items.at(-1)?.cursor ?? null
    }
    assert.deepEqual(paged, ids)
    assert.equal((await scope().reads.message('ties:u1'))?.latestId, ids[0])
  })

  it('times our own observations of a message strictly one after the other, in one batch and after a time to come', async () => {
    const { results } = await storeTurns(scope(), {
      turns: ['A', 'B', 'C'].map((text) => turn('times', 'u1', 'USER', text)),
    })
    const far = await say(scope(), 'times', 'u1', 'D', { observedAt: '2050-01-01T00:00:00.000000000Z' })
    const next = await say(scope(), 'times', 'u1', 'E')
    const times = [...results, far, next].map(({ observation }) => observation.observedAt)
    assert.deepEqual(times, [...new Set(times)].sort())
  })

  it('N-12: refuses another role of a turn, with the hint :assistant, also inside one batch; N-11 finds both', async () => {
    await say(scope(), 'roles', 'u1')
    const conflict = (thrown: unknown) => {
      const { code, facts } = thrown as { code: string; facts: { hint: string } }
      return code === 'ROLE_CONFLICT' && facts.hint.includes('u1:assistant')
    }
    await assert.rejects(storeTurn(scope(), turn('roles', 'u1', 'ASSISTANT')), conflict)
    const pair = [turn('roles-batch', 'u1', 'USER'), turn('roles-batch', 'u1', 'ASSISTANT')]
    await assert.rejects(storeTurns(scope(), { turns: pair }), conflict)
    assert.equal(await scope().reads.conversation('roles-batch'), null)
    await storeTurn(scope(), turn('roles', 'u1:assistant', 'ASSISTANT'))
    assert.deepEqual(
      (await turnMessages(scope(), 'roles', 'u1')).map(({ turnId, role }) => [turnId, role]),
      [
        ['u1', 'USER'],
        ['u1:assistant', 'ASSISTANT'],
      ],
    )
  })

  it('N-16: with a branch id, goes where the last turn of that branch stands, for new and known turns', async () => {
    const store = (turnId: string, branchId: string | null, text = turnId) =>
      storeTurn(scope(), { ...turn('branches', turnId, turnId.startsWith('u') ? 'USER' : 'ASSISTANT', text), branchId })
    await store('u1', null)
    await store('a1', 'main')
    const side = await storeTurn(scope(), {
      ...turn('branches', 'a2', 'ASSISTANT'),
      parent: { messageId: 'branches:u1' },
      branchId: 'side',
    })
    assert.equal(side.leftTranscript, 1)
    await store('u3', 'side')
    const back = await store('u4', 'main')
    assert.deepEqual(await turnsOf(scope(), 'branches'), ['u1', 'a1', 'u4'])
    assert.equal(back.leftTranscript, 2)
    const again = await store('u3', 'side', 'u3 again')
    assert.deepEqual(await pathOf(again.observation), ['u1', 'a2', 'u3 again'])
    // Without a branch id, the head is meant.
    await store('u5', null)
    assert.deepEqual(await turnsOf(scope(), 'branches'), ['u1', 'a2', 'u3', 'u5'])
    assert.deepEqual((await integrity(scope(), 'branches')).findings, [])
  })

  it('N-16: finds the branch inside one batch, and not that of the source in a fork', async () => {
    const { results } = await storeTurns(scope(), {
      turns: [
        { ...turn('batched', 'u1', 'USER'), branchId: 'b' },
        { ...turn('batched', 'a1', 'ASSISTANT'), branchId: 'b' },
        turn('batched', 'u2', 'USER'),
        { ...turn('batched', 'a3', 'ASSISTANT'), branchId: 'b' },
      ],
    })
    assert.deepEqual(await pathOf(results[3]?.observation as Observation), ['u1', 'a1', 'a3'])
    await forkConversation(scope(), { source: 'batched', at: { turn: 1 }, newConversationId: 'batched-fork' })
    const inFork = await storeTurn(scope(), { ...turn('batched-fork', 'u9', 'USER'), branchId: 'b' })
    assert.deepEqual(await pathOf(inFork.observation), ['u1', 'u9'])
  })

  it('N-14: a key gives the same conversation every time, white space aside; a given id goes before it', async () => {
    const { conversationId: _none, ...first } = turn('', 'u1', 'USER', 'Hello')
    const made = await storeTurn(scope(), { ...first, conversationKey: { firstUserMessage: 'Hello there' } })
    const same = await storeTurn(scope(), {
      ...first,
      turnId: 'u2',
      conversationKey: { firstUserMessage: ' Hello\nthere' },
    })
    assert.equal(same.conversation.id, made.conversation.id)
    assert.equal(same.conversation.turnCount, 2)
    const titled = await storeTurn(scope(), { ...first, conversationKey: { title: 'Hello there' } })
    assert.notEqual(titled.conversation.id, made.conversation.id)
    const own = await storeTurn(scope(), { ...first, conversationId: 'own', conversationKey: { title: 'Hello there' } })
    assert.equal(own.conversation.id, 'own')
    await assert.rejects(storeTurn(scope(), { ...first, conversationKey: { title: ' ' } }), { code: 'BAD_INPUT' })
    const keyed = { ...first, turnId: 'u3', conversationKey: { title: 'Keyed' }, idempotencyKey: 'by-key' }
    assert.deepEqual(
      [(await storeTurn(scope(), keyed)).replayed, (await storeTurn(scope(), keyed)).replayed],
      [false, true],
    )
  })

  it('N-2: fifty equal requests at once write once, and every answer is filled', async () => {
    const input = { ...turn('fifty', 'u1', 'USER', 'once'), idempotencyKey: 'fifty' }
    const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => storeTurn(scope({ process: i % 2 }), input)))
    assert.equal(new Set(answers.map(({ observation }) => observation.id)).size, 1)
    assert.equal(answers.filter(({ replayed }) => !replayed).length, 1)
    for (const { message, conversation } of answers)
      assert.deepEqual([message.id, message.observationCount, conversation.turnCount], ['fifty:u1', 1, 1])
    assert.equal((await messageSnapshot(scope(), answers[49]?.message as Message))?.fields['text'], 'once')
  })

  it('costs the same however many observations a message has', async () => {
    const callsOf = async (work: (store: ReturnType<typeof on.store>) => Promise<unknown>) => {
      const calls: string[] = []
      const store = new Proxy(on.store(), {
        get: (target, name, self) => {
          calls.push(String(name))
          return Reflect.get(target, name, self) as unknown
        },
      })
      await work(store)
      return calls
    }
    const again = (text: string) => callsOf((store) => say(scope({ store }), 'many', 'u1', text))
    await say(scope(), 'many', 'u1', 'first')
    const few = await again('second')
    for (let i = 0; i < 5; i++)
      await storeTurns(scope(), {
        turns: Array.from({ length: 100 }, (_, n) => turn('many', 'u1', 'USER', `v${i}-${n}`)),
      })
    assert.deepEqual(await again('last'), few)
    const message = (await scope().reads.message('many:u1')) as Message
    assert.equal(message.observationCount, 503)
    assert.deepEqual(message.others, [])
    const reads = await callsOf((store) => messageSnapshot(scope({ store }), message))
    assert.deepEqual(reads, ['observations'])
  })

  it('continues the head after a rewind to before the turn', async () => {
    for (const name of ['u1', 'a1', 'u2']) await say(scope(), 'rewound', name)
    await rewindConversation(scope(), { conversationId: 'rewound', to: { turn: 1 } })
    const stored = await say(scope(), 'rewound', 'u2', 'u2 again')
    assert.deepEqual(await pathOf(stored.observation), ['u1', 'u2 again'])
  })
})
