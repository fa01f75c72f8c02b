import { CountedConversations, type CountedConversationsQuery } from '../../client/documents/generated.ts'
import type { GraphClient } from '../../client/graphClient.ts'
import type { OriginKind } from '../../domain/model.ts'
import { conversations } from '../ids/pages.ts'
import type { StoreSize } from '../store/sizes.ts'
import { spentOf, type SpentNumbers } from './spent.ts'

/** Facts about the store itself; null where a server has the store, which does not publish them. */
export interface StoreFacts {
  /** Which kind of store it is. */
  readonly store: string
  readonly size: StoreSize | null
  /** Rows of each kind. */
  readonly rows: Readonly<Record<string, number>> | null
}

/** All conversations in numbers; what forks share is counted once. */
export interface Totals extends Sums, StoreFacts {
  /** By those that are counted. */
  readonly spent: SpentNumbers
}

interface Sums {
  /** What is not counted: experiments, unless they are asked for. */
  readonly omissions: { readonly experiments: number }
  readonly conversations: number
  readonly forks: number
  readonly sidechains: number
  readonly origins: Readonly<Record<OriginKind, number>>
  readonly turns: number
  /** Latest activity of the conversation that was left alone longest, and of the newest one; null: there is none. */
  readonly firstActive: string | null
  readonly lastActive: string | null
  readonly nodes: number
  readonly branchPoints: number
  readonly versionPoints: number
}

/** Returns the sums over all conversations but experiments, or over those too, with the facts about the store. */
export async function totalsOf(graph: GraphClient, facts: StoreFacts, includeExperiments: boolean): Promise<Totals> {
  const spent = await spentOf(graph, null, includeExperiments)
  const sums = await sumsOf(conversations(graph, CountedConversations), includeExperiments)
  const { store, size, rows } = facts
  return { store, ...sums, size, rows, spent }
}

type Counted = CountedConversationsQuery['conversations']['nodes'][number]

/** Of conversations that come newest activity first. */
async function sumsOf(all: AsyncIterable<Counted>, includeExperiments: boolean): Promise<Sums> {
  const sums = { conversations: 0, forks: 0, sidechains: 0, turns: 0, nodes: 0, branchPoints: 0, versionPoints: 0 }
  const origins = { HOST: 0, IMPORT: 0, EXPERIMENT: 0 }
  const omissions = { experiments: 0 }
  let [firstActive, lastActive]: (string | null)[] = [null, null]
  for await (const { origin, updatedAt, forkedFrom, messages, treeShape } of all) {
    if (origin === 'EXPERIMENT' && !includeExperiments) {
      omissions.experiments++
      continue
    }
    const inherited = (forkedFrom?.observation?.depth ?? -1) + 1
    origins[origin]++
    sums.conversations++
    sums.forks += forkedFrom === null ? 0 : 1
    sums.turns += messages.totalCount
    sums.nodes += treeShape.nodes - inherited
    sums.branchPoints += treeShape.branchPoints
    sums.versionPoints += treeShape.versionPoints
    sums.sidechains += treeShape.sidechains
    lastActive ??= updatedAt
    firstActive = updatedAt
  }
  return { ...sums, origins, omissions, firstActive: firstActive ?? null, lastActive: lastActive ?? null }
}
