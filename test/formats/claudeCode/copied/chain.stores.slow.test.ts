// Takes long: families of forks in any order, each file imported by itself.
import assert from 'node:assert/strict'
import { it } from 'node:test'
import { integrity } from '../../../../src/app/integrity/integrity.ts'
import type { Scope } from '../../../../src/app/scope.ts'
import { usageOf } from '../../../../src/app/transcripts/usage.ts'
import { textOf } from '../../../../src/domain/messages/blocks.ts'
import { randomFrom, type Random } from '../../../support/random.ts'
import { wholeOr, seedsOfRun } from '../../../support/rounds.ts'
import { onEveryStore } from '../../../support/scopes.ts'
import { imports, linesOf, pathOf } from '../../../support/transcripts.ts'

type Line = readonly [n: number, text: string, from?: string]
/** A session as the Agent SDK forks it: copied lines have ids of their own, and name those that they were copied from. */
const session = (id: string, ...said: readonly Line[]) =>
  linesOf(
    said.map(([n, text, from], at) => ({
      ...{ type: n % 2 === 1 ? 'user' : 'assistant', sessionId: id, version: '2.1.0', cwd: '/w', isSidechain: false },
      ...{ uuid: `${id}-${n}`, parentUuid: at === 0 ? null : `${id}-${said[at - 1]?.[0]}` },
      timestamp: `2026-07-01T09:00:${10 + n}.000Z`,
      message:
        n % 2 === 1
          ? { role: 'user', content: text }
          : {
              id: `msg_${text}`,
              role: 'assistant',
              model: 'm',
              content: [{ type: 'text', text }],
              usage: { input_tokens: 10, output_tokens: 5 },
            },
      ...(from !== undefined && { forkedFrom: { sessionId: from, messageUuid: `${from}-${n}` } }),
    })),
  )

const a = session('a', [1, 'one'], [2, 'two'], [3, 'three'], [4, 'four'])
const b = session('b', [1, 'one', 'a'], [2, 'two', 'a'], [5, 'five'], [6, 'six'])
const c = session('c', [1, 'one', 'b'], [2, 'two', 'b'], [5, 'five', 'b'], [6, 'six', 'b'], [7, 'seven'])
const d = session(
  'd',
  [1, 'one', 'c'],
  [2, 'two', 'c'],
  [5, 'five', 'c'],
  [6, 'six', 'c'],
  [7, 'seven', 'c'],
  [9, 'nine'],
)

const words = async (scope: Scope, id: string) =>
  (await pathOf(scope, id)).map(({ blocks }) => textOf(blocks)).join(' ')
const pointOf = async (scope: Scope, id: string) => {
  const { forkedFrom, shape } = (await scope.reads.conversation(id)) ?? {}
  return [forkedFrom?.conversationId, forkedFrom?.turn, shape?.roots]
}

/** A session of a family, and what is to be known of it whatever came first. */
interface Member {
  readonly id: string
  readonly lines: readonly Line[]
  readonly source: string | undefined
  /** How many of its lines are its source's. */
  readonly shared: number
}

/** Returns sessions of which each, but for the first, was forked from one before it: behind something that this one said itself. */
function family(random: Random, size: number): Member[] {
  const members: Member[] = []
  for (let number = 1; members.length < size;) {
    const source = members.length === 0 ? undefined : random.pick(members)
    const own = source === undefined ? 0 : (source.lines.length - source.shared) / 2
    const shared = source === undefined ? 0 : source.shared + 2 * (1 + random.below(own))
    const copied = (source?.lines ?? []).slice(0, shared).map(([n, text]): Line => [n, text, source?.id ?? ''])
    const said = Array.from({ length: 2 * (1 + random.below(2)) }, (): Line => [number, `w${number++}`])
    members.push({ id: `s${members.length}`, lines: [...copied, ...said], source: source?.id, shared })
  }
  return members
}

function shuffled<T>(random: Random, items: readonly T[]): T[] {
  const left = [...items]
  return items.map(() => left.splice(random.below(left.length), 1)[0] as T)
}

let count = 0
await onEveryStore('copies of copies by the Agent SDK', (on) => {
  for (const files of [
    [a, b, c, d],
    [b, a, c, d],
    [b, c, d, a],
    [b, c, a, d],
    [c, b, a, d],
    [d, c, b, a],
  ])
    it(`are the lines that were said first: ${files.map((file) => /"sessionId":"(.)"/.exec(file)?.[1]).join(', ')}`, async () => {
      const scope = on.scope({ tenant: `chain-${++count}` })
      for (const file of files) await imports(scope, file)
      for (const file of files) assert.equal((await imports(scope, file)).report.added, 0)
      scope.reads.clear()
      // What came before its source stays in its tree as a root of its own.
      const waited = (later: string, earlier: string) => files.indexOf(later) < files.indexOf(earlier)
      assert.deepEqual(await pointOf(scope, 'b'), ['a', 2, waited(c, b) ? 2 : 1])
      assert.deepEqual(await pointOf(scope, 'c'), ['b', 4, waited(d, c) ? 2 : 1])
      assert.deepEqual(await pointOf(scope, 'd'), ['c', 5, 1])
      assert.equal(await words(scope, 'd'), 'one two five six seven nine')
      const first = await scope.reads.conversation('a')
      assert.ok(first)
      const { answers, outputTokens } = await usageOf(scope, first, 'TREE')
      assert.deepEqual([answers, outputTokens], [3, 15])
    })

  const rounds = on.name.includes('SQLite') ? wholeOr(30, 10) : 2
  for (const seed of seedsOfRun(rounds))
    it(`of sessions that were forked at random are one tree in any order, each file by itself: seed ${seed}`, async () => {
      const random = randomFrom(seed)
      const members = family(random, 2 + random.below(5))
      const order = shuffled(random, members)
      const scope = on.scope({ tenant: `family-${seed}` })
      for (const { id, lines } of order) await imports(scope, session(id, ...lines))
      for (const { id, lines } of order) assert.equal((await imports(scope, session(id, ...lines))).report.added, 0)
      scope.reads.clear()
      const told = order.map(({ id, source }) => `${id} of ${source}`).join(', ')
      for (const { id, lines, source, shared } of members) {
        assert.equal(await words(scope, id), lines.map(([, text]) => text).join(' '), told)
        const [of, at] = await pointOf(scope, id)
        assert.deepEqual([of, at], [source, source && shared], `${id}: ${told}`)
        assert.equal((await integrity(scope, id)).damage, 0, told)
      }
      const first = await scope.reads.conversation('s0')
      assert.ok(first)
      const { answers } = await usageOf(scope, first, 'TREE')
      assert.equal(answers, new Set(members.flatMap(({ lines }) => lines.map(([n]) => n))).size / 2, told)
    })
})
