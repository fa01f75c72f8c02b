import { Kind, type GraphQLResolveInfo, type SelectionSetNode } from 'graphql'
import { mostReadRows, mostRows } from '../app/prompts/promptsPage.ts'

/** Fields of a row for which its nodes are read. */
const read: ReadonlySet<string> = new Set(['steps', 'list', 'tools', 'strip', 'activeMs', 'models', 'annotated'])
/** Where the rows of a page, and what they came to, are asked for. */
const within: ReadonlySet<string> = new Set(['edges', 'node', 'nodes', 'loop'])

/** Returns how many rows of prompts a page may have, by what is asked of them. */
export function mostRowsOf({ fieldNodes, fragments }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>): number {
  const asks = ({ selections }: SelectionSetNode, seen: ReadonlySet<string>): boolean =>
    selections.some((selection) => {
      if (selection.kind === Kind.INLINE_FRAGMENT) return asks(selection.selectionSet, seen)
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const name = selection.name.value
        const fragment = seen.has(name) ? undefined : fragments[name]
        return fragment !== undefined && asks(fragment.selectionSet, new Set([...seen, name]))
      }
      const name = selection.name.value
      if (read.has(name)) return true
      return within.has(name) && selection.selectionSet !== undefined && asks(selection.selectionSet, seen)
    })
  const isRead = fieldNodes.some(({ selectionSet }) => selectionSet && asks(selectionSet, new Set()))
  return isRead ? mostReadRows : mostRows
}
