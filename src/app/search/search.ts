import type { Conversation, TreeNode } from '../../domain/model.ts'
import { isFit } from '../../domain/ids.ts'
import { snippetOf, type TextRange } from '../../domain/search/snippet.ts'
import { badInput } from '../../domain/refusals.ts'
import { canonicalJson } from '../../domain/tree/pathHash.ts'
import { cost } from '../read/budget.ts'
import { cursorOfParts, listIn, readParts } from '../read/cursors.ts'
import type { Forward } from '../read/lists.ts'
import { pageSize, type ListPage } from '../read/pages.ts'
import { asTreeNode } from '../read/paths.ts'
import { conversationOf } from '../read/view.ts'
import type { Scope } from '../scope.ts'
import { hitsOf, type Hit, type Hits } from './hits.ts'
import { termsOf, type SearchScope, type Terms } from './terms.ts'

/** What a search shows of a message, or of a node that is of none. */
export interface SearchHit {
  readonly observation: TreeNode
  /** Where it was recorded. */
  readonly conversation: Conversation
  readonly snippet: string
  readonly highlights: readonly TextRange[]
  readonly score: number
  readonly turn: number | null
  readonly matches: number
  /** The tool call that has the words, or whose result has; null where they were said. */
  readonly callId: string | null
}

/** What was found in one conversation. */
export interface SearchGroup {
  readonly conversation: Conversation
  /** How many hits it has among the newest 1,000. */
  readonly count: number
  readonly hits: readonly SearchHit[]
}
export interface SearchPage extends ListPage<SearchHit> {
  /** Stored observations that this answer has not seen; null: not known. */
  readonly behind: number | null
  /** The same by conversation, that of the newest hit first. */
  groups(first: number, perGroup: number): Promise<SearchGroup[]>
}

/** So many of the newest hits are ordered by how well they answer; older ones follow, the newest first. */
const ranked = 1_000
const atOnce = 200
const defaultSize = 20

/** Returns a page of what answers a text. */
export async function search(
  scope: Scope,
  text: string,
  searchScope: SearchScope | null,
  args: Forward,
  window = ranked,
): Promise<SearchPage> {
  const size = pageSize({ ...args, first: args.first ?? defaultSize }).first ?? defaultSize
  const terms = await termsOf(scope, text, searchScope ?? {})
  const list = listIn(scope, `search:${canonicalJson([text, JSON.parse(JSON.stringify(searchScope ?? {}))])}`)
  const after = readParts(list, args.after, 'after', isPlace)
  const walk = walkOf(scope, terms, after?.from ?? null)
  const items: { cursor: string; item: SearchHit }[] = []
  for await (const some of inGroups(inOrder(walk, window, after), size + 1)) {
    const searchHits = await Promise.all(some.map(([hit]) => shownOf(scope, walk.hits, hit)))
    for (const [k, [, place]] of some.entries())
      if (searchHits[k]) items.push({ cursor: cursorOfParts(list, { ...place }), item: searchHits[k] })
    if (items.length > size) break
  }
  return {
    items: items.slice(0, size),
    hasNextPage: items.length > size,
    hasPreviousPage: after !== null,
    totalCount: () => countOf(scope, terms, walk.from()),
    behind: walk.behind(),
    groups: (first, perGroup) => groupsOf(scope, walkOf(scope, terms, walk.from()), window, first, perGroup),
  }
}

function checkSize(name: string, size: number, maximum: number): void {
  if (!Number.isInteger(size) || size < 1 || size > maximum)
    throw badInput(`"${name}" must be from 1 to ${maximum}.`, { [name]: size, maximum }, [name])
}

async function groupsOf(
  scope: Scope,
  walk: Walk,
  window: number,
  first: number,
  perGroup: number,
): Promise<SearchGroup[]> {
  const results = new Map<string, Hit[]>()
  checkSize('first', first, 50)
  checkSize('perGroup', perGroup, 10)
  let count = 0
  for await (const hit of walk.stream(null, window)) {
    results.set(hit.conversationId, [...(results.get(hit.conversationId) ?? []), hit])
    if ((count += 1) === window) break
  }
  const groups = [...results].slice(0, first).map(async ([id, hits]) => {
    const searchHits = await Promise.all(
      hits
        .sort(byScore)
        .slice(0, perGroup)
        .map((hit) => shownOf(scope, walk.hits, hit)),
    )
    return {
      conversation: await conversationOf(scope, id),
      count: hits.length,
      hits: searchHits.filter((hit) => hit !== null),
    }
  })
  return Promise.all(groups)
}

/** What is read together comes in one call. */
async function* inGroups<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let group: T[] = []
  for await (const item of items)
    if (group.push(item) === size) {
      yield group
      group = []
    }
  if (group.length > 0) yield group
}

/** Where a page ended: among the ranked ones by score, time and id, else by the index's own order. */
interface Place {
  /** The newest document that was there when the search began: what comes later changes no page. */
  readonly from: string
  readonly rank: readonly [score: number, at: string, id: string] | null
  readonly position: string
}

function isPlace(value: unknown): value is Place {
  const { from, rank, position } = (value ?? {}) as Partial<Place>
  return [from, position].every((one) => typeof one === 'string' && isFit(one)) && (rank === null || isRank(rank))
}

const isRank = (value: unknown): boolean =>
  Array.isArray(value) && value.map((one) => typeof one).join() === 'number,string,string'

/** What the index finds and is shown, the newest first. */
interface Walk {
  readonly hits: Hits
  stream(after: string | null, limit: number): AsyncGenerator<Hit>
  from(): string | null
  behind(): number | null
}

function walkOf(scope: Scope, terms: Terms, begin: string | null): Walk {
  const hits = hitsOf(scope, terms)
  let [from, behind]: [string | null, number | null] = [begin, 0]
  async function* stream(after: string | null, limit: number): AsyncGenerator<Hit> {
    if (terms.where.kind === 'nothing') return
    for (let [at, hasMore] = [after, true]; hasMore;) {
      scope.budget.spend(cost.call)
      scope.signal?.throwIfAborted()
      const { expression, query } = terms
      const indexHits = await scope.search.find(scope.tenant, { expression, query, from, after: at, limit })
      scope.budget.spend(indexHits.candidates.length * cost.known)
      behind = indexHits.behind
      from ??= indexHits.candidates[0]?.position ?? null
      at = indexHits.candidates.at(-1)?.position ?? at
      hasMore = indexHits.hasMore && indexHits.candidates.length > 0
      for (const hit of await Promise.all(indexHits.candidates.map((candidate) => hits.of(candidate))))
        if (hit) yield hit
    }
  }
  return { hits, stream, from: () => from, behind: () => behind }
}

/** Yields hits in the order in which they are shown, each with the place after it. */
async function* inOrder(walk: Walk, window: number, after: Place | null): AsyncGenerator<[Hit, Place]> {
  let last = after?.rank === null ? after.position : null
  if (last === null) {
    const newest: Hit[] = []
    for await (const hit of walk.stream(null, window)) if (newest.push(hit) === window) break
    last = newest.at(-1)?.position ?? null
    const rest = newest.sort(byScore).filter((hit) => !after?.rank || compare(rankOf(hit), after.rank) > 0)
    for (const hit of rest) yield [hit, { from: walk.from() ?? '', rank: rankOf(hit), position: hit.position }]
    if (newest.length < window) return
  }
  for await (const hit of walk.stream(last, atOnce))
    yield [hit, { from: walk.from() ?? '', rank: null, position: hit.position }]
}

const rankOf = ({ score, at, observationId }: Hit) => [score, at, observationId] as const
const byScore = (a: Hit, b: Hit): number => compare(rankOf(a), rankOf(b))

/** The best first, of equal ones the newest, then the smaller id. */
function compare(a: NonNullable<Place['rank']>, b: NonNullable<Place['rank']>): number {
  if (a[0] !== b[0]) return b[0] - a[0]
  if (a[1] !== b[1]) return a[1] > b[1] ? -1 : 1
  return a[2] === b[2] ? 0 : a[2] < b[2] ? -1 : 1
}

/** Reads it again: the index may be behind, and nothing that was taken back is shown. */
async function shownOf(scope: Scope, hits: Hits, hit: Hit): Promise<SearchHit | null> {
  const observation = asTreeNode(await scope.reads.observation(hit.observationId))
  const answer = observation && (await hits.read(observation))
  if (!answer) return null
  const { text, highlights } = snippetOf(answer.text, answer.tokens, answer.match.occurrences)
  return {
    observation,
    conversation: await conversationOf(scope, observation.conversationId),
    snippet: text,
    highlights,
    score: answer.match.score,
    turn: observation.place.turn,
    matches: hit.matches,
    callId: answer.callId,
  }
}

async function countOf(scope: Scope, terms: Terms, from: string | null): Promise<number | null> {
  if (from === null) return 0
  let count = 0
  for await (const _ of walkOf(scope, terms, from).stream(null, ranked)) if (++count > scope.limits.count) return null
  return count
}
