import { NewlyStored } from '../../client/documents/generated.ts'
import type { GraphClient, Imported } from '../../client/graphClient.ts'
import { counted, numberText } from '../text.ts'

/** A conversation of which an import stored something, with the sub-agents that it started. */
export interface NewOf {
  readonly id: string
  readonly title: string | null
  /** Nodes of its own; null where its file holds other conversations too, and does not tell them apart. */
  readonly added: number | null
  readonly subAgents: number
  /** Nodes of those. */
  readonly addedBySubAgents: number
}

/** So many conversations are looked up; an import of everything may have more. */
const mostLookedUp = 500
/** So many lines are printed. */
const mostLines = 20

interface Stored {
  readonly id: string
  readonly added: number | null
}

/** Returns the conversations of which files stored something, in their order, sub-agents under their caller. */
export async function newlyStored(graph: GraphClient, done: readonly Imported[]): Promise<NewOf[]> {
  const results = new Map<string, { -readonly [K in keyof NewOf]: NewOf[K] }>()
  const lineOf = (id: string, title: string | null) => {
    const line = results.get(id) ?? { id, title, added: 0, subAgents: 0, addedBySubAgents: 0 }
    results.set(id, line)
    return line
  }
  for (const { id, added } of storedIn(done).slice(0, mostLookedUp)) {
    const { title, caller } = await lookedUp(graph, id)
    const line = caller === null ? lineOf(id, title) : lineOf(caller.id, caller.title)
    if (caller === null) line.added = added === null || line.added === null ? null : line.added + added
    else {
      line.subAgents++
      line.addedBySubAgents += added ?? 0
    }
  }
  return [...results.values()]
}

function storedIn(done: readonly Imported[]): Stored[] {
  const added = done.filter(({ report }) => report.added > 0)
  return added.flatMap(({ report, conversationIds }) =>
    conversationIds.map((id) => ({ id, added: conversationIds.length === 1 ? report.added : null })),
  )
}

/** What is stored is stored: a title that cannot be read is no failure of the import. */
async function lookedUp(graph: GraphClient, id: string) {
  const answer = await graph.query(NewlyStored, { id }).catch(() => null)
  const { title = null, spawnedBy = null } = answer?.conversation ?? {}
  return { title, caller: spawnedBy?.conversation ?? null }
}

/** Returns the lines at the end of an import that say what is new, by title. */
export function newText(all: readonly NewOf[]): string {
  if (all.length === 0) return ''
  const lines = all.slice(0, mostLines).map(lineText)
  const more = all.length - lines.length
  const rest = more > 0 ? [`and ${numberText(more)} more; turngraph list has them`] : []
  return `\nNew:\n${[...lines, ...rest].map((line) => `  ${line}\n`).join('')}`
}

function lineText({ id, title, added, subAgents, addedBySubAgents }: NewOf): string {
  const name = title?.replaceAll(/\s+/g, ' ') ?? id
  const parts = [
    ...(added === null || added === 0 ? [] : [counted(added, 'node', 'nodes')]),
    ...(subAgents === 0
      ? []
      : [`${counted(addedBySubAgents, 'node', 'nodes')} of ${counted(subAgents, 'sub-agent', 'sub-agents')}`]),
  ]
  return parts.length === 0 ? name : `${name}: ${parts.join(', ')}`
}
