import { textOf } from '../../../domain/messages/blocks.ts'
import { currentBlocks } from '../../../domain/messages/messageSnapshot.ts'
import type { Observation, TreeNode } from '../../../domain/model.ts'
import { titleSearch, type TitleSearch } from '../../../domain/prompts/title.ts'
import type { PromptFlags } from '../../../domain/prompts/promptOf.ts'
import { nodesOf } from '../paths.ts'
import type { Reads } from '../reads.ts'

/** What an observation says now, null when it is of a deleted message, or erased. */
export type Now = { readonly text: string | null } | null

/** Returns what an observation says now, with its message's corrections. */
export async function nowOf(reads: Reads, observation: Observation): Promise<Now> {
  if (observation.erased !== undefined) return null
  const message = observation.messageId === null ? null : await reads.message(observation.messageId)
  return message?.deleted ? null : { text: textOf(currentBlocks(observation, message)) }
}

/** What the user's turns of a path call a conversation: the title, and whether no later turn can better it. */
export interface FoundTitle {
  readonly title: string | null
  readonly isFinal: boolean
}

/** Returns what the first USER turns of a path call a conversation, from the one on that had text when it was stored. */
export async function pathTitle(reads: Reads, head: TreeNode | null): Promise<string | null> {
  const firstId = head?.place.firstUserId ?? null
  const first = firstId === null ? null : ((await reads.observation(firstId)) as TreeNode | null)
  if (head === null || first === null) return null
  const search = titleSearch()
  const title = search.take((await nowOf(reads, first))?.text ?? '', flagsOf(first))
  return title ?? (await titleFrom(reads, head, (first.place.turn ?? 0) + 1, () => true, search)).title
}

/** Returns what the USER turns of a path that count call a conversation, from the turn of a number on. */
export async function titleFrom(
  reads: Reads,
  head: TreeNode,
  from: number,
  counts: (node: TreeNode) => boolean,
  search: TitleSearch = titleSearch(),
): Promise<FoundTitle> {
  for await (const page of from > head.place.turns ? [] : turnsBetween(reads, head, from, head.place.turns)) {
    const users = page.filter((node) => node.role === 'USER' && counts(node))
    const texts = await Promise.all(users.map((node) => nowOf(reads, node)))
    for (const [at, user] of users.entries()) {
      const match = search.take(texts[at]?.text ?? '', flagsOf(user))
      if (match !== null || search.isOver()) return { title: match ?? search.otherwise(), isFinal: match !== null }
    }
  }
  return { title: search.otherwise(), isFinal: false }
}

function flagsOf({ fields }: TreeNode): PromptFlags {
  return { isMeta: fields['isMeta'] === true, isSummary: fields['isCompactSummary'] === true }
}

const firstWindow = 16
const longestWindow = 512

/** Yields the numbered turns of a path from one to another, up or down, in windows that double: few reads for many turns. */
export async function* turnsBetween(
  reads: Reads,
  head: TreeNode,
  from: number,
  to: number,
): AsyncGenerator<TreeNode[]> {
  const step = from <= to ? 1 : -1
  if (from < 1) return
  for (let at = from, size = firstWindow; (to - at) * step >= 0; size = Math.min(longestWindow, 2 * size)) {
    const end = step > 0 ? Math.min(to, at + size - 1) : Math.max(to, at - size + 1)
    const nodes = await nodesOf(reads, head, 'turn', Math.min(at, end), Math.max(at, end))
    yield step > 0 ? nodes : nodes.reverse()
    at = end + step
  }
}
