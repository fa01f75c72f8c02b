import { listIn } from '../read/cursors.ts'
import { instantOf, nanosecondsOf } from '../../domain/instants.ts'
import type { Message } from '../../domain/model.ts'
import { Refusal } from '../../domain/refusals.ts'
import {
  membershipOf,
  parseRelationshipId,
  type Relationship,
  type RelationshipType,
  type Endpoint,
} from '../../domain/records/relationship.ts'
import type { ListKey, RelationshipList } from '../../storage/graphStore.ts'
import type { Scope } from '../scope.ts'
import { pageOf, readKey, type Forward } from '../read/lists.ts'
import { pageMaximum, pageSize, type ListPage } from '../read/pages.ts'
import { walkList } from '../read/walkList.ts'

/** Which relationships of a thing to list. */
export interface RelationshipsRequest extends Forward {
  readonly direction?: 'INBOUND' | 'OUTBOUND' | 'BOTH' | null
  readonly type?: RelationshipType | null
  readonly includeDeleted?: boolean | null
}

/**
 * Returns a page of a thing's relationships, newest change first, ties to the smaller id: several lists of the store
 * merged, and the membership of messages, which is derived (design §3).
 */
export async function relationshipsPage(
  scope: Scope,
  thing: Endpoint,
  request: RelationshipsRequest,
): Promise<ListPage<Relationship>> {
  const limit = pageSize(request).first ?? 0
  const lists = listsOf(thing, request)
  const members = membersOf(scope, thing, request)
  const { direction, type, includeDeleted } = request
  const name = listIn(
    scope,
    `relationships:${JSON.stringify([thing, direction ?? 'BOTH', type ?? null, includeDeleted ?? false])}`,
  )
  const after = readKey(name, request)
  const results = await Promise.all([
    ...lists.map((list) => scope.reads.relationshipList({ ...list, after: storedAfter(after), limit: limit + 1 })),
    members.after(after, limit + 1),
  ])
  return pageOf(
    name,
    results.flat().sort(newestChange),
    limit,
    ({ changedAt, id }) => ({ sort: changedAt, id }),
    after !== null,
    async () => {
      const counts = lists.map((list) => scope.reads.relationshipCount(list, Number.MAX_SAFE_INTEGER))
      return (await Promise.all([...counts, members.count()])).reduce((sum, count) => sum + count, 0)
    },
  )
}

function listsOf(thing: Endpoint, { direction, type, includeDeleted }: RelationshipsRequest): RelationshipList[] {
  const ends = { INBOUND: ['target'], OUTBOUND: ['source'], BOTH: ['source', 'target'] } as const
  return ends[direction ?? 'BOTH'].flatMap((end) =>
    (includeDeleted ? [false, true] : [false]).map((deleted) => ({ thing, end, type: type ?? null, deleted })),
  )
}

/** Stored edges come before derived ones of the same time, so that a cursor names one place in both. */
function newestChange(a: Relationship, b: Relationship): number {
  if (a.changedAt !== b.changedAt) return a.changedAt > b.changedAt ? -1 : 1
  return Number(isDerived(a)) - Number(isDerived(b)) || (a.id < b.id ? -1 : 1)
}

const isDerived = ({ factCount, type, deletedAt }: Relationship) =>
  type === 'PART_OF' && factCount === 0 && deletedAt === null

/** The derived edges of a thing after a place in the list. */
interface Members {
  after(key: ListKey | null, limit: number): Promise<Relationship[]>
  count(): Promise<number>
}
const noMembers: Members = { after: () => Promise.resolve([]), count: () => Promise.resolve(0) }

function membersOf(scope: Scope, { kind, id }: Endpoint, { direction, type }: RelationshipsRequest): Members {
  if (type != null && type !== 'PART_OF') return noMembers
  if (kind === 'MESSAGE' && direction !== 'INBOUND') return ownMembership(scope, id)
  return kind === 'CONVERSATION' && direction !== 'OUTBOUND' ? messagesOf(scope, id) : noMembers
}

function ownMembership(scope: Scope, id: string): Members {
  return {
    async after(key) {
      const message = await scope.reads.message(id)
      const edge = message && membershipOf(message)
      const isPast = edge && key && (key.sort < edge.changedAt || key.id === edge.id)
      return edge && !isPast ? [edge] : []
    },
    count: () => Promise.resolve(1),
  }
}

function messagesOf(scope: Scope, id: string): Members {
  return {
    async after(key, limit) {
      const relationships: Relationship[] = []
      for await (const message of newestMessages(
        scope,
        id,
        key && (isOfMember(key) ? pastAll(key) : { ...key, id: '' }),
      )) {
        if (relationships.push(membershipOf(message)) === limit) break
      }
      return relationships
    },
    count: () => scope.reads.count('messagesOfConversation', id, Number.MAX_SAFE_INTEGER),
  }
}

/** Messages of a conversation, newest first: each was made when the first observation of it was stored. */
async function* newestMessages({ reads }: Scope, owner: string, after: ListKey | null): AsyncGenerator<Message> {
  for await (const page of walkList(reads, 'observationsOfConversation', owner, { limit: pageMaximum, after })) {
    const messages = await Promise.all(
      page.map(({ messageId }) => (messageId === null ? Promise.resolve(null) : reads.message(messageId))),
    )
    for (const [i, message] of messages.entries())
      if (message && message.conversationId === owner && message.createdAt === page[i]?.ingestedAt) yield message
  }
}

/** The place after everything of that time. */
function pastAll({ sort }: ListKey): ListKey {
  return { sort: instantOf(nanosecondsOf(String(sort)) - 1n), id: '' }
}

/** Stored edges of the same time as a derived one come before it. */
function storedAfter(key: ListKey | null): ListKey | null {
  return key && isOfMember(key) ? pastAll(key) : key
}

function isOfMember({ id }: ListKey): boolean {
  const identity = parseRelationshipId(id)
  return identity?.type === 'PART_OF' && identity.source.kind === 'MESSAGE' && identity.target.kind === 'CONVERSATION'
}

/** Returns the message that a message replaced, by its own fork or by its sender's word; null when there is none. */
export async function supersededMessage(scope: Scope, message: Message): Promise<Message | null> {
  if (message.supersedesId !== null) return scope.reads.message(message.supersedesId)
  const [edge] = await scope.reads.relationshipList({ ...replacements(message, 'source'), after: null, limit: 1 })
  return edge ? scope.reads.message(edge.target.id) : null
}

/** Returns the messages that replaced a message, newest change first. */
export async function supersedingMessages(scope: Scope, message: Message): Promise<Message[]> {
  const { list: limit } = scope.limits
  const edges = await scope.reads.relationshipList({
    ...replacements(message, 'target'),
    after: null,
    limit: limit + 1,
  })
  if (edges.length > limit)
    throw new Refusal(
      'LIMIT_EXCEEDED',
      { limit },
      `More than ${limit} messages replaced "${message.id}"; page through "relationships".`,
    )
  const messages = await Promise.all(edges.map(({ source }) => scope.reads.message(source.id)))
  return messages.flatMap((one) => one ?? [])
}

function replacements({ id }: Message, end: 'source' | 'target'): RelationshipList {
  return { thing: { kind: 'MESSAGE', id }, end, type: 'SUPERSEDES', deleted: false }
}
