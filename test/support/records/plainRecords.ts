/**
 * The plain model of what hangs on the tree: entities, relationships and facts as maps, by the words of design §3 and nothing clever:
 * the judge of the product, of which nothing here asks.
 */

/** How a command ends: done, or refused with a code. */
export type Outcome = 'ok' | 'NOT_FOUND' | 'BAD_INPUT' | 'CYCLE_DETECTED' | 'ALREADY_MERGED'

export interface PlainEntity {
  readonly id: string
  readonly deleted: boolean
  /** What it became a name for. */
  readonly mergedInto: string | null
}
export interface PlainEnd {
  readonly kind: string
  readonly id: string
}
export interface PlainRelationship {
  readonly type: string
  readonly source: PlainEnd
  readonly target: PlainEnd
  /** Null while it is live. */
  readonly deletedAt: string | null
}
export interface PlainFact {
  readonly id: string
  readonly ownerKind: string
  readonly ownerId: string
}

/** All by their ids, oldest first. */
export interface PlainRecords {
  readonly entities: Map<string, PlainEntity>
  readonly relationships: Map<string, PlainRelationship>
  readonly facts: Map<string, PlainFact>
}
type Reading<Kind extends keyof PlainRecords> = {
  readonly [Name in Kind]: ReadonlyMap<string, PlainRecords[Name] extends Map<string, infer One> ? One : never>
}

/** Types that say what something is made of or needs: none of them may lead back to where it began. */
const acyclic = ['PART_OF', 'DEPENDS_ON']
export const isLive = ({ deletedAt }: Pick<PlainRelationship, 'deletedAt'>): boolean => deletedAt === null
/** Says whether lists have an entity: it is not deleted, and no name for another one. */
export const isListed = ({ deleted, mergedInto }: Pick<PlainEntity, 'deleted' | 'mergedInto'>): boolean =>
  !deleted && mergedInto === null

/** Returns the entity that a name stands for, by as many merges as there were. */
export function standing({ entities }: Reading<'entities'>, id: string): string {
  const into = entities.get(id)?.mergedInto ?? null
  return into === null ? id : standing({ entities }, into)
}

/** Returns the facts of an entity. */
export function factsOf({ facts }: Reading<'facts'>, entityId: string): PlainFact[] {
  return [...facts.values()].filter(({ ownerKind, ownerId }) => ownerKind === 'ENTITY' && ownerId === entityId)
}

/** Returns the live relationships at either end of an entity. */
export function tiesOf({ relationships }: Reading<'relationships'>, entityId: string): PlainRelationship[] {
  const isEntity = ({ kind, id }: PlainEnd) => kind === 'ENTITY' && id === entityId
  return [...relationships.values()].filter((one) => isLive(one) && (isEntity(one.source) || isEntity(one.target)))
}

/** What names a relationship of two entities. */
export interface Tie {
  readonly type: string
  readonly source: string
  readonly target: string
}

/** Adds a fact of the entity that a name stands for, which it makes where there is none. */
export function observe(records: PlainRecords, name: string, factId: string): void {
  const id = standing(records, name)
  if (!records.entities.has(id)) records.entities.set(id, { id, deleted: false, mergedInto: null })
  records.facts.set(factId, { id: factId, ownerKind: 'ENTITY', ownerId: id })
}

/** There is one relationship of its identity: relating again changes nothing, or revives it. */
export function relate(records: PlainRecords, tie: Tie): Outcome {
  const ends = standingEnds(records, tie)
  if (ends.source === ends.target) return acyclic.includes(tie.type) ? 'CYCLE_DETECTED' : 'BAD_INPUT'
  if (there(records, ends)?.deletedAt === null) return 'ok'
  return revive(records, ends)
}

/** Takes a live relationship away; its place is kept. */
export function unrelate(records: PlainRecords, tie: Tie): Outcome {
  const ends = standingEnds(records, tie)
  if (there(records, ends)?.deletedAt !== null) return 'NOT_FOUND'
  put(records, ends, 'since')
  return 'ok'
}

/** Brings a deleted relationship back. */
export function restoreRelationship(records: PlainRecords, tie: Tie): Outcome {
  const ends = standingEnds(records, tie)
  const present = there(records, ends)
  if (present === undefined) return 'NOT_FOUND'
  return isLive(present) ? 'ok' : revive(records, ends)
}

/** Makes one entity of two: a live relationship wins over a deleted twin. Answers how many facts and live relationships moved. */
export function mergeEntities(
  records: PlainRecords,
  from: string,
  into: string,
): Outcome | { readonly facts: number; readonly relationships: number } {
  if (from === into) return 'BAD_INPUT'
  if ([from, into].some((id) => standing(records, id) !== id)) return 'ALREADY_MERGED'
  const renamed = (id: string) => (id === from ? into : id)
  const moves = [...records.relationships.values()].map((one) => {
    const { type, source, target, ...tie } = tieOf(one)
    return { one, to: { ...tie, type, source: renamed(source), target: renamed(target) } }
  })
  const kept = moves.filter(({ to }) => to.source !== to.target)
  const live = kept.flatMap(({ one, to }) => (isLive(one) ? [to] : []))
  if (acyclic.some((type) => hasCycle(live.filter((to) => to.type === type)))) return 'CYCLE_DETECTED'
  const isOfFrom = ({ source, target }: Tie) => source === from || target === from
  const moved = kept.filter(
    ({ one, to }) => isLive(one) && isOfFrom(tieOf(one)) && there(records, to)?.deletedAt !== null,
  )
  records.relationships.clear()
  for (const { one, to } of kept) put(records, to, there(records, to)?.deletedAt === null ? null : one.deletedAt)
  const facts = factsOf(records, from)
  for (const fact of facts) records.facts.set(fact.id, { ...fact, ownerId: into })
  records.entities.set(from, { id: from, deleted: false, mergedInto: into })
  return { facts: facts.length, relationships: moved.length }
}

/** Makes a new entity of some facts of another one, which keeps at least one. */
export function splitEntity(records: PlainRecords, name: string, factIds: readonly string[], newId: string): Outcome {
  const facts = factsOf(records, standing(records, name))
  const taken = facts.filter(({ id }) => factIds.includes(id))
  if (taken.length === 0 || taken.length === facts.length || taken.length < factIds.length) return 'BAD_INPUT'
  records.entities.set(newId, { id: newId, deleted: false, mergedInto: null })
  for (const fact of taken) records.facts.set(fact.id, { ...fact, ownerId: newId })
  return 'ok'
}

const standingEnds = (records: PlainRecords, { type, source, target }: Tie): Tie => ({
  type,
  source: standing(records, source),
  target: standing(records, target),
})
const tieOf = ({ type, source, target }: PlainRelationship): Tie => ({ type, source: source.id, target: target.id })
const nameOf = ({ type, source, target }: Tie): string => [type, source, target].join(' ')
const there = ({ relationships }: PlainRecords, tie: Tie) => relationships.get(nameOf(tie))

function put({ relationships }: PlainRecords, tie: Tie, deletedAt: string | null): void {
  const { type, source, target } = tie
  const [from, to] = [source, target].map((id) => ({ kind: 'ENTITY', id })) as [PlainEnd, PlainEnd]
  relationships.set(nameOf(tie), { type, source: from, target: to, deletedAt })
}

function revive(records: PlainRecords, tie: Tie): Outcome {
  const live = [...records.relationships.values()].filter(isLive).map(tieOf)
  const ofType = [...live, tie].filter(({ type }) => type === tie.type)
  if (acyclic.includes(tie.type) && hasCycle(ofType)) return 'CYCLE_DETECTED'
  put(records, tie, null)
  return 'ok'
}

/** Takes away what nothing leads on from, until nothing is left or only cycles are. */
function hasCycle(ties: readonly Tie[]): boolean {
  const rest = ties.filter(({ target }) => ties.some(({ source }) => source === target))
  return rest.length === ties.length ? ties.length > 0 : hasCycle(rest)
}
