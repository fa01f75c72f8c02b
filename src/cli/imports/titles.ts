import { TitleOf } from '../../client/documents/generated.ts'
import type { GraphClient } from '../../client/graphClient.ts'

/** A conversation by its id, and what it is called where that can be read. */
export interface Named {
  readonly id: string
  readonly title: string | null
}

/** How many conversations of one file are named; an export of ChatGPT holds thousands. */
const mostNamed = 5

/** Returns the first conversations that a file went into, with their titles. */
export function titlesOf(graph: GraphClient, ids: readonly string[]): Promise<Named[]> {
  return Promise.all(ids.slice(0, mostNamed).map((id) => named(graph, id)))
}

/** What is stored is stored: a title that cannot be read is no failure of the import. */
async function named(graph: GraphClient, id: string): Promise<Named> {
  const answer = await graph.query(TitleOf, { id }).catch(() => null)
  return { id, title: answer?.conversation?.title ?? null }
}
