import { AllSourceNumbers, SourceNumbers, type SourceNumbersQuery } from '../../client/documents/generated.ts'
import { CommandFailed } from '../../client/failures.ts'
import type { GraphClient } from '../../client/graphClient.ts'
import type { TreeShape } from '../../domain/model.ts'
import { conversations } from '../ids/pages.ts'
import { mustFind } from '../ids/wholeIds.ts'
import { columns, counted, numberText } from '../text.ts'

type Source = NonNullable<NonNullable<SourceNumbersQuery['conversation']>['sourceTree']>

/** A conversation's file by the ids and parents of its entries alone, beside its tree. */
export interface RawStats {
  readonly id: string
  readonly tree: TreeShape
  readonly source: Source
}

/** All conversations that have such a file. */
export interface AllRawStats {
  readonly conversations: readonly RawStats[]
}

/** Returns a conversation's numbers; refuses one that has no such file. */
export async function rawStatsOf(graph: GraphClient, id: string): Promise<RawStats> {
  const { conversation } = await graph.query(SourceNumbers, { id })
  const { treeShape: tree, sourceTree: source } = mustFind(conversation, id)
  if (source !== null) return { id, tree, source }
  const why = 'it was imported from no file whose entries name their parents, as those of Claude Code do'
  throw new CommandFailed('BAD_INPUT', `"${id}" has no other tree to count: ${why}.`)
}

/** Returns the numbers of all conversations that have such a file. */
export async function allRawStats(graph: GraphClient): Promise<AllRawStats> {
  const results: RawStats[] = []
  for await (const { id, treeShape: tree, sourceTree: source } of conversations(graph, AllSourceNumbers))
    if (source !== null) results.push({ id, tree, source })
  return { conversations: results }
}

/** Returns a conversation's numbers as a table, the file's beside the tree's, and the sentence that explains them. */
export function rawText({ id, tree, source }: RawStats): string {
  const { shape } = source
  const beside = (name: keyof TreeShape) =>
    `${numberText(shape[name])} in the file, ${numberText(tree[name])} in the tree`
  return `${id}\n${columns([
    ['nodes', beside('nodes')],
    ['roots', beside('roots')],
    ['dangling parents', source.danglingParents],
    ['leaves', beside('leaves')],
    ['branch points', `${beside('branchPoints')}, and ${counted(tree.versionPoints, 'place', 'places')} of versions`],
    ['tool calls', beside('toolCalls')],
    ['sidechain nodes', source.sidechainNodes],
    ['entries', source.entries.map(entryText).join('\n')],
  ])}${source.difference}\n`
}

const entryText = ({ type, version, count }: Source['entries'][number]) =>
  `${numberText(count)} ${type === '' ? '(no type)' : type}${version === null ? '' : ` of ${version}`}`

/** Returns the tables of all, and how many there are. */
export function allRawText({ conversations: all }: AllRawStats): string {
  const many = counted(all.length, 'conversation has', 'conversations have')
  return [...all.map(rawText), `${many} a file whose entries name their parents.\n`].join('\n')
}
