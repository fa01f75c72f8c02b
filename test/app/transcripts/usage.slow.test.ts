/** What a path cost: each answer once, wherever its parts stand on it. */
import assert from 'node:assert/strict'
import { it } from 'node:test'
import fc from '../../support/properties.ts'
import { forkConversation } from '../../../src/app/forks/forkConversation.ts'
import { rewindConversation } from '../../../src/app/heads/rewindConversation.ts'
import { integrity } from '../../../src/app/integrity/integrity.ts'
import type { Scope } from '../../../src/app/scope.ts'
import { usageOf } from '../../../src/app/transcripts/usage.ts'
import { amendMessage } from '../../../src/app/turns/amendMessage.ts'
import { storeTurn, storeTurns } from '../../../src/app/turns/storeTurns.ts'
import type { Observation, UsageSums } from '../../../src/domain/model.ts'
import { Refusal } from '../../../src/domain/refusals.ts'
import { wholeOr, roundsOr } from '../../support/rounds.ts'
import { onEveryStore } from '../../support/scopes.ts'

const counters = ['inputTokens', 'outputTokens'] as const

interface Spent {
  readonly conversationId: string
  readonly turnId: string
  readonly answerId: string
  readonly outputTokens: number
}
const turnOf = ({ answerId, outputTokens, ...turn }: Spent) => ({
  ...turn,
  role: 'ASSISTANT' as const,
  blocks: [{ type: 'text' as const, text: answerId }],
  usage: { inputTokens: 100, outputTokens, answerId },
})

/** By walking up from a node: what nothing remembers cannot be wrong. */
async function walked(scope: Scope, from: string | null): Promise<UsageSums> {
  const answers = new Map<string, { inputTokens: number; outputTokens: number }>()
  for (let id = from; id !== null;) {
    const node: Observation | null = (await scope.store.observations([id]))[0] ?? null
    const { usage } = node ?? {}
    if (usage?.answerId != null) {
      const known = answers.get(usage.answerId) ?? { inputTokens: 0, outputTokens: 0 }
      for (const name of counters) known[name] = Math.max(known[name], usage[name] ?? 0)
      answers.set(usage.answerId, known)
    }
    id = node?.place?.parentId ?? null
  }
  const sum = (name: (typeof counters)[number]) => [...answers.values()].reduce((all, answer) => all + answer[name], 0)
  const none = { cacheReadTokens: 0, cacheWriteTokens: 0, costUsd: 0 }
  return {
    inputTokens: sum('inputTokens'),
    outputTokens: sum('outputTokens'),
    ...none,
    answers: answers.size,
    pricedAnswers: 0,
  }
}

async function usageOnPath(scope: Scope, id: string): Promise<[UsageSums, UsageSums]> {
  const conversation = await scope.reads.conversation(id)
  assert.ok(conversation)
  const { unpriced: _, ...sums } = await usageOf(scope, conversation, 'PATH')
  return [sums, await walked(scope, conversation.headId)]
}

/** In place: what was stored stays so for good, the answer that a turn is of as well. */
async function correct(scope: () => Scope, { conversationId, turnId, outputTokens }: Spent, answerId?: string | null) {
  const messageId = `${conversationId}:${turnId}`
  const latest = await scope().reads.observation((await scope().reads.message(messageId))?.latestId ?? '')
  if (latest?.usage == null) return
  const usage = { ...latest.usage, outputTokens, ...(answerId !== undefined && { answerId }) }
  await amendMessage(scope(), { messageId, fields: { usage } })
}

async function unlessRefused(done: Promise<unknown>): Promise<void> {
  await done.catch((thrown: unknown) => {
    if (!(thrown instanceof Refusal)) throw thrown
  })
}

await onEveryStore('the usage of a path', (on) => {
  let tenants = 0
  const fresh = () => {
    const tenant = `${on.name} path ${++tenants}`
    return () => on.scope({ tenant })
  }
  const spent = (conversationId: string, n: number, answerId: string): Spent => ({
    ...{ conversationId, turnId: `t${n}`, answerId, outputTokens: n + 1 },
  })

  it('counts an answer once, however far apart its parts stand', async () => {
    const scope = fresh()
    for (const [n, answer] of 'abcdefga'.split('').entries()) await storeTurn(scope(), turnOf(spent('c', n, answer)))
    const sums = await usageOnPath(scope(), 'c')
    assert.deepEqual(sums[0], sums[1])
    assert.deepEqual([sums[0].answers, sums[0].inputTokens, sums[0].outputTokens], [7, 700, 35])
    assert.deepEqual((await integrity(scope(), 'c')).findings, [])
  })

  it('counts it again in a conversation that has none of its parts on its path', async () => {
    const scope = fresh()
    for (const [n, answer] of 'abcdef'.split('').entries()) await storeTurn(scope(), turnOf(spent('c', n, answer)))
    await forkConversation(scope(), { source: 'c', at: { turn: 5 }, newConversationId: 'fork' })
    await storeTurn(scope(), turnOf(spent('fork', 10, 'f')))
    await storeTurn(scope(), turnOf(spent('fork', 11, 'a')))
    const sums = await usageOnPath(scope(), 'fork')
    assert.deepEqual(sums[0], sums[1])
    assert.equal(sums[0].answers, 6)
  })

  it('is right when turns come at once, and in one batch', async () => {
    const scope = fresh()
    const turns = 'abcdefgabcdefg'.split('').map((answer, n) => turnOf(spent('c', n, answer)))
    await Promise.all(turns.map((turn) => storeTurn(scope(), turn)))
    await storeTurns(scope(), { turns: turns.map((turn) => ({ ...turn, conversationId: 'batch' })) })
    for (const id of ['c', 'batch']) {
      const sums = await usageOnPath(scope(), id)
      assert.deepEqual(sums[0], sums[1])
      assert.equal(sums[0].answers, 7)
      assert.deepEqual((await integrity(scope(), id)).findings, [])
    }
  })

  it('is right where hundreds of answers are known from another conversation', async () => {
    const scope = fresh()
    const turns = (id: string) => Array.from({ length: 300 }, (_, n) => turnOf(spent(id, n, `answer ${n % 250}`)))
    await storeTurns(scope(), { turns: turns('first') })
    await storeTurns(scope(), { turns: turns('second') })
    for (const id of ['first', 'second']) {
      const sums = await usageOnPath(scope(), id)
      assert.deepEqual(sums[0], sums[1])
      assert.equal(sums[0].answers, 250)
    }
  })

  it('is right in the sibling of a turn that came too late', async () => {
    const scope = fresh()
    for (const [n, answer] of 'abcdef'.split('').entries()) await storeTurn(scope(), turnOf(spent('c', n, answer)))
    const expectedHeadId = (await scope().reads.conversation('c'))?.headId ?? ''
    await storeTurn(scope(), turnOf(spent('c', 9, 'z')))
    const late = { ...turnOf(spent('c', 20, 'a')), expectedHeadId, onConflict: 'FORK' as const }
    const { forked, conversation } = await storeTurn(scope(), late)
    assert.equal(forked, true)
    const sums = await usageOnPath(scope(), conversation.id)
    assert.deepEqual(sums[0], sums[1])
    assert.equal(sums[0].answers, 6)
  })

  /** Sums as walking up has them, of so many answers, and nothing that an integrity check finds. */
  const assertSound = async (scope: () => Scope, id: string, answers: number) => {
    const sums = await usageOnPath(scope(), id)
    assert.deepEqual(sums[0], sums[1])
    assert.equal(sums[0].answers, answers)
    assert.deepEqual((await integrity(scope(), id)).findings, [])
  }

  it('takes a turn for a part of the answer that it was stored as, not of the one that a correction names', async () => {
    const scope = fresh()
    await storeTurn(scope(), turnOf(spent('c', 1, 'x')))
    await correct(scope, spent('c', 1, 'x'))
    // The correction holds for this turn from now on: analytics count it as a part of x.
    for (const [n, answer] of 'abcdx'.split('').entries()) await storeTurn(scope(), turnOf(spent('c', n + 1, answer)))
    await assertSound(scope, 'c', 5)
  })

  for (const [title, renamed] of [
    ['another answer', 'z'],
    ['no answer', null],
  ] as const)
    it(`finds a part far up the path that a correction made one of ${title}`, async () => {
      const scope = fresh()
      for (const [n, answer] of 'xabcd'.split('').entries()) await storeTurn(scope(), turnOf(spent('c', n, answer)))
      await correct(scope, spent('c', 0, 'x'), renamed)
      await storeTurn(scope(), turnOf(spent('c', 9, 'x')))
      await assertSound(scope, 'c', 5)
      await correct(scope, spent('c', 0, 'x'), 'x')
      for (const [n, answer] of 'efghx'.split('').entries())
        await storeTurn(scope(), turnOf(spent('c', 10 + n, answer)))
      await assertSound(scope, 'c', 9)
    })

  it('finds the part of a known answer whose write is still under way', async () => {
    const scope = fresh()
    for (const id of ['first', 'second'])
      for (const [n, answer] of 'abcdx'.split('').entries()) await storeTurn(scope(), turnOf(spent(id, n, answer)))
    await storeTurn(scope(), turnOf(spent('c', 0, 'y')))
    const turns = 'xefghx'.split('').map((answer, n) => turnOf(spent('c', n + 1, answer)))
    await Promise.all(turns.map((turn) => storeTurn(scope(), turn)))
    await assertSound(scope, 'c', 6)
  })

  const conversationId = fc.constantFrom('a', 'b', 'f')
  const answerId = fc.constantFrom(...'abcdefgh'.split(''))
  const spending = fc.record({
    conversationId,
    turnId: fc.integer({ min: 1, max: 12 }).map((n) => `t${n}`),
    answerId,
    outputTokens: fc.integer({ min: 0, max: 50 }),
  })
  const spendings = fc.array(spending, { minLength: 2, maxLength: 8 })
  const turn = fc.integer({ min: 1, max: 9 })
  const step = fc.oneof(
    { weight: 8, arbitrary: fc.record({ store: spending }) },
    { weight: 2, arbitrary: fc.record({ batch: spendings }) },
    { weight: 1, arbitrary: fc.record({ atOnce: spendings }) },
    { weight: 1, arbitrary: fc.record({ fork: fc.constantFrom('a', 'b'), turn }) },
    { weight: 1, arbitrary: fc.record({ rewind: conversationId, turn }) },
    { weight: 1, arbitrary: fc.record({ correct: spending }) },
    { weight: 1, arbitrary: fc.record({ correct: spending, to: fc.option(answerId) }) },
  )
  type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

  async function perform(scope: () => Scope, step: Step): Promise<void> {
    if ('store' in step) await storeTurn(scope(), turnOf(step.store))
    else if ('batch' in step) await storeTurns(scope(), { turns: step.batch.map(turnOf) })
    else if ('atOnce' in step) await Promise.all(step.atOnce.map((one) => storeTurn(scope(), turnOf(one))))
    else if ('correct' in step) await correct(scope, step.correct, 'to' in step ? step.to : undefined)
    else {
      const at = { turn: step.turn }
      if ('fork' in step) await forkConversation(scope(), { source: step.fork, at, newConversationId: 'f' })
      else await rewindConversation(scope(), { conversationId: step.rewind, to: at })
    }
  }

  it('is that of walking up, whatever was stored', async () => {
    const property = fc.asyncProperty(fc.array(step, { minLength: 25, maxLength: 40 }), async (steps) => {
      const scope = fresh()
      for (const one of steps) await unlessRefused(perform(scope, one))
      for (const id of ['a', 'b', 'f']) {
        if ((await scope().reads.conversation(id)) === null) continue
        const [kept, counted] = await usageOnPath(scope(), id)
        assert.deepEqual(kept, counted, id)
        assert.deepEqual(
          (await integrity(scope(), id)).findings.filter(({ code }) => code !== 'DANGLING_PARENT'),
          [],
        )
      }
    })
    await fc.assert(property, { numRuns: roundsOr(on.name.includes('SQLite') ? wholeOr(15, 5) : 2) })
  })
})
