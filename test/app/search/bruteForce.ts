import { currentBlocks } from '../../../src/domain/messages/messageSnapshot.ts'
import type { Conversation, Message, Observation, TreeNode } from '../../../src/domain/model.ts'
import { namesPaths } from '../../../src/domain/search/pathsInCalls.ts'
import { match } from '../../../src/domain/search/searchMatch.ts'
import { parseQuery } from '../../../src/domain/search/searchQuery.ts'
import { searchText } from '../../../src/domain/search/searchText.ts'
import { tokenise } from '../../../src/domain/usage/tokens.ts'
import type { SearchScope } from '../../../src/app/search/terms.ts'
import type { Scope } from '../../../src/app/scope.ts'

/** Everything of a tenant, read list by list. */
export interface Everything {
  readonly conversations: ReadonlyMap<string, Conversation>
  readonly observations: ReadonlyMap<string, Observation>
  readonly messages: ReadonlyMap<string, Message>
}

const all = 10_000

export async function everything({ store }: Scope): Promise<Everything> {
  const filters = { origin: null, cwd: null, title: null, activeAfter: null, activeBefore: null, forkedFrom: null }
  const query = { ...filters, metadata: [], leaveOut: [], includeDeleted: true, after: null, limit: all }
  const conversations = await store.conversationList(query)
  const lists = async <N extends 'observationsOfConversation' | 'messagesOfConversation'>(list: N) =>
    (await store.lists(conversations.map(({ id: owner }) => ({ list, owner, after: null, limit: all })))).flat()
  const byId = <T extends { readonly id: string }>(items: readonly T[]) => new Map(items.map((item) => [item.id, item]))
  return {
    conversations: byId(conversations),
    observations: byId(await lists('observationsOfConversation')),
    messages: byId(await lists('messagesOfConversation')),
  }
}

export interface JudgedHit {
  readonly id: string
  readonly score: number
  readonly matches: number
}

/** Returns what a search must give, by looking at everything and walking paths by their parents. */
export function judge(graph: Everything, text: string, scope: SearchScope, window: number): JudgedHit[] {
  const query = parseQuery(text)
  const isCurrent = scope.values !== 'AS_STORED'
  const conversation = scope.conversationId == null ? null : (graph.conversations.get(scope.conversationId) ?? null)
  if (conversation?.deletedAt != null) return []
  const place = conversation && placeOf(graph, conversation, scope)
  const groups = new Map<string, Found[]>()
  for (const node of graph.observations.values()) {
    if (node.place === null || !isAsked(graph, node, scope)) continue
    if (place ? !place(node) : node.copyOf !== null || graph.conversations.get(node.conversationId)?.deletedAt != null)
      continue
    const message = node.messageId === null ? null : (graph.messages.get(node.messageId) ?? null)
    if (message?.deleted) continue
    const blocks = isCurrent ? currentBlocks(node, message) : node.blocks
    const found = match(query, tokenise(searchText(node, blocks)))
    if (!found || !namesPaths(query, blocks)) continue
    const correction = isCurrent ? message?.overlay?.provenance['content'] : undefined
    const said = correction === undefined ? node : (graph.observations.get(correction) ?? node)
    const key = node.messageId ?? node.copyOf ?? node.id
    groups.set(key, [...(groups.get(key) ?? []), { node: node as TreeNode, score: found.score, at: said.ingestedAt }])
  }
  const hits = [...groups.values()].map(hitOfGroup).sort(newestFirst)
  const ranked = hits.slice(0, window).sort((a, b) => b.score - a.score || newestFirst(a, b))
  return [...ranked, ...hits.slice(window)].map(({ node, score, matches }) => ({ id: node.id, score, matches }))
}

interface Found {
  readonly node: TreeNode
  readonly score: number
  readonly at: string
}

function hitOfGroup(group: readonly Found[]): Found & { matches: number } {
  const originals = group.filter(({ node }) => node.copyOf === null)
  const shown = originals.length > 0 ? originals : group
  const byTime = [...shown].sort((a, b) =>
    a.node.ingestedAt === b.node.ingestedAt
      ? a.node.id < b.node.id
        ? -1
        : 1
      : a.node.ingestedAt > b.node.ingestedAt
        ? -1
        : 1,
  )
  return { ...(byTime[0] as Found), matches: shown.length }
}

const newestFirst = (a: Found, b: Found): number =>
  a.at === b.at ? (a.node.id < b.node.id ? -1 : 1) : a.at > b.at ? -1 : 1

function isAsked(
  { conversations }: Everything,
  node: Observation,
  { roles, from, to, includeExperiments }: SearchScope,
) {
  if (roles && (node.role === null || !roles.includes(node.role))) return false
  if ((from != null && node.observedAt < from) || (to != null && node.observedAt > to)) return false
  return includeExperiments !== false || conversations.get(node.conversationId)?.origin !== 'EXPERIMENT'
}

function placeOf({ observations }: Everything, conversation: Conversation, { onPathOnly }: SearchScope) {
  const pathTo = (id: string | null | undefined): Set<string> => {
    const path = new Set<string>()
    for (let at = id ?? null; at !== null; at = observations.get(at)?.place?.parentId ?? null) path.add(at)
    return path
  }
  const path = pathTo(onPathOnly === true ? conversation.headId : conversation.forkedFrom?.observationId)
  return ({ id, conversationId }: Observation): boolean =>
    path.has(id) || (onPathOnly !== true && conversationId === conversation.id)
}
