import type { Observation } from '../domain/model.ts'
import { packPrompts, promptsAfter, unpackPrompts } from '../domain/prompts/pathPrompts.ts'

interface Body {
  readonly place?: { readonly prompts?: Parameters<typeof unpackPrompts>[0] }
}

/**
 * Returns the body of a node with what the prompts of its path come to, made from its parent's body (null: a root), or
 * null where it stays as it is. For the migration of stores that were made before paths had those.
 */
export function withPathPrompts(body: string, parentBody: string | null, node: Observation): string | null {
  const own = JSON.parse(body) as Body
  if (own.place === undefined || node.place === null) return null
  const above = parentBody === null ? undefined : (JSON.parse(parentBody) as Body).place?.prompts
  const prompts = packPrompts(promptsAfter(unpackPrompts(above), node, node.place.depth))
  if (JSON.stringify(prompts) === JSON.stringify(own.place.prompts)) return null
  return JSON.stringify({ ...own, place: { ...own.place, prompts } })
}
