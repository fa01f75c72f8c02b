import type { StoredConversation } from '../../../domain/contents.ts'
import type { Event, EventKind, Observation } from '../../../domain/model.ts'
import { importStates, waitingFor } from '../../../domain/records/importMarks.ts'
import { factOwner, StoreUnavailable } from '../../graphStore.ts'
import { annotations } from '../records/annotations.ts'
import { runs } from '../records/run.ts'
import { int } from '../properties/rows.ts'
import { JUNCTIONS, MESSAGES, OBSERVATIONS } from '../reading/cypherRead.ts'
import * as cypher from './dumpCypher.ts'
import {
  conversationOfMessage,
  conversationsOfEnds,
  entitiesOfEnds,
  namesOfEvent,
  namesOfObservation,
  textsIn,
} from './names.ts'
import { momentFrom, timeBefore, type Moment } from './moment.ts'
import { applied, type DumpReader } from './reading.ts'

/** Conversations that are read together; one that changed each time of so many is read by itself. */
const together = 100
const looksTogether = 3
/** How often what is written to all the time is looked at. A look takes some ten milliseconds. */
const mostLooks = 5_000

/** Lines that say themselves what was stored, or that nothing was. */
const explicitKinds: ReadonlySet<EventKind> = new Set([
  ...(['STORE', 'RUN', 'FORK', 'SWITCH', 'REWIND', 'UNDO'] as const),
  ...(['CHECKPOINT', 'ANNOTATE', 'RELATE', 'UNRELATE'] as const),
])

/** A conversation that is about to be read. */
interface Open {
  readonly conversation: StoredConversation
  /** The last line of its ledger up to which all was read before. */
  readonly since: number
  readonly isWhole: boolean
  readonly events: Event[]
}

/**
 * Brings conversations to one moment each, beside any writes. What the ledger names since the last look is read, until
 * a conversation is the same before and after that: then all that was read of it is of this moment. What it names of others
 * has been stored by then, so those are looked at later.
 */
export class CatchUp {
  /** Of the conversations that are handed over. */
  readonly moments: Map<string, Moment>
  /** Entities that edges name which were read. */
  readonly entities = new Set<string>()
  readonly #reading: DumpReader
  readonly #pending = new Set<string>()
  /** How often each was looked at since it had a moment. */
  readonly #looks = new Map<string, number>()
  /** How far those are read that have no newer moment yet. */
  readonly #read = new Map<string, number>()
  /** Those that have another moment than the cut's, and those to be read whole. */
  readonly #moved = new Set<string>()
  readonly #whole = new Set<string>()
  #isErasing = false

  constructor(reading: DumpReader, moments: Map<string, Moment>) {
    this.#reading = reading
    this.moments = moments
  }

  /** Takes note of conversations that something names. */
  add(ids: Iterable<string>): void {
    for (const id of ids) this.#pending.add(id)
  }

  /** Takes note of conversations of which the ledger does not tell all that changed. */
  addWhole(ids: Iterable<string>): void {
    for (const id of ids) this.#whole.add(id)
    this.add(ids)
  }

  /** Takes note of all that changed since it was read. */
  async addChanged(): Promise<void> {
    for await (const record of this.#reading.stream(cypher.MOMENTS, {})) {
      const id = record.get('id') as string
      const moment = this.moments.get(id)
      if (moment && moment.version !== momentFrom(record).version) this.#pending.add(id)
    }
  }

  /** From now on all is read whole: an erasure changes what was written once, without a line in the ledger for each of its writes. */
  async addErased(): Promise<void> {
    this.#isErasing = true
    await this.addChanged()
    this.addWhole(this.#moved)
  }

  /** Resolves when everything that was named is handed over as of one moment each. */
  async settle(): Promise<void> {
    while (this.#pending.size > 0) {
      const ids = [...this.#pending]
      this.#pending.clear()
      const isCalm = (id: string) => (this.#looks.get(id) ?? 0) < looksTogether
      const [calm, hot] = [ids.filter(isCalm), ids.filter((id) => !isCalm(id))]
      for (let from = 0; from < calm.length; from += together) await this.#advance(calm.slice(from, from + together))
      for (const id of hot) await this.#advance([id])
    }
  }

  #lookAgain(id: string): void {
    const looks = (this.#looks.get(id) ?? 0) + 1
    if (looks > mostLooks)
      throw new StoreUnavailable('A conversation is written to without a pause: it cannot be read as of one moment.')
    this.#looks.set(id, looks)
    this.#pending.add(id)
  }

  async #advance(ids: readonly string[]): Promise<void> {
    const open = (await this.#now(ids)).flatMap((conversation) => this.#openOf(conversation))
    if (open.length === 0) return
    await applied()
    await this.#readAll(open)
    await applied()
    const now = new Map((await this.#now(open.map(({ conversation: { id } }) => id))).map((one) => [one.id, one]))
    for (const { conversation } of open) {
      const { id, version, lastSeq: seq } = conversation
      const after = now.get(id)
      this.#read.set(id, seq)
      this.#whole.delete(id)
      if (after?.version === version && after.lastSeq === seq) this.#accept(conversation)
      else this.#lookAgain(id)
    }
  }

  #accept(conversation: StoredConversation): void {
    const { id, version, lastSeq: seq, deletedAt } = conversation
    this.#reading.take('conversation', [conversation])
    this.moments.set(id, { version, seq, isDeleted: deletedAt !== null })
    this.#moved.add(id)
    this.#looks.delete(id)
  }

  /** One of a commit that is not seen whole is looked for once more. */
  async #now(ids: readonly string[]): Promise<StoredConversation[]> {
    const look = (some: readonly string[]) =>
      this.#reading.found('conversation', cypher.CONVERSATIONS_NOW, { ids: some })
    const rows = await look(ids)
    if (rows.length === ids.length) return rows
    await applied()
    const known = new Set(rows.map(({ id }) => id))
    return [...rows, ...(await look(ids.filter((id) => !known.has(id))))]
  }

  /** One that stands where it was read needs no look. */
  #openOf(conversation: StoredConversation): Open[] {
    const { id, version, lastSeq } = conversation
    const moment = this.moments.get(id)
    if (moment?.version === version && !this.#whole.has(id)) return []
    const since = this.#read.get(id) ?? moment?.seq ?? 0
    // The conversation can change without a line of the ledger.
    const isWhole = since === 0 || since === lastSeq || this.#isErasing || this.#whole.has(id)
    return [{ conversation, since, isWhole, events: [] }]
  }

  async #readAll(open: readonly Open[]): Promise<void> {
    await this.#readLedgers(open)
    const whole = open.filter(isReadWhole).map(({ conversation: { id } }) => id)
    const observations: Observation[] = []
    await this.#readWhole(whole, observations)
    await this.#readStored(open.filter((one) => !isReadWhole(one)), observations) // prettier-ignore
    await this.#readImported(open.filter((one) => isReadWhole(one) || isImported(one)).map(({ conversation }) => conversation.id)) // prettier-ignore
    const others = await this.#readMessages(observations, new Set(whole))
    others.push(...(await this.#callersAndSidechains(open)), ...(await this.#ownersOf(open, observations)))
    const own = new Set(open.map(({ conversation: { id } }) => id))
    // All that these name is stored by now, so it is there when they are looked at.
    this.add(others.filter((id) => !own.has(id)))
  }

  async #readLedgers(open: readonly Open[]): Promise<void> {
    const byId = new Map(open.map((one) => [one.conversation.id, one]))
    const rows = open.map(({ conversation: { id, lastSeq }, since }) => ({ id, since: int(since), seq: int(lastSeq) }))
    await this.#reading.each('event', cypher.EVENTS_SINCE, { rows }, (event) => {
      byId.get(event.conversationId ?? '')?.events.push(event)
      return event
    })
  }

  async #readWhole(ids: readonly string[], observations: Observation[]): Promise<void> {
    if (ids.length === 0) return
    const from = observations.length
    await this.#reading.byIds('observation', cypher.DUMP_OF.observation, ids, notedIn(observations))
    for (const kind of ['message', 'junction', 'run', 'stateRecord'] as const)
      await this.#reading.byIds(kind, cypher.DUMP_OF[kind], ids)
    await this.#reading.byIds('annotations', annotations.byKey, observations.slice(from).map(({ id }) => id)) // prettier-ignore
  }

  /** What the lines of the ledger refer to. */
  async #readStored(open: readonly Open[], observations: Observation[]): Promise<void> {
    const note = notedIn(observations)
    const from = observations.length
    const stored = open.flatMap(({ events }) => events).flatMap(({ kind, details }) => (kind === 'STORE' ? textsIn(details['observationIds'] ?? null) : [])) // prettier-ignore
    await this.#reading.byIds('observation', OBSERVATIONS, stored, note)
    const rows = open.flatMap(({ conversation: { id }, events }) => {
      const [first] = events.map(({ at }) => at).sort()
      return first === undefined || events.every(({ kind }) => explicitKinds.has(kind))
        ? []
        : [{ id, at: timeBefore(first) }]
    })
    if (rows.length > 0) await this.#reading.each('observation', cypher.OBSERVATIONS_SINCE, { rows }, note)
    const junctions = observations.slice(from).flatMap(({ conversationId, place }) => (place?.parentId == null ? [] : [[conversationId, place.parentId]])) // prettier-ignore
    await this.#reading.byIds('junction', JUNCTIONS, junctions)
    const runIds = open.flatMap(({ conversation: { id }, events }) => events.flatMap(({ kind, details }) => (kind === 'RUN' ? textsIn(details['runId'] ?? null) : [])).map((runId) => [id, runId])) // prettier-ignore
    await this.#reading.byIds('run', runs.byKey, runIds)
  }

  /** Raw lines, and what importers keep. */
  async #readImported(ids: readonly string[]): Promise<void> {
    if (ids.length === 0) return
    await this.#reading.sources(ids)
    await this.#reading.byIds('rawChunk', cypher.DUMP_OF.rawChunk, ids)
    const names = ids.flatMap((id) => [importStates.nameOf(id), waitingFor.nameOf(id)])
    const prefixes = ids.flatMap((id) => ['lines', 'appended', 'ids', 'recorded'].map((kind) => `${kind}:${id}:`))
    await this.#reading.each('importMark', cypher.MARKS_OF, { ids: names, prefixes })
  }

  /** Reads the messages of observations as they are now, with the edges that begin at them; returns the conversations that these name. */
  async #readMessages(observations: readonly Observation[], whole: ReadonlySet<string>): Promise<string[]> {
    const own = observations.filter((one) => conversationOfMessage(one.messageId).includes(one.conversationId))
    const ids = (some: readonly Observation[]) => [...new Set(some.flatMap(({ messageId }) => messageId ?? []))]
    const named = observations.flatMap(({ messageId }) => conversationOfMessage(messageId))
    const changed = ids(own.filter(({ conversationId }) => !whole.has(conversationId)))
    await this.#reading.byIds('message', MESSAGES, changed, (message) => {
      named.push(...conversationOfMessage(message.supersedesId))
      return message
    })
    const owners: string[] = []
    await this.#reading.byIds('relationship', cypher.EDGES_OF, ids(own), (edge) => {
      owners.push(factOwner({ ownerKind: 'RELATIONSHIP', ownerId: edge.id }))
      named.push(...conversationsOfEnds(edge))
      for (const id of entitiesOfEnds(edge)) this.entities.add(id)
      return edge
    })
    await this.#reading.byIds('fact', cypher.FACTS_OF, owners)
    return named
  }

  /**
   * Returns the conversations whose counts of sidechains, or whose forks, these have changed. Two that are written to all the
   * time, a caller and its sidechain, do not make each other be looked at again.
   */
  async #callersAndSidechains(open: readonly Open[]): Promise<string[]> {
    const others = open
      .filter((one) => this.#isLinkedAnew(one))
      .flatMap(({ conversation: { forkedFrom, sidechainOf } }) => [forkedFrom?.conversationId ?? [], sidechainOf ?? []].flat()) // prettier-ignore
    const ids = open.flatMap(({ conversation: { id, shape } }) => (shape.sidechains > 0 ? [id] : []))
    if (ids.length === 0) return others
    for await (const record of this.#reading.stream(cypher.SIDECHAINS, { ids })) {
      const id = record.get('id') as string
      if (this.moments.get(id)?.isDeleted !== (record.get('deleted') === true)) others.push(id)
    }
    return others
  }

  #isLinkedAnew({ conversation: { id, deletedAt }, events }: Open): boolean {
    const isKnown = this.moments.get(id)?.isDeleted === (deletedAt !== null)
    return !isKnown || events.some(({ kind }) => !explicitKinds.has(kind))
  }

  /** Returns the conversations in which what these name was recorded, or that they name. */
  async #ownersOf(open: readonly Open[], observations: readonly Observation[]): Promise<string[]> {
    const known = new Set(observations.map(({ id }) => id))
    const named = observations.flatMap(namesOfObservation)
    named.push(...open.flatMap(({ events }) => events.flatMap(namesOfEvent)))
    return this.#reading.names(cypher.OWNERS, [...new Set(named)].filter((id) => !known.has(id))) // prettier-ignore
  }
}

/** Whether an erasure, which changes what was written once, is among what happened. */
function isReadWhole({ isWhole, events }: Open): boolean {
  return isWhole || events.some(({ kind }) => kind === 'ERASE')
}

const notedIn =
  (observations: Observation[]) =>
  (one: Observation): Observation => {
    observations.push(one)
    return one
  }

const isImported = ({ events }: Open): boolean => events.some(({ kind }) => kind === 'IMPORT')
