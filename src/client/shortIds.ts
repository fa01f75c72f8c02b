import { CommandFailed, failureOf } from './failures.ts'
import type { Graph } from './graph.ts'

/** Ids that are named where a beginning is not enough. */
const shown = 10

/** Returns the graph with ids that may be shortened to a beginning which no other conversation's has. */
export function withShortIds(graph: Graph): Graph {
  const found = async <R>(id: string, ask: (id: string) => Promise<R>): Promise<R> => {
    try {
      return await ask(id)
    } catch (thrown) {
      if (!isMissing(thrown, id)) throw thrown
      const whole = await wholeId(graph, id)
      if (whole === null) throw thrown
      return found(whole, ask)
    }
  }
  const foundAll = async <R>(
    ids: readonly string[],
    ask: (ids: readonly string[]) => Promise<R>,
    whole: readonly string[] = [],
  ): Promise<R> => {
    const [next, ...rest] = ids
    return next === undefined ? ask(whole) : found(next, (id) => foundAll(rest, ask, [...whole, id]))
  }
  return {
    ...graph,
    tree: (id, ...rest) => found(id, (whole) => graph.tree(whole, ...rest)),
    diff: (base, target) => found(base, (left) => found(target, (right) => graph.diff(left, right))),
    conversation: (id) => found(id, (whole) => graph.conversation(whole)),
    search: (asked) =>
      asked.conversationId === null
        ? graph.search(asked)
        : found(asked.conversationId, (conversationId) => graph.search({ ...asked, conversationId })),
    act: (name, input) =>
      found(input.conversationId, (conversationId) => graph.act(name, { ...input, conversationId })),
    integrity: (id, deep) => found(id, (whole) => graph.integrity(whole, deep)),
    merge: (asked) =>
      foundAll([asked.into, ...asked.from], ([into = '', ...from]) => graph.merge({ ...asked, into, from })),
    repair: (asked) => found(asked.conversationId, (conversationId) => graph.repair({ ...asked, conversationId })),
    export: (id, wanted) => found(id, (whole) => graph.export(whole, wanted)),
  }
}

function isMissing(thrown: unknown, id: string): boolean {
  const { code, details } = failureOf(thrown)
  const facts = details as { readonly kind?: unknown; readonly id?: unknown; readonly deleted?: unknown } | null
  return code === 'NOT_FOUND' && facts?.kind === 'Conversation' && facts.id === id && facts.deleted !== true
}

/** The id that begins so; null when none does. */
async function wholeId(graph: Graph, beginning: string): Promise<string | null> {
  const ids: string[] = []
  for await (const id of graph.conversationIds()) if (beginning !== '' && id.startsWith(beginning)) ids.push(id)
  if (ids.length < 2) return ids[0] ?? null
  const named = ids.slice(0, shown).join(', ')
  const more = ids.length > shown ? ` and ${ids.length - shown} more` : ''
  throw new CommandFailed(
    'AMBIGUOUS_ID',
    `${ids.length} ids begin with "${beginning}": ${named}${more}. Give more of it.`,
    {
      beginning,
      ids: ids.slice(0, shown),
    },
  )
}
