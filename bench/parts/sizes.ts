import { forkConversation } from '../../src/app/forks/forkConversation.ts'
import { promisedCount } from '../../src/app/read/lists.ts'
import type { Scope } from '../../src/app/scope.ts'
import { conversationsOfPage, leavesBelowPage } from '../../src/app/trees/conversationsOf.ts'
import { storeTurn } from '../../src/app/turns/storeTurns.ts'
import type { Observation } from '../../src/domain/model.ts'
import type { Sizes } from '../amounts.ts'
import { timeFigure } from '../support/figures.ts'
import { beside, inTurns, median, type Work } from '../support/measure.ts'
import { storeForksOfForks, storeMany, turnOf } from '../support/seed.ts'
import type { Subject } from '../support/subject.ts'
import { count, ms, type Figure } from '../support/table.ts'

const most = 50
const rounds = 15

/** Counts, and first pages of leaves, where there are very many forks of one point or very many nested ones. */
export async function measureSizes({ scope, name, adjacency }: Subject, sizes: Sizes): Promise<Figure[]> {
  const { forksOfPoint, nested, messages } = sizes
  const unused = await pointWithForks(scope, 'point', forksOfPoint, false)
  const used = await pointWithForks(scope, 'used', forksOfPoint, true)
  await storeForksOfForks(scope, 'levels', nested, 1)
  const deep = await rootOf(scope, 'levels')
  const below = [
    [unused, `${count(forksOfPoint)} unused forks of it`],
    [used, `${count(forksOfPoint)} forks of it with a turn of their own`],
    [deep, `${count(nested)} nested forks`],
  ] as const
  const figures: Figure[] = []
  for (const [node, where] of below)
    for (const [what, work] of worksOn(scope, node))
      figures.push(timeFigure(name, `${what} of a node with ${where}`, await timesOf(work), most))
  await storeMany(scope, 'long', messages)
  await adjacency.seed('long', messages)
  const counted = await timesOf(() => promisedCount(scope(), 'messagesOfConversation', 'long'))
  const plain = ms(median(await timesOf(adjacency.count('long'))))
  return [
    ...figures,
    { ...timeFigure(name, `messages.totalCount of ${count(messages)} messages`, counted, most), plain },
  ]
}

const worksOn = (scope: () => Scope, node: Observation): readonly (readonly [string, Work])[] => [
  ['first page of 50 leaves', () => leavesBelowPage(scope(), node, { first: 50 })],
  ['leaves.totalCount', () => totalOf(leavesBelowPage, scope(), node)],
  ['first page of 50 conversations', () => conversationsOfPage(scope(), node, { first: 50 })],
  ['conversations.totalCount', () => totalOf(conversationsOfPage, scope(), node)],
]

const timesOf = async (work: Work) => (await inTurns({ work: () => work }, rounds)).work
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
