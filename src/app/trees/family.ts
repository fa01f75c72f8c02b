import type { Conversation, Segment, TreeNode } from '../../domain/model.ts'
import { Refusal } from '../../domain/refusals.ts'
import { cost } from '../read/budget.ts'
import { forkPoint } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import { walkList } from '../read/walkList.ts'

/** A segment as far as it belongs to a tree. */
export interface TreeSegment {
  readonly segment: Segment
  /** The depth of the last node that belongs to it. */
  readonly to: number
}

/** Conversations that share pasts, as one tree. */
export interface Family {
  /** Those that are not deleted and the one that was asked for, the source before its forks. */
  readonly members: readonly Conversation[]
  /** Of the others only what members share belongs to it. Those of one conversation by the age of their ends. */
  readonly segments: readonly TreeSegment[]
}

const pageLength = 500

/** Returns a conversation with its sources, their forks and the forks of those: what they share once. */
export async function familyOf(scope: Scope, conversation: Conversation): Promise<Family> {
  const all = await relatives(scope, conversation)
  const isMember = ({ id, deletedAt }: Conversation) => deletedAt === null || id === conversation.id
  const lists = await Promise.all(all.map(({ id }) => segmentsOf(scope, id)))
  const segments = lists.flat()
  const members = all.filter(isMember)
  if (members.length === all.length)
    return { members, segments: segments.map((segment) => ({ segment, to: segment.tipDepth })) }
  const points = await Promise.all(members.map((member) => forkPoint({ ...scope, conversation: member })))
  return { members, segments: sharedBy(new Set(members.map(({ id }) => id)), points, segments) }
}

async function segmentsOf(scope: Scope, conversationId: string): Promise<Segment[]> {
  const segments: Segment[] = []
  for await (const page of walkList(scope.reads, 'segmentsOfConversation', conversationId, { limit: pageLength })) {
    scope.signal?.throwIfAborted()
    scope.budget.spend(page.length * cost.segment)
    segments.push(...page)
  }
  return segments.reverse()
}

/** Returns the topmost source of a conversation and all its forks and theirs, deleted ones too, each after its source. */
async function relatives(scope: Scope, conversation: Conversation): Promise<Conversation[]> {
  const sources = await scope.reads.lineage(conversation.id)
  const conversations = [sources.at(-1) ?? conversation]
  for (const one of conversations) {
    for await (const forks of walkList(scope.reads, 'everyFork', one.id, { limit: pageLength }))
      conversations.push(...forks)
    if (conversations.length > scope.limits.list) throw tooMany(scope.limits.list, conversations.length)
  }
  return conversations
}

function tooMany(limit: number, conversations: number): Refusal {
  const message = `The family has more than ${limit} conversations; ask for one of them without its family.`
  return new Refusal('LIMIT_EXCEEDED', { limit, conversations }, message, ['family'])
}

/** Leaves out what belongs to no member and lies on no path to what belongs to one. */
function sharedBy(
  members: ReadonlySet<string>,
  points: readonly (TreeNode | null)[],
  segments: readonly Segment[],
): TreeSegment[] {
  const ends = new Map<string, number>()
  const reach = (id: string, depth: number) => ends.set(id, Math.max(depth, ends.get(id) ?? 0))
  // A fork in which nothing was stored yet has no segment.
  for (const point of points) if (point) reach(point.place.segmentId, point.place.depth)
  // What lies farther from the roots comes first: a segment is left below the end that those give it.
  for (const { id, conversationId, exit, tipDepth } of [...segments].sort((a, b) => b.level - a.level)) {
    if (members.has(conversationId)) reach(id, tipDepth)
    if (exit && ends.has(id)) reach(exit.segmentId, exit.depth)
  }
  return segments.flatMap((segment) => {
    const to = ends.get(segment.id)
    return to === undefined ? [] : [{ segment, to }]
  })
}
