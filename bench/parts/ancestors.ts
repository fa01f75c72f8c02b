import { commonAncestor, isAncestorOf } from '../../src/app/trees/pathBetween.ts'
import { forkConversation } from '../../src/app/forks/forkConversation.ts'
import { nodeAt } from '../../src/app/read/paths.ts'
import type { TreeNode } from '../../src/domain/model.ts'
import { coldCalls } from '../support/coldCalls.ts'
import { chain } from './fork.ts'
import { flatFigure } from '../support/figures.ts'
import { inTurns, type Contender } from '../support/measure.ts'
import { headNode } from './page.ts'
import type { Sizes } from '../amounts.ts'
import { storeForksOfForks } from '../support/seed.ts'
import type { Subject } from '../support/subject.ts'
import { count, type Figure } from '../support/table.ts'

/** Two conversations of one family, and how they are named in the table. */
interface Pair {
  readonly what: string
  readonly a: string
  readonly b: string
}

/** Finds what two conversations share, and whether one node is above another, deep down and across many forks. */
export async function measureAncestors(subject: Subject, sizes: Sizes): Promise<Figure[]> {
  const [few, ...others] = await seedPairs(subject, sizes)
  if (few === undefined) return []
  const figures: Figure[] = []
  for (const many of others) {
    const shared = await inTurns({ few: common(subject, few), many: common(subject, many) }, sizes.ancestorRounds)
    const above = await inTurns(
      { few: await isAbove(subject, few), many: await isAbove(subject, many) },
      sizes.ancestorRounds,
    )
    const told = `${many.what}, beside ${few.what} (cold: ${await coldCalls(subject, (scope) => commonAncestor(scope, { conversationId: many.a }, { conversationId: many.b }))} store calls)`
    figures.push(flatFigure(subject.name, `common ancestor ${told}`, shared.many, shared.few))
    figures.push(flatFigure(subject.name, `is-ancestor ${told}`, above.many, above.few))
  }
  return figures
}

async function seedPairs({ scope }: Subject, { depths, nestedForks }: Sizes): Promise<Pair[]> {
  const [few, , many] = depths
  const deep = await Promise.all(
    [few, many].map(async (depth): Promise<Pair> => {
      const fork = `${chain(depth)}-fork`
      await forkConversation(scope(), { source: chain(depth), at: { turn: depth / 2 }, newConversationId: fork })
      return { what: `${count(depth)} deep`, a: chain(depth), b: fork }
    }),
  )
  const nested: Pair[] = []
  for (const forks of nestedForks) {
    const last = await storeForksOfForks(scope, `nested-${forks}`, forks, 2)
    nested.push({ what: `across ${forks} nested forks`, a: `nested-${forks}`, b: last })
  }
  return [...deep, ...nested]
}

const common =
  ({ scope }: Subject, { a, b }: Pair): Contender =>
  () =>
  () =>
    commonAncestor(scope(), { conversationId: a }, { conversationId: b })

async function isAbove({ scope }: Subject, { b }: Pair): Promise<Contender> {
  const head = await headNode(scope(), b)
  const above = await nodeAt(scope().reads, head, 'depth', 1)
  return () => () => isAncestorOf(scope(), above as TreeNode, head.id)
}
