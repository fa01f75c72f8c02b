import { parseMessageId } from '../../domain/ids.ts'
import { Refusal } from '../../domain/refusals.ts'
import {
  relationshipId,
  type Relationship,
  type RelationshipType,
  type Endpoint,
} from '../../domain/records/relationship.ts'
import type { ListKey } from '../../storage/graphStore.ts'
import type { Scope } from '../scope.ts'
import { walkList } from '../read/walkList.ts'

/** Things whose edges are asked for at once, and edges asked for of each. */
const batch = 50
const pageLength = 100
/** How many things a search may come by before it is given up. */
const most = 200_000

/** One side of a search: what it came by, and what it has still to look at. */
interface Walk {
  readonly end: 'source' | 'target'
  readonly kindPast: 'source' | 'target'
  /** Each thing that was come by, and the one before it on the way; null at the start. */
  readonly seen: Map<string, { readonly thing: Endpoint; readonly before: string | null }>
  readonly open: { readonly thing: Endpoint; readonly after: ListKey | null }[]
}

/**
 * Returns the things on a way from one thing to another along live edges of a type, both included, or null. It walks
 * from both ends, always at the one that came by fewer things, so that a thing with very many edges costs nothing where
 * the other has none. `skipped` names an edge that is no way.
 */
export async function findCycle(
  scope: Scope,
  type: RelationshipType,
  from: Endpoint,
  to: Endpoint,
  skipped: string | null = null,
): Promise<Endpoint[] | null> {
  const ahead = walkFrom(from, 'source')
  const back = walkFrom(to, 'target')
  for (;;) {
    const [walk, other] = ahead.seen.size <= back.seen.size ? [ahead, back] : [back, ahead]
    if (walk.open.length === 0) return null
    const met = await step(scope, type, walk, other, skipped)
    if (met !== null) return [...wayTo(ahead, met).reverse(), ...wayTo(back, met).slice(1)]
    if (walk.seen.size > most) throw tooMany(type)
  }
}

function walkFrom(thing: Endpoint, end: Walk['end']): Walk {
  return {
    end,
    kindPast: end === 'source' ? 'target' : 'source',
    seen: new Map([[keyOf(thing), { thing, before: null }]]),
    open: [{ thing, after: null }],
  }
}

/** Looks at one page of edges of the next things; returns the thing that the other walk came by as well, or null. */
async function step(
  scope: Scope,
  type: RelationshipType,
  walk: Walk,
  other: Walk,
  skipped: string | null,
): Promise<string | null> {
  const next = walk.open.splice(0, batch)
  const pages = await Promise.all(next.map(({ thing, after }) => pageOf(scope, type, walk, thing, after)))
  for (const [i, { thing }] of next.entries()) {
    const { endpoints, after } = pages[i] as CyclePage
    if (after !== null) walk.open.push({ thing, after })
    for (const one of endpoints) {
      const key = keyOf(one)
      const [source, target] = walk.end === 'source' ? [thing, one] : [one, thing]
      if (walk.seen.has(key) || relationshipId({ type, source, target }) === skipped) continue
      walk.seen.set(key, { thing: one, before: keyOf(thing) })
      if (other.seen.has(key)) return key
      walk.open.push({ thing: one, after: null })
    }
  }
  return null
}

interface CyclePage {
  readonly endpoints: readonly Endpoint[]
  readonly after: ListKey | null
}

async function pageOf(
  scope: Scope,
  type: RelationshipType,
  walk: Walk,
  thing: Endpoint,
  after: ListKey | null,
): Promise<CyclePage> {
  const request = { thing, end: walk.end, type, deleted: false, after, limit: pageLength }
  const edges: Relationship[] = await scope.reads.relationshipList(request)
  const last = edges.at(-1)
  const endpoints = edges.map((edge) => edge[walk.kindPast])
  const members = after === null && type === 'PART_OF' ? await membersOf(scope, walk, thing) : []
  const isLast = edges.length < pageLength || last === undefined
  return { endpoints: [...endpoints, ...members], after: isLast ? null : { sort: last.changedAt, id: last.id } }
}

/** A message is part of its conversation without a stored edge. */
async function membersOf(scope: Scope, walk: Walk, thing: Endpoint): Promise<Endpoint[]> {
  if (walk.end === 'source' && thing.kind === 'MESSAGE') {
    const id = parseMessageId(thing.id)?.conversationId
    return id === undefined ? [] : [{ kind: 'CONVERSATION', id }]
  }
  if (walk.end === 'source' || thing.kind !== 'CONVERSATION') return []
  const endpoints: Endpoint[] = []
  for await (const page of walkList(scope.reads, 'messagesOfConversation', thing.id, { limit: 1000 })) {
    if (endpoints.length > most) throw tooMany('PART_OF')
    endpoints.push(...page.map(({ id }): Endpoint => ({ kind: 'MESSAGE', id })))
  }
  return endpoints
}

/** The things from the met one back to where the walk began. */
function wayTo({ seen }: Walk, met: string): Endpoint[] {
  const way: Endpoint[] = []
  for (let at = seen.get(met); at; at = at.before === null ? undefined : seen.get(at.before)) way.push(at.thing)
  return way
}

function keyOf({ kind, id }: Endpoint): string {
  return `${kind} ${id}`
}

function tooMany(type: RelationshipType): Refusal {
  return new Refusal('LIMIT_EXCEEDED', { limit: most }, `More than ${most} things hang together by ${type}.`)
}
