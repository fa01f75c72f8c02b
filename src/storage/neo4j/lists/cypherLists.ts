/**
 * The statements of the lists. A page is a range of one index, read up or down: equal keys first, then everything from
 * the keyset position on. `>=` or `<=` on the time is what the index seeks by; the rest of the condition leaves out the
 * position itself and what stands before it among equals, as a CASE, since an OR would be planned as two seeks and a sort.
 * The index has no ids: those of the very same instant are read together and sorted, and no more than them (PartialTop).
 */
import type { ListName } from '../../graphStore.ts'
import { CONVERSATION, EVENT, FORK_OF_EVENT, MESSAGE, OBSERVATION, SEGMENT } from '../reading/cypherRead.ts'
import { FIRST_TIME, type ListShape } from './listShape.ts'
import { recordLists } from '../schema.ts'

/** Before every time that is text, as all but those of conversations are. */
const FIRST_TEXT = "''"

type Order = ListShape['order']

const observations = (owner: string, time: string, order: Order): ListShape => ({
  node: 'o:Observation',
  owner: `o.${owner}`,
  time: `o.${time}`,
  order,
  id: 'o.id',
  projection: OBSERVATION,
})
const conversations = (owner: string, order: Order): ListShape => ({
  node: 'c:Conversation',
  owner: `c.${owner}`,
  time: 'c.createdAt',
  first: FIRST_TIME,
  order,
  id: 'c.id',
  only: 'AND NOT c.deleted',
  projection: CONVERSATION,
})

/** Whether a node was recorded in a conversation, or it was forked. */
const USED = `(EXISTS { (c)<-[:FORK_OF]-(:Conversation) } OR EXISTS {
    MATCH (s:Segment) USING INDEX SEEK s:Segment(tenant, conversationId, tipAt)
    WHERE s.tenant = $q.tenant AND s.conversationId = c.id AND s.tipAt >= '' })`

/** The shapes of lists of records. */
const shapesOf = <N extends ListName>(records: Readonly<Record<N, { readonly shape: ListShape }>>) =>
  Object.fromEntries(Object.entries<{ shape: ListShape }>(records).map(([list, { shape }]) => [list, shape])) as Record<
    N,
    ListShape
  >

/** The lists of a ledger's lines, by their numbers. */
type Ledger = 'events' | 'ledger' | 'ledgerButForks' | 'headMoves' | 'checkpoints'

const byTime: Record<Exclude<ListName, Ledger>, ListShape> = {
  messagesOfConversation: {
    node: 'm:Message',
    owner: 'm.conversationId',
    time: 'm.createdAt',
    order: 'oldestFirst',
    id: 'm.id',
    projection: MESSAGE,
  },
  observationsOfConversation: observations('conversationId', 'ingestedAt', 'newestFirst'),
  observationsOfMessage: observations('messageId', 'observedAt', 'newestFirst'),
  messageCorrections: observations('correctionOf', 'observedAt', 'newestFirst'),
  children: observations('parentId', 'ingestedAt', 'oldestFirst'),
  childrenHere: { ...observations('parentId', 'ingestedAt', 'oldestFirst'), within: 'o.conversationId' },
  copiesOf: observations('copyOf', 'ingestedAt', 'oldestFirst'),
  restatementsOf: observations('restates', 'ingestedAt', 'oldestFirst'),
  roots: observations('rootOf', 'ingestedAt', 'oldestFirst'),
  tips: {
    node: 's:Segment',
    owner: 's.conversationId',
    time: 's.tipAt',
    order: 'newestFirst',
    id: 's.tipId',
    lookUp: `OPTIONAL MATCH (o:Observation {tenant: $q.tenant, id: s.tipId})
  USING INDEX SEEK o:Observation(tenant, id)`,
    projection: `CASE WHEN o IS NULL THEN null ELSE ${OBSERVATION} END`,
  },
  segmentsOfConversation: {
    node: 's:Segment',
    owner: 's.conversationId',
    time: 's.tipAt',
    order: 'newestFirst',
    id: 's.tipId',
    projection: SEGMENT,
  },
  forks: conversations('forkedFrom', 'newestFirst'),
  everyFork: { ...conversations('forkedFrom', 'newestFirst'), only: '' },
  forkPoints: { ...conversations('forkedFrom', 'newestFirst'), only: '' },
  usedForks: { ...conversations('forkedFrom', 'newestFirst'), only: `AND ${USED}` },
  sidechains: conversations('sidechainOf', 'oldestFirst'),
  eventsOfKind: {
    node: 'e:Event',
    owner: 'e.kind',
    time: 'e.at',
    first: FIRST_TIME,
    order: 'newestFirst',
    id: 'e.id',
    having: 'e.seq',
    lookUp: FORK_OF_EVENT,
    projection: EVENT,
  },
  ...shapesOf(recordLists),
}

/** The index of a list: named in the statement, for the planner would guess another one on a store that is empty. */
const keysOf = (...properties: readonly string[]): string =>
  ['tenant', ...properties.map((property) => property.slice(2))].join(', ')
const nameOf = (node: string): string => node.slice(0, 1)
const seekOf = ({ node, owner, time, having }: ListShape): string =>
  `USING INDEX SEEK ${node}(${keysOf(owner, time, ...(having ? [having] : []))})`

const timePage = (shape: ListShape): string => {
  const { node, owner, within, time, order, id, only = '', having, lookUp = '', projection } = shape
  const it = nameOf(node)
  const [beyond, direction] = order === 'oldestFirst' ? ['>', ''] : ['<', ' DESC']
  return `UNWIND range(0, size($q.requests) - 1) AS i
CALL (i) {
  MATCH (${node})
  ${seekOf(shape)}
  WHERE ${it}.tenant = $q.tenant AND ${owner} = $q.requests[i][0] AND ${time} ${beyond}= $q.requests[i][1]
    AND CASE WHEN ${time} ${beyond} $q.requests[i][1] THEN true ELSE ${id} > $q.requests[i][2] END ${only}${having ? `AND ${having} IS NOT NULL` : ''}${within ? `AND ${within} = $q.requests[i][3]` : ''}
  WITH ${it} ORDER BY ${it}.tenant${direction}, ${owner}${direction}, ${time}${direction}, ${id} LIMIT $q.limit
  ${lookUp}
  RETURN collect([${projection}]) AS found
}
RETURN i, found`
}

const timeCount = (shape: ListShape): string => {
  const { node, owner, within, time, first = FIRST_TEXT, only = '', having } = shape
  const it = nameOf(node)
  const listOwner = within ? '$q.owners[i][0]' : '$q.owners[i]'
  return `UNWIND range(0, size($q.owners) - 1) AS i
CALL (i) {
  MATCH (${node})
  ${seekOf(shape)}
  WHERE ${it}.tenant = $q.tenant AND ${owner} = ${listOwner} AND ${time} >= ${first} ${only}${having ? `AND ${having} IS NOT NULL` : ''}${within ? `AND ${within} = $q.owners[i][1]` : ''}
  WITH ${it} LIMIT $q.limit
  RETURN count(${it}) AS found
}
RETURN i, found`
}

/** The property that says of which conversation's ledger, head moves or checkpoints a line is. */
type LedgerOwner = 'conversationId' | 'moveOf' | 'checkpointOf'

/** A ledger is numbered, so no two of its lines are equal. */
const ledgerPage = (owner: LedgerOwner): string => `UNWIND range(0, size($q.requests) - 1) AS i
CALL (i) {
  MATCH (e:Event)
  USING INDEX SEEK e:Event(tenant, ${owner}, seq)
  WHERE e.tenant = $q.tenant AND e.${owner} = $q.requests[i][0] AND e.seq < $q.requests[i][1]
  WITH e ORDER BY e.tenant DESC, e.${owner} DESC, e.seq DESC LIMIT $q.limit
  ${FORK_OF_EVENT}
  RETURN collect([${EVENT}]) AS found
}
RETURN i, found`

const BUT_FORKS = `AND (e.kind <> 'FORK' OR e.moveOf IS NOT NULL)`

const ledgerUp = (only = ''): string => `UNWIND range(0, size($q.requests) - 1) AS i
CALL (i) {
  MATCH (e:Event)
  USING INDEX SEEK e:Event(tenant, conversationId, seq)
  WHERE e.tenant = $q.tenant AND e.conversationId = $q.requests[i][0] AND e.seq > $q.requests[i][1] ${only}
  WITH e ORDER BY e.tenant, e.conversationId, e.seq LIMIT $q.limit
  ${FORK_OF_EVENT}
  RETURN collect([${EVENT}]) AS found
}
RETURN i, found`

const ledgerCount = (owner: LedgerOwner, only = ''): string => `UNWIND range(0, size($q.owners) - 1) AS i
CALL (i) {
  MATCH (e:Event)
  USING INDEX SEEK e:Event(tenant, ${owner}, seq)
  WHERE e.tenant = $q.tenant AND e.${owner} = $q.owners[i] AND e.seq >= 0 ${only}
  WITH e LIMIT $q.limit
  RETURN count(e) AS found
}
RETURN i, found`

const timeNames = Object.keys(byTime) as (keyof typeof byTime)[]
const allOf = (text: (shape: ListShape) => string) =>
  Object.fromEntries(timeNames.map((name) => [name, text(byTime[name])])) as Record<keyof typeof byTime, string>

export const PAGES: Readonly<Record<ListName, string>> = {
  ...allOf(timePage),
  events: ledgerPage('conversationId'),
  ledger: ledgerUp(),
  ledgerButForks: ledgerUp(BUT_FORKS),
  headMoves: ledgerPage('moveOf'),
  checkpoints: ledgerPage('checkpointOf'),
}
export const COUNTS: Readonly<Record<ListName, string>> = {
  ...allOf(timeCount),
  events: ledgerCount('conversationId'),
  ledger: ledgerCount('conversationId'),
  ledgerButForks: ledgerCount('conversationId', BUT_FORKS),
  headMoves: ledgerCount('moveOf'),
  checkpoints: ledgerCount('checkpointOf'),
}

/**
 * `from` and `to` bound the time; the other conditions are checked on the way. A filter that is not given is empty, never
 * null: a statement is planned again for each combination of the parameters' types. A title that is plain stands in the
 * first line of the body only; servers of some languages make an `ı` of its `I`.
 */
const FILTERS = `c.activityAt >= $q.from AND c.activityAt <= $q.to
  AND CASE WHEN c.activityAt < $q.to THEN true ELSE c.id > $q.afterId END
  AND (size($q.origins) = 0 OR c.origin IN $q.origins)
  AND (size($q.cwdKeys) = 0 OR c.cwdKey IN $q.cwdKeys)
  AND CASE $q.titleKey WHEN '' THEN true
      ELSE coalesce(c.titleKey, replace(toLower(split(c.body, '\\n')[0]), 'ı', 'i')) CONTAINS $q.titleKey END
  AND all(member IN $q.memberKeys WHERE c.metadataKey CONTAINS member)
  AND (NOT $q.withoutForks OR c.forkedFrom IS NULL)
  AND (NOT $q.withoutSidechains OR c.sidechainOf IS NULL)
  AND none(member IN $q.withoutMembers WHERE coalesce(c.metadataKey, '') CONTAINS member)
  AND CASE $q.failing WHEN '' THEN true ELSE ($q.failing = 'yes') = EXISTS {
    MATCH (u:ToolUsage) USING INDEX SEEK u:ToolUsage(tenant, conversationId, day)
    WHERE u.tenant = $q.tenant AND u.conversationId = c.id AND u.day >= '' AND u.errors > 0 } END`

/** Those that are not deleted, and those that are, of each shelf, each in order: they are put in one order by the reader. */
const LISTED = `UNWIND $q.deleted AS deleted UNWIND $q.shelves AS shelf
CALL (deleted, shelf) {
  MATCH (c:Conversation)
  USING INDEX SEEK c:Conversation(tenant, deleted, shelf, activityAt)
  WHERE c.tenant = $q.tenant AND c.deleted = deleted AND c.shelf = shelf AND ${FILTERS}`
/** Through the index of forks, which is in another order: for the forks of one conversation only. */
const FORKS = `MATCH (c:Conversation)
USING INDEX SEEK c:Conversation(tenant, forkedFrom, createdAt)
WHERE c.tenant = $q.tenant AND c.forkedFrom = $q.forkedFrom AND c.createdAt >= ${FIRST_TIME} AND c.deleted IN $q.deleted
WITH c WHERE ${FILTERS}`

export const CONVERSATION_PAGE = {
  listed: `${LISTED}
  WITH c ORDER BY c.tenant DESC, c.deleted DESC, c.shelf DESC, c.activityAt DESC, c.id LIMIT $q.limit
  RETURN ${CONVERSATION} AS found
}
RETURN found`,
  forks: `${FORKS}
WITH c ORDER BY c.activityAt DESC, c.id LIMIT $q.limit
RETURN ${CONVERSATION} AS found`,
}
export const CONVERSATION_COUNT = {
  listed: `${LISTED}
  WITH c LIMIT $q.limit
  RETURN count(c) AS part
}
RETURN sum(part) AS found`,
  forks: `${FORKS} WITH c LIMIT $q.limit RETURN count(c) AS found`,
}

/** All conversations that are not deleted are scanned: how many directories there are is small. */
export const DIRECTORIES = `MATCH (c:Conversation)
USING INDEX SEEK c:Conversation(tenant, deleted, activityAt)
WHERE c.tenant = $q.tenant AND c.deleted = false AND c.activityAt >= ${FIRST_TIME} AND c.cwdKey IS NOT NULL
WITH c.cwdKey AS cwdKey, count(c) AS conversations, max(c.activityAt) AS latest
WHERE latest < $q.before OR (latest = $q.before AND cwdKey > $q.after)
RETURN cwdKey, conversations, latest ORDER BY latest DESC, cwdKey LIMIT $q.limit`
