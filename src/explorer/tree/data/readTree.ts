import type { Client } from 'urql'
import {
  LastSeq,
  PromptTree,
  TreeNames,
  type PromptTreeQuery,
  type TreeFactsFragment,
} from '../../documents/generated.ts'

/** What is said of a tree that has more than the server gathers into prompts. */
export const tooLarge = 'There is too much of it to be shown by prompts: these are its entries.'

/** A prompt of a tree. */
export type TreePrompt = NonNullable<PromptTreeQuery['conversation']>['promptTree']['nodes'][number]

/** Prompts of a tree, and where they go on. */
export interface TreePage {
  readonly prompts: readonly TreePrompt[]
  readonly after: string | null
  readonly more: boolean
  readonly total: number | null
  readonly headId: string | null
}

/** What was read of a tree at once. */
export interface TreeRead {
  /** Null where it did not come. */
  readonly page: TreePage | null
  /** The names in it; undefined where they were not asked for. */
  readonly names: TreeFactsFragment | null | undefined
  /** Where the ledger ended before it was read; null where that is not known. */
  readonly seq: number | null
  readonly fault: string | null
  readonly isMissing: boolean
}

const anew = { requestPolicy: 'network-only' } as const

/** Returns five hundred prompts of a tree, or of its family's, the first ones with all names in it. Questions that the server refuses together are asked one by one. */
export async function readTree(client: Client, id: string, after: string | null, isFamily = false): Promise<TreeRead> {
  const variables = { id, after, names: after === null, family: isFamily }
  const { data, error } = await client.query(PromptTree, variables, anew).toPromise()
  if (after === null && error && error.graphQLErrors.length > 0) return readParts(client, id, isFamily)
  return readOf(data, error?.message ?? null)
}

/** Where a tree has more than the server gathers into prompts, the names in it are there all the same. */
async function readParts(client: Client, id: string, isFamily: boolean): Promise<TreeRead> {
  // Before the rest: what is followed from there has whatever is not shown.
  const { data: end } = await client.query(LastSeq, { id }, anew).toPromise()
  const [tree, names] = await Promise.all([
    client.query(PromptTree, { id, after: null, names: false, family: isFamily }, anew).toPromise(),
    client.query(TreeNames, { id }, anew).toPromise(),
  ])
  const seq = end?.conversation ? (end.conversation.events.nodes[0]?.seq ?? 0) : null
  const isTooLarge = tree.error?.graphQLErrors[0]?.extensions['code'] === 'QUERY_TOO_EXPENSIVE'
  const fault = isTooLarge ? tooLarge : (tree.error?.message ?? null)
  return { ...readOf(tree.data, fault), names: names.data?.conversation ?? null, seq }
}

function readOf(data: PromptTreeQuery | undefined, fault: string | null): TreeRead {
  const conversation = data?.conversation
  if (!conversation)
    return { page: null, names: undefined, seq: null, fault, isMissing: data !== undefined && fault === null }
  const { nodes, pageInfo, totalCount } = conversation.promptTree
  const { branches, forks, title, forkedFrom = null, events } = conversation
  const page = {
    prompts: nodes,
    after: pageInfo.endCursor ?? null,
    more: pageInfo.hasNextPage,
    total: totalCount ?? null,
    headId: conversation.head?.id ?? null,
  }
  const names = branches && forks ? { ...conversation, branches, forks, forkedFrom, title: title ?? '' } : undefined
  return { page, names, seq: events ? (events.nodes[0]?.seq ?? 0) : null, fault, isMissing: false }
}
