import type { TreeNode } from '../../domain/model.ts'
import { stepsOf } from '../../domain/prompts/steps.ts'
import { cursorOf, brokenCursor, listIn, readId } from '../read/cursors.ts'
import type { Forward } from '../read/lists.ts'
import { listed, pageSize, type ListPage } from '../read/pages.ts'
import { nodeAt } from '../read/paths.ts'
import { spokenSpan } from './pathNodes.ts'
import type { LoopSpan, ListedPrompt } from './rows.ts'

/** A part of what a prompt set off. */
export interface LoopStep {
  readonly id: string
  readonly said: string
  readonly span: LoopSpan
}

/** Returns a page of the steps of a prompt. */
export async function stepsPage({ id, span }: ListedPrompt, args: Forward): Promise<ListPage<LoopStep>> {
  const size = pageSize(args).first ?? 0
  const { path } = span
  const list = listIn(path.scope, `steps:${path.conversation.id}:${id}`)
  const after = readId(list, args.after, 'after')
  const { nodes } = await spokenSpan(span)
  const all = stepsOf(nodes)
  const begin = after === null ? 0 : all.findIndex((step) => step.id === after) + 1
  if (after !== null && begin === 0) throw brokenCursor(args.after, 'after')
  const stepSpans = all.slice(begin, begin + size)
  const steps = await Promise.all(
    stepSpans.map(async ({ id: stepId, text, from, to }) => {
      const at = (k: number) => nodeOf(span, nodes[k]?.depth ?? 0)
      const [before, first, last] = await Promise.all([from === 0 ? span.before : at(from - 1), at(from), at(to)])
      return { id: stepId, said: text, span: { path, before, first: first as TreeNode, last: last as TreeNode } }
    }),
  )
  return {
    items: steps.map((step) => listed(step, () => cursorOf(list, step.id))),
    hasNextPage: begin + size < all.length,
    hasPreviousPage: begin > 0,
    totalCount: () => Promise.resolve(all.length),
  }
}

function nodeOf({ path, last }: LoopSpan, depth: number): Promise<TreeNode | null> {
  return nodeAt(path.scope.reads, last, 'depth', depth)
}
