import type { Record as DriverRecord } from 'neo4j-driver'
import { contentKinds, type ContentKind, type DumpBatch, type StoredConversation } from '../../../domain/contents.ts'
import type { Tenant } from '../../../domain/model.ts'
import { StoreUnavailable } from '../../graphStore.ts'
import type { Connection, Parameters } from '../connection/connection.ts'
import { numberFrom } from '../properties/rows.ts'
import { isTorn } from '../reading/tornRead.ts'
import type { Writer } from '../writing/writer.ts'
import { decodersWith } from './decoders.ts'
import { COUNT_EVENTS, DUMP, DUMP_OF, SOURCES } from './dumpCypher.ts'

type Take = (portion: DumpBatch) => void
/** Where the ledger and the version of each conversation stood when it was looked at. */
type Seen = Map<string, string>

const valuesAtOnce = 500
/** Rounds beside writes, then rounds for which those of this process wait. */
const freeRounds = 3
const pausedRounds = 20

/**
 * Hands over all of a tenant as of one moment. The database shows each statement what is committed by then, so what was
 * read is looked at again: every write adds to the count of events, so where that is as it was before a round, all that
 * the rounds have read is of one moment. Each round reads what changed since the one before; the last ones are short, and
 * the writes of this process wait for them.
 */
export async function dump(connection: Connection, writer: Writer, tenant: Tenant, take: Take): Promise<void> {
  const seen: Seen = new Map()
  for (let round = 0; round < freeRounds + pausedRounds; round++) {
    const read = () => isOfOneMoment(connection, () => readRound(connection, tenant, seen, round === 0, take))
    if (await (round < freeRounds ? read() : writer.pausedFor(read))) return
  }
  throw new StoreUnavailable(
    'Another process writes to the database without a pause. Ask the server that does for the backup (--url).',
  )
}

async function isOfOneMoment(connection: Connection, read: () => Promise<boolean>): Promise<boolean> {
  const before = await countOf(connection, COUNT_EVENTS, 'events')
  const isWhole = await read()
  return isWhole && before === (await countOf(connection, COUNT_EVENTS, 'events'))
}

async function countOf(connection: Connection, statement: string, name: string): Promise<number> {
  const [record] = await connection.read(statement)
  return numberFrom(record?.get(name))
}

/** Says whether nothing of it was torn. */
async function readRound(connection: Connection, tenant: Tenant, seen: Seen, isFirst: boolean, take: Take) {
  const reading = new Reading(connection, tenant, take)
  const changed = await reading.conversations(seen)
  await reading.sources()
  for (const kind of contentKinds) {
    const ofOnes = DUMP_OF[kind]
    if (kind === 'conversation') continue
    if (isFirst || ofOnes === undefined) for (const statement of DUMP[kind]) await reading.all(kind, statement, {})
    else for (const ids of inParts(changed)) await reading.all(kind, ofOnes, { ids })
  }
  return reading.isWhole
}

function* inParts(ids: readonly string[]): Iterable<readonly string[]> {
  for (let from = 0; from < ids.length; from += 200) yield ids.slice(from, from + 200)
}

/** One round's reads. */
class Reading {
  isWhole = true
  readonly #connection: Connection
  readonly #tenant: Tenant
  readonly #take: Take
  readonly #positions = new Map<string, number>()
  readonly #decoders = decodersWith((...source) => this.#positions.get(JSON.stringify(source)) ?? 0)

  constructor(connection: Connection, tenant: Tenant, take: Take) {
    this.#connection = connection
    this.#tenant = tenant
    this.#take = take
  }

  /** Returns the ids of those that changed since they were seen. */
  async conversations(seen: Seen): Promise<string[]> {
    const changed: string[] = []
    const look = (portion: DumpBatch) => {
      for (const { id, version, lastSeq } of portion.values as readonly StoredConversation[]) {
        if (seen.get(id) === `${version} ${lastSeq}`) continue
        seen.set(id, `${version} ${lastSeq}`)
        changed.push(id)
      }
      this.#take(portion)
    }
    for (const statement of DUMP.conversation) await this.all('conversation', statement, {}, look)
    return changed
  }

  async sources(): Promise<void> {
    let last = { conversationId: '', position: 0 }
    for await (const record of this.#stream(SOURCES, {})) {
      const [conversationId, source] = [record.get('conversationId') as string, record.get('source') as string]
      last = { conversationId, position: last.conversationId === conversationId ? last.position + 1 : 1 }
      this.#positions.set(JSON.stringify([conversationId, source]), last.position)
    }
  }

  async all(kind: ContentKind, statement: string, parameters: Parameters, take = this.#take): Promise<void> {
    let values: unknown[] = []
    const give = () => {
      if (values.length > 0) take({ kind, values } as unknown as DumpBatch)
      values = []
    }
    for await (const record of this.#stream(statement, parameters)) {
      const value = this.#decoded(kind, record)
      if (value !== null && values.push(value) === valuesAtOnce) give()
    }
    give()
  }

  #stream(statement: string, parameters: Parameters): AsyncIterable<DriverRecord> {
    return this.#connection.stream(statement, { tenant: this.#tenant, ...parameters })
  }

  /** What is torn is of a commit under way, which the next round reads. */
  #decoded(kind: ContentKind, record: DriverRecord): unknown {
    try {
      return this.#decoders[kind](record.get('found'))
    } catch (error) {
      if (!isTorn(error)) throw error
      this.isWhole = false
      return null
    }
  }
}
