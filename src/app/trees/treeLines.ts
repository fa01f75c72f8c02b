import { conversationOf } from '../read/view.ts'
import type { Scope } from '../scope.ts'
import {
  loadStretches,
  skeletonOf,
  stretchAfter,
  stretchCursor,
  type Skeleton,
  type ConversationStretch,
} from './stretches.ts'

const perLine = 1000

/**
 * Returns a conversation's tree without the straight parts, from a cursor on, as lines of JSON with a column each: so many
 * stretches a line, in the order of `stretchesPage`. What is wrong with the question is refused before the first line.
 */
export async function treeLines(scope: Scope, id: string, after: string | null): Promise<AsyncIterable<string>> {
  const conversation = await conversationOf(scope, id)
  const skeleton = await skeletonOf(scope, conversation)
  return linesFrom(scope, skeleton, await stretchAfter(scope, skeleton, after))
}

async function* linesFrom(scope: Scope, skeleton: Skeleton, begin: number): AsyncGenerator<string> {
  for (let at = begin; at < skeleton.stretches.length; at += perLine) {
    scope.signal?.throwIfAborted()
    const stretches = await loadStretches(scope, skeleton, at, perLine)
    scope.reads.clear()
    yield `${JSON.stringify(columnsOf(scope, skeleton, stretches, at))}\n`
  }
}

/** `after` is the place in the whole tree of the stretch that it begins after, null for a root; `next` a cursor. */
function columnsOf(
  scope: Scope,
  { conversation, stretches: all }: Skeleton,
  stretches: readonly ConversationStretch[],
  at: number,
) {
  const last = stretches.at(-1)
  return {
    first: stretches.map(({ first }) => first.id),
    after: stretches.map((_, i) => all[at + i]?.after ?? null),
    length: stretches.map(({ length }) => length),
    kind: stretches.map(({ parting }) => parting),
    flags: stretches.map(({ onHeadPath, inherited }) => (onHeadPath ? 1 : 0) + (inherited ? 2 : 0)),
    alike: stretches.map(({ alike }) => alike),
    next: last && at + stretches.length < all.length ? stretchCursor(scope, conversation, last.first) : null,
  }
}
