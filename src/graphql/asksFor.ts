import {
  Kind,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLResolveInfo,
  type SelectionSetNode,
} from 'graphql'
import { own } from '../runtime/own.ts'
import { mostReadRows, mostRows } from '../app/prompts/promptsPage.ts'

/** Fields of a row for which its nodes are read. */
const read: ReadonlySet<string> = new Set(['steps', 'list', 'tools', 'strip', 'activeMs', 'models', 'annotated'])
/** Where the rows of a page, and what they came to, are asked for. */
const within: ReadonlySet<string> = new Set(['edges', 'node', 'nodes', 'loop'])

/** Returns how many rows of prompts a page may have, by what is asked of them. */
export function mostRowsOf({ fieldNodes, fragments }: Pick<GraphQLResolveInfo, 'fieldNodes' | 'fragments'>): number {
  return fieldNodes.some((node) => readsRows(node, (name) => own(fragments, name))) ? mostReadRows : mostRows
}

/** Says whether a page of prompts is asked for what must be read of their nodes. */
export function readsRows(
  { selectionSet }: FieldNode,
  fragmentOf: (name: string) => FragmentDefinitionNode | undefined,
): boolean {
  const seen = new Set<string>()
  const asks = ({ selections }: SelectionSetNode): boolean =>
    selections.some((selection) => {
      if (selection.kind === Kind.INLINE_FRAGMENT) return asks(selection.selectionSet)
      const name = selection.name.value
      if (selection.kind === Kind.FRAGMENT_SPREAD) {
        const fragment = seen.has(name) ? undefined : fragmentOf(name)
        seen.add(name)
        return fragment !== undefined && asks(fragment.selectionSet)
      }
      if (read.has(name)) return true
      return within.has(name) && selection.selectionSet !== undefined && asks(selection.selectionSet)
    })
  return selectionSet !== undefined && asks(selectionSet)
}
