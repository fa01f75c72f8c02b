import type { Event, EventKind } from '../../../domain/model.ts'
import type { Entity } from '../../../domain/records/entity.ts'
import { parseRelationshipId, relationshipTypes } from '../../../domain/records/relationship.ts'
import { factOwner, StoreUnavailable } from '../../graphStore.ts'
import { eventFrom } from '../writing/eventRows.ts'
import { annotations } from '../records/annotations.ts'
import { entities } from '../records/entity.ts'
import { erasures } from '../records/erasure.ts'
import { RELATIONSHIPS } from '../reading/cypherRelationships.ts'
import type { CatchUp } from './catchUp.ts'
import * as cypher from './dumpCypher.ts'
import { conversationsOfEnds, conversationsOfMark, entitiesOfEnds, textsIn } from './names.ts'
import { applied, type Fit, type DumpReader } from './reading.ts'
import { isTorn } from '../reading/tornRead.ts'

/** Rounds until nothing comes meanwhile; then what each of them read is of a moment of its own. */
const quietRounds = 20
/** Rounds for what changes many things together, which must not come meanwhile. */
const mostRounds = 200
/** How often an entity that is written to all the time is looked at. */
const mostLooks = 1_000
/** Ids sort by the clocks of the servers that made them, and a write may wait after its id is made. In milliseconds. */
const clockDifference = 30_000

/** Lines about changes of many things together, which they do not all name. */
const joint: ReadonlySet<EventKind> = new Set(['ENTITY_MERGE', 'ENTITY_SPLIT'])

/**
 * Brings what belongs to no conversation to one moment: entities, relationships, facts, annotations, records of state. The
 * ledger names what changed since the last look, and that is read again, until there is nothing new.
 */
export class Things {
  readonly #reading: DumpReader
  readonly #catchUp: CatchUp
  readonly #known = new Set<string>()
  readonly #erasures = new Set<string>()
  #since = timeOfLook()
  /** What is older was stored before all that is read. */
  readonly #begun = new Date(Date.now() - clockDifference).toISOString()

  constructor(reading: DumpReader, catchUp: CatchUp) {
    this.#reading = reading
    this.#catchUp = catchUp
  }

  /** Notes which things the ledger names so far, and yields the lines about others, which are read later. */
  async begin(): Promise<void> {
    await this.#news()
    for (const kind of ['importMark', 'annotations', 'guard'] as const) await this.#reading.all(kind)
    const open: string[] = []
    await this.#reading.all('erasure', (erasure) => {
      this.#erasures.add(erasure.id)
      if (erasure.state === 'ERASING') open.push(erasure.id)
      return erasure
    })
    if (open.length > 0) await this.#catchUp.addErased()
  }

  /** Returns a relationship whose ends are handed over. */
  readonly includedEdge: Fit<'relationship'> = (edge) => (this.#areIncluded(conversationsOfEnds(edge)) ? edge : null)

  /** Returns a fact whose relationship is. */
  readonly includedFact: Fit<'fact'> = (fact) => {
    const edge = fact.ownerKind === 'RELATIONSHIP' ? parseRelationshipId(fact.ownerId) : null
    return edge === null || this.#areIncluded(conversationsOfEnds(edge)) ? fact : null
  }

  #areIncluded(conversationIds: readonly string[]): boolean {
    return conversationIds.every((id) => this.#catchUp.moments.has(id))
  }

  /** Resolves when nothing that changed is left to be read. */
  async settle(): Promise<void> {
    for (let round = 0; ; round++) {
      const news = await this.#news()
      await this.#settleConversations()
      if (news.length === 0) return
      if (round > mostRounds)
        throw new StoreUnavailable('Entities are merged or split without a pause: try again afterwards.')
      await applied()
      await this.#read(news)
      await this.#settleConversations()
      if (round > quietRounds && !news.some(({ kind }) => joint.has(kind))) return
    }
  }

  async #settleConversations(): Promise<void> {
    await this.#catchUp.settle()
    const named = [...this.#catchUp.entities]
    this.#catchUp.entities.clear()
    await this.#readEntities(named)
  }

  /** Returns the lines that are new in the ledger. */
  async #news(): Promise<Event[]> {
    const since = this.#since
    this.#since = timeOfLook()
    const news: Event[] = []
    for await (const record of this.#reading.stream(cypher.NEWS, { since })) {
      const event = wholeEvent(record.get('found'))
      if (event === null || this.#known.has(event.id)) continue
      this.#known.add(event.id)
      news.push(event)
    }
    return news
  }

  async #read(news: readonly Event[]): Promise<void> {
    const ids = [...new Set(news.flatMap(({ details }) => textsIn(details)))]
    await this.#readRecords(news)
    await this.#reading.byIds('annotations', annotations.byKey, ids)
    await this.#reading.all('entityType')
    if (news.some(({ kind }) => kind === 'ERASE')) await this.#readErasures(ids)
    if (news.some(({ kind }) => kind === 'ERASE' || joint.has(kind))) await this.#readAll()
    await this.#readNamed(ids)
    this.#catchUp.add(await this.#namedBy(news))
    const loose = news.filter(
      ({ conversationId, details }) => conversationId === null && this.#isOfIncluded(details['conversationId']),
    )
    this.#reading.take('event', loose)
  }

  /** Each as it is first seen, before what it empties: a restored store goes on with one that is under way. */
  async #readErasures(ids: readonly string[]): Promise<void> {
    const unknown = ids.filter((id) => !this.#erasures.has(id))
    const before = this.#erasures.size
    await this.#reading.byIds('erasure', erasures.byKey, unknown, (erasure) => {
      this.#erasures.add(erasure.id)
      return erasure
    })
    if (this.#erasures.size > before) await this.#catchUp.addErased()
    await this.#reading.all('importMark', (mark) => {
      const of = conversationsOfMark(mark)
      this.#catchUp.add(of.filter((id) => this.#catchUp.moments.has(id)))
      return this.#areIncluded(of) ? mark : null
    })
  }

  /** The conversations of what is annotated or related; what is new to the backup stays out of it. */
  async #namedBy(news: readonly Event[]): Promise<string[]> {
    const named = news.filter(({ kind, conversationId }) => kind === 'ANNOTATE' || conversationId !== null)
    const ids = named.flatMap(({ details }) => textsIn(details))
    return [
      ...named.flatMap(({ conversationId }) => conversationId ?? []),
      ...(await this.#reading.names(cypher.OWNERS, ids)),
    ]
  }

  #isOfIncluded(conversationId: unknown): boolean {
    return typeof conversationId !== 'string' || this.#catchUp.moments.has(conversationId)
  }

  /** Of conversations that are handed over. */
  async #readRecords(news: readonly Event[]): Promise<void> {
    const of = news.flatMap(({ details: { conversationId } }) =>
      typeof conversationId === 'string' ? [conversationId] : [],
    )
    const included = [...new Set(of)].filter((id) => this.#catchUp.moments.has(id))
    await this.#reading.byIds('stateRecord', cypher.DUMP_OF.stateRecord, included)
    this.#catchUp.add(included)
    // What came with a file of this conversation is dated as it was.
    const brought = news.filter(({ kind, conversationId }) => kind === 'IMPORT' && conversationId === null)
    const named = brought.flatMap(({ details }) => textsIn(details['conversationId'] ?? null))
    this.#catchUp.addWhole(named.filter((id) => this.#catchUp.moments.has(id)))
  }

  /** A merge moves facts and edges, and its line names none of them. */
  async #readAll(): Promise<void> {
    await this.#reading.all('entity')
    await this.#reading.all('relationship', (edge) => {
      // A new one may be of a turn that is newer than what was read of its conversation.
      if (edge.createdAt >= this.#begun)
        this.#catchUp.add(conversationsOfEnds(edge).filter((id) => this.#catchUp.moments.has(id)))
      return this.includedEdge(edge)
    })
    await this.#reading.all('fact', this.includedFact)
  }

  async #readNamed(ids: readonly string[]): Promise<void> {
    const owners: string[] = []
    const ends: string[] = []
    for (const type of relationshipTypes) {
      const ofType = ids.filter((id) => parseRelationshipId(id)?.type === type)
      await this.#reading.byIds('relationship', RELATIONSHIPS[type], ofType, (edge) => {
        owners.push(factOwner({ ownerKind: 'RELATIONSHIP', ownerId: edge.id }))
        this.#catchUp.add(conversationsOfEnds(edge))
        ends.push(...entitiesOfEnds(edge))
        return edge
      })
    }
    await this.#reading.byIds('fact', cypher.FACTS_OF, owners)
    await this.#readEntities([...new Set([...ids, ...ends])])
  }

  /** Each with its facts as of one moment: it is the same before and after them. */
  async #readEntities(ids: readonly string[]): Promise<void> {
    let open = ids
    for (let look = 0; open.length > 0 && look < mostLooks; look++) {
      const before = await this.#entities(open)
      if (before.length === 0) return
      await applied()
      const owners = before.map(({ id }) => factOwner({ ownerKind: 'ENTITY', ownerId: id }))
      await this.#reading.byIds('fact', cypher.FACTS_OF, owners)
      await applied()
      const versions = new Map(
        (await this.#entities(before.map(({ id }) => id))).map(({ id, version }) => [id, version]),
      )
      const isSame = ({ id, version }: Entity) => versions.get(id) === version
      this.#reading.take('entity', before.filter(isSame))
      open = before.filter((one) => !isSame(one)).map(({ id }) => id)
    }
  }

  async #entities(ids: readonly string[]): Promise<Entity[]> {
    return ids.length === 0 ? [] : this.#reading.found('entity', entities.byKey, { ids })
  }
}

/** One whose fork is not there yet comes with the next look. */
function wholeEvent(value: unknown): Event | null {
  try {
    return eventFrom(value)
  } catch (error) {
    if (isTorn(error)) return null
    throw error
  }
}

/** Returns an id before which none was made that a look at this time has not seen. */
function timeOfLook(): string {
  const hex = (Date.now() - clockDifference).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}
