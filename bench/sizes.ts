import { forkConversation } from '../src/app/forks/forkConversation.ts'
import { promisedCount } from '../src/app/read/lists.ts'
import type { Scope } from '../src/app/scope.ts'
import { conversationsOfPage, leavesBelowPage } from '../src/app/trees/conversationsOf.ts'
import { storeTurn } from '../src/app/turns/storeTurn.ts'
import type { Observation } from '../src/domain/model.ts'
import { beside, median, timed } from './measure.ts'
import type { Sizes } from './options.ts'
import { storeForksOfForks, storeMany, turnOf } from './seed.ts'
import type { Subject } from './subject.ts'
import { count, ms, type Figure } from './table.ts'

const most = 50
const rounds = 15

/** Counts, and first pages of leaves, where there are very many forks of one point or very many nested ones. */
export async function measureSizes(
  { scope, name }: Subject,
  { forksOfPoint, nested, messages }: Sizes,
): Promise<Figure[]> {
  const unused = await pointWithForks(scope, 'point', forksOfPoint, false)
  const used = await pointWithForks(scope, 'used', forksOfPoint, true)
  await storeForksOfForks(scope, 'levels', nested, 1)
  await storeMany(scope, 'long', messages)
  const deep = await rootOf(scope, 'levels')
  const below = [
    [unused, `${count(forksOfPoint)} unused forks of it`],
    [used, `${count(forksOfPoint)} forks of it with a turn of their own`],
    [deep, `${count(nested)} nested forks`],
  ] as const
  const works = below.flatMap(([node, where]) => [
    [`first page of 50 leaves of a node with ${where}`, () => leavesBelowPage(scope(), node, { first: 50 })] as const,
    [`leaves.totalCount of a node with ${where}`, () => totalOf(leavesBelowPage, scope(), node)] as const,
    [`conversations.totalCount of a node with ${where}`, () => totalOf(conversationsOfPage, scope(), node)] as const,
  ])
  const figures: Figure[] = []
  for (const [what, work] of [
    ...works,
    [
      `messages.totalCount of ${count(messages)} messages`,
      () => promisedCount(scope(), 'messagesOfConversation', 'long'),
    ] as const,
  ])
    figures.push(await figureOf(name, what, work))
  return figures
}

const totalOf = async (list: typeof leavesBelowPage | typeof conversationsOfPage, scope: Scope, node: Observation) =>
  (await list(scope, node, { first: 1 })).totalCount()

async function rootOf(scope: () => Scope, owner: string): Promise<Observation> {
  const [root] = await scope().reads.list({ list: 'roots', owner, after: null, limit: 1 })
  if (!root) throw new Error(`${owner} has no root.`)
  return root
}

async function pointWithForks(scope: () => Scope, id: string, forks: number, withTurns: boolean): Promise<Observation> {
  await storeTurn(scope(), turnOf(id, 0))
  await beside(forks, 64, async (i) => {
    const newConversationId = `${id}-${i}`
    await forkConversation(scope(), { source: id, newConversationId })
    if (withTurns) await storeTurn(scope(), turnOf(newConversationId, 1))
  })
  return rootOf(scope, id)
}

async function figureOf(store: string, what: string, work: () => unknown): Promise<Figure> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) times.push(await timed(work))
  const product = median(times)
  const range = `${ms(Math.min(...times))} to ${ms(Math.max(...times))} in ${rounds} rounds`
  return {
    what: `${what} (${range})`,
    store,
    product: ms(product),
    beside: '',
    ratio: null,
    bar: `under ${ms(most)}`,
    holds: product < most,
  }
}
