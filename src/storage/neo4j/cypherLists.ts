/**
 * The statements of the lists. A page is a range of one index in its own order: equal keys first, then everything from
 * the keyset position on. `>=` on the sort value is what the index seeks by; the rest of the condition leaves out the
 * position itself and what stands before it among equals, as a CASE, since an OR would be planned as two seeks and a sort.
 */
import type { ListName } from '../graphStore.ts'
import { EVENT, OBSERVATION } from './cypherRead.ts'
import { FACT } from './cypherThings.ts'

interface ListShape {
  readonly node: string
  readonly owner: string
  readonly sort: string
  readonly id: string
  /** A further condition, when not all are listed. */
  readonly only?: string
  /** What to look up for an item, when the item is not the node itself. */
  readonly lookUp?: string
  readonly found: string
}

const observations = (owner: string, sort: string): ListShape => ({
  node: 'o:Observation',
  owner: `o.${owner}`,
  sort: `o.${sort}`,
  id: 'o.id',
  found: OBSERVATION,
})
const conversations = (owner: string, sort: string): ListShape => ({
  node: 'c:Conversation',
  owner: `c.${owner}`,
  sort: `c.${sort}`,
  id: 'c.id',
  only: 'AND NOT c.deleted',
  found: 'c.body',
})

const entities = (owner: string): ListShape => ({
  node: 'n:Entity',
  owner: `n.${owner}`,
  sort: 'n.createdDown',
  id: 'n.id',
  found: 'n.body',
})

const byText: Record<Exclude<ListName, 'events' | 'ledger' | 'headMoves'>, ListShape> = {
  messagesOfConversation: {
    node: 'm:Message',
    owner: 'm.conversationId',
    sort: 'm.createdAt',
    id: 'm.id',
    found: 'm.body',
  },
  observationsOfConversation: observations('conversationId', 'ingestedDown'),
  observationsOfMessage: observations('messageId', 'observedDown'),
  messageCorrections: observations('correctionOf', 'observedDown'),
  children: observations('parentId', 'ingestedAt'),
  roots: observations('rootOf', 'ingestedAt'),
  tips: {
    node: 's:Segment',
    owner: 's.conversationId',
    sort: 's.tipDown',
    id: 's.tipId',
    lookUp: `OPTIONAL MATCH (o:Observation {tenant: $q.tenant, id: s.tipId})
  USING INDEX SEEK o:Observation(tenant, id)`,
    found: `CASE WHEN o IS NULL THEN null ELSE ${OBSERVATION} END`,
  },
  forks: conversations('forkedFrom', 'createdDown'),
  sidechains: conversations('sidechainOf', 'createdAt'),
  runsOfConversation: {
    node: 'n:Run',
    owner: 'n.conversationId',
    sort: 'n.claimedDown',
    id: 'n.runId',
    found: 'n.body',
  },
  factsOf: { node: 'f:Fact', owner: 'f.owner', sort: 'f.observedDown', id: 'f.id', found: FACT },
  entitiesOfType: entities('listedType'),
  entities: entities('listing'),
}

/** The index of a list: named in the statement, for the planner would guess another one on a store that is empty. */
const keysOf = (...properties: readonly string[]): string =>
  ['tenant', ...properties.map((property) => property.slice(2))].join(', ')
const nameOf = (node: string): string => node.slice(0, 1)

const textPage = ({ node, owner, sort, id, only = '', lookUp = '', found }: ListShape): string => {
  const it = nameOf(node)
  return `UNWIND range(0, size($q.requests) - 1) AS i
CALL (i) {
  MATCH (${node})
  USING INDEX SEEK ${node}(${keysOf(owner, sort, id)})
  WHERE ${it}.tenant = $q.tenant AND ${owner} = $q.requests[i][0] AND ${sort} >= $q.requests[i][1] AND ${id} IS NOT NULL
    AND CASE WHEN ${sort} > $q.requests[i][1] THEN true ELSE ${id} > $q.requests[i][2] END ${only}
  WITH ${it} ORDER BY ${it}.tenant, ${owner}, ${sort}, ${id} LIMIT $q.limit
  ${lookUp}
  RETURN collect([${found}]) AS found
}
RETURN i, found`
}

const textCount = ({ node, owner, sort, id, only = '' }: ListShape): string => {
  const it = nameOf(node)
  return `UNWIND range(0, size($q.owners) - 1) AS i
CALL (i) {
  MATCH (${node})
  USING INDEX SEEK ${node}(${keysOf(owner, sort, id)})
  WHERE ${it}.tenant = $q.tenant AND ${owner} = $q.owners[i] AND ${sort} >= '' AND ${id} IS NOT NULL ${only}
  WITH ${it} LIMIT $q.limit
  RETURN count(${it}) AS found
}
RETURN i, found`
}

/** A ledger is numbered, so no two of its lines are equal. */
const ledgerPage = (owner: 'conversationId' | 'moveOf'): string => `UNWIND range(0, size($q.requests) - 1) AS i
CALL (i) {
  MATCH (e:Event)
  USING INDEX SEEK e:Event(tenant, ${owner}, seq)
  WHERE e.tenant = $q.tenant AND e.${owner} = $q.requests[i][0] AND e.seq < $q.requests[i][1]
  WITH e ORDER BY e.tenant DESC, e.${owner} DESC, e.seq DESC LIMIT $q.limit
  RETURN collect([${EVENT}]) AS found
}
RETURN i, found`

const LEDGER_UP = `UNWIND range(0, size($q.requests) - 1) AS i
CALL (i) {
  MATCH (e:Event)
  USING INDEX SEEK e:Event(tenant, conversationId, seq)
  WHERE e.tenant = $q.tenant AND e.conversationId = $q.requests[i][0] AND e.seq > $q.requests[i][1]
  WITH e ORDER BY e.tenant, e.conversationId, e.seq LIMIT $q.limit
  RETURN collect([${EVENT}]) AS found
}
RETURN i, found`

const ledgerCount = (owner: 'conversationId' | 'moveOf'): string => `UNWIND range(0, size($q.owners) - 1) AS i
CALL (i) {
  MATCH (e:Event)
  USING INDEX SEEK e:Event(tenant, ${owner}, seq)
  WHERE e.tenant = $q.tenant AND e.${owner} = $q.owners[i] AND e.seq >= 0
  WITH e LIMIT $q.limit
  RETURN count(e) AS found
}
RETURN i, found`

const textNames = Object.keys(byText) as (keyof typeof byText)[]
const allOf = (text: (shape: ListShape) => string) =>
  Object.fromEntries(textNames.map((name) => [name, text(byText[name])])) as Record<keyof typeof byText, string>

export const PAGES: Readonly<Record<ListName, string>> = {
  ...allOf(textPage),
  events: ledgerPage('conversationId'),
  ledger: LEDGER_UP,
  headMoves: ledgerPage('moveOf'),
}
export const COUNTS: Readonly<Record<ListName, string>> = {
  ...allOf(textCount),
  events: ledgerCount('conversationId'),
  ledger: ledgerCount('conversationId'),
  headMoves: ledgerCount('moveOf'),
}

/**
 * `from` and `to` bound the turned-around time; the other conditions are checked on the way. A filter that is not given
 * is empty, never null: a statement is planned anew for each combination of the parameters' types.
 */
const FILTERS = `c.activityDown >= $q.from AND c.activityDown <= $q.to AND c.id IS NOT NULL
  AND CASE WHEN c.activityDown > $q.from THEN true ELSE c.id > $q.afterId END
  AND (size($q.origins) = 0 OR c.origin IN $q.origins)
  AND CASE $q.cwdKey WHEN '' THEN true ELSE c.cwdKey = $q.cwdKey END
  AND c.titleKey CONTAINS $q.titleKey
  AND all(member IN $q.memberKeys WHERE c.metadataKey CONTAINS member)`

const LISTED = `MATCH (c:Conversation)
USING INDEX SEEK c:Conversation(tenant, deleted, activityDown, id)
WHERE c.tenant = $q.tenant AND c.deleted = false AND ${FILTERS}`
const ALL = `MATCH (c:Conversation)
USING INDEX SEEK c:Conversation(tenant, activityDown, id)
WHERE c.tenant = $q.tenant AND ${FILTERS}`
/** Through the index of forks, which is in another order: for the forks of one conversation only. */
const FORKS = `MATCH (c:Conversation)
USING INDEX SEEK c:Conversation(tenant, forkedFrom, createdDown, id)
WHERE c.tenant = $q.tenant AND c.forkedFrom = $q.forkedFrom AND c.createdDown >= '' AND c.id IS NOT NULL AND ($q.includeDeleted OR NOT c.deleted)
WITH c WHERE ${FILTERS}`

export const CONVERSATION_PAGE = {
  listed: `${LISTED}
WITH c ORDER BY c.tenant, c.deleted, c.activityDown, c.id LIMIT $q.limit
RETURN c.body AS found`,
  all: `${ALL}
WITH c ORDER BY c.tenant, c.activityDown, c.id LIMIT $q.limit
RETURN c.body AS found`,
  forks: `${FORKS}
WITH c ORDER BY c.activityDown, c.id LIMIT $q.limit
RETURN c.body AS found`,
}
export const CONVERSATION_COUNT = {
  listed: `${LISTED} WITH c LIMIT $q.limit RETURN count(c) AS found`,
  all: `${ALL} WITH c LIMIT $q.limit RETURN count(c) AS found`,
  forks: `${FORKS} WITH c LIMIT $q.limit RETURN count(c) AS found`,
}
