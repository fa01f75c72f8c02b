/**
 * The statements that find state records. Each condition is a range of an index: kinds are ASCII, and keys stand as
 * the digits of their UTF-8 bytes (`sort`), for the database compares texts by their UTF-16 units.
 */
import type { StateRecordKindRequest } from '../../graphStore.ts'

/** What a list is found by: the keys of one kind, of kinds that begin alike, or of one kind over all conversations. */
export type Scope = 'kind' | 'kinds' | 'all'
export type Way = 'ascending' | 'descending'

const seeks: Readonly<Record<Scope, string>> = {
  kind: `MATCH (n:StateRecord)
USING INDEX SEEK n:StateRecord(tenant, conversationId, kind, sort)
WHERE n.tenant = $q.tenant AND n.conversationId = $q.conversationId AND n.kind = $q.kind
  AND n.sort >= $q.sortFrom AND n.sort < $q.sortTo`,
  kinds: `MATCH (n:StateRecord)
USING INDEX SEEK n:StateRecord(tenant, conversationId, kind, sort)
WHERE n.tenant = $q.tenant AND n.conversationId = $q.conversationId AND n.kind >= $q.kindFrom AND n.kind < $q.kindTo
  AND n.sort >= $q.sortFrom AND n.sort < $q.sortTo`,
  all: `MATCH (n:StateRecord)
USING INDEX SEEK n:StateRecord(tenant, listed, sort, conversationId)
WHERE n.tenant = $q.tenant AND n.listed = $q.kind AND n.sort >= $q.sortFrom AND n.sort < $q.sortTo AND n.conversationId > ''`,
}
const order: Readonly<Record<Scope, readonly string[]>> = {
  kind: ['n.tenant', 'n.conversationId', 'n.kind', 'n.sort'],
  kinds: ['n.tenant', 'n.conversationId', 'n.kind', 'n.sort'],
  all: ['n.tenant', 'n.listed', 'n.sort', 'n.conversationId'],
}
/** What ties with the place after which a page begins, in the last of its columns. */
const behind: Readonly<Record<Scope, (less: string) => string>> = {
  kind: (less) => `($q.sort IS NULL OR n.sort ${less} $q.sort)`,
  kinds: (less) => `($q.sort IS NULL OR n.kind ${less} $q.kind OR (n.kind = $q.kind AND n.sort ${less} $q.sort))`,
  all: (less) =>
    `($q.sort IS NULL OR n.sort ${less} $q.sort OR (n.sort = $q.sort AND n.conversationId ${less} $q.after))`,
}
const live = `
MATCH (c:Conversation {tenant: $q.tenant, id: n.conversationId})
USING INDEX SEEK c:Conversation(tenant, id)
WHERE c.deleted = false`

/** Over all conversations a record counts where its own is not deleted: they are looked at in order, until there are enough. */
const listed = (scope: Scope, way: Way | null): string => {
  const ways = order[scope].map((column) => `${column}${way === 'descending' ? ' DESC' : ''}`).join(', ')
  const after = way === null ? '' : `\n  AND ${behind[scope](way === 'descending' ? '<' : '>')}`
  const sorted = way === null ? '' : `\nWITH n ORDER BY ${ways}`
  const ofKeys = '\n  AND ($q.sorts IS NULL OR n.sort IN $q.sorts)'
  const ofLive = scope === 'all' ? `${live}${way === null ? '' : `\nWITH n ORDER BY ${ways}`}` : ''
  return `${seeks[scope]}${ofKeys}${after}${sorted}${ofLive}`
}

const pageOf = (scope: Scope, way: Way): string => `${listed(scope, way)} LIMIT $q.limit
RETURN n.body AS found`

const ofScopes = <T>(make: (scope: Scope) => T) =>
  ({ kind: make('kind'), kinds: make('kinds'), all: make('all') }) as const

/** One page of a list. */
export const STATE_RECORD_PAGES = ofScopes((scope) => ({
  ascending: pageOf(scope, 'ascending'),
  descending: pageOf(scope, 'descending'),
}))

/** How many there are, no farther than a limit. */
export const STATE_RECORD_COUNTS = ofScopes(
  (scope) => `${listed(scope, null)}
WITH n LIMIT $q.limit
RETURN count(n) AS rows`,
)

/** The kinds of one conversation, or of all that are not deleted, in order. */
export const STATE_RECORD_KINDS: Readonly<Record<'one' | 'all', string>> = {
  one: `MATCH (n:StateRecord)
USING INDEX SEEK n:StateRecord(tenant, conversationId, kind, sort)
WHERE n.tenant = $q.tenant AND n.conversationId = $q.conversationId AND n.kind >= $q.kindFrom AND n.kind < $q.kindTo
  AND n.sort > ''
WITH DISTINCT n.kind AS kind ORDER BY kind LIMIT $q.limit
RETURN kind`,
  all: `MATCH (n:StateRecord)
USING INDEX SEEK n:StateRecord(tenant, listed, sort, conversationId)
WHERE n.tenant = $q.tenant AND n.listed >= $q.kindFrom AND n.listed < $q.kindTo AND n.sort > '' AND n.conversationId > ''${live}
WITH DISTINCT n.listed AS kind ORDER BY kind LIMIT $q.limit
RETURN kind`,
}
export const scopeOfKinds = ({ conversationId }: StateRecordKindRequest): 'one' | 'all' =>
  conversationId === null ? 'all' : 'one'
