import type { Record as DriverRecord } from 'neo4j-driver'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ContentKind, Contents, DumpBatch } from '../../../domain/contents.ts'
import type { Tenant } from '../../../domain/model.ts'
import type { Connection, Parameters } from '../connection/connection.ts'
import type { Value } from '../properties/rows.ts'
import { isTorn } from '../reading/tornRead.ts'
import { decodersWith } from './decoders.ts'
import { DUMP, SOURCES, SOURCES_OF } from './dumpCypher.ts'

export type Take = (portion: DumpBatch) => void
/** Returns a value as it is handed over; null: it does not belong to it. It may take note of what it sees. */
export type Fit<K extends ContentKind> = (value: Contents[K]) => Contents[K] | null

const valuesAtOnce = 500
/** Ids that one statement looks up. */
const idsAtOnce = 500
/** Readers without a lock see a commit bit by bit; it is whole within a few milliseconds. In milliseconds. */
const commitTime = 10

/** Resolves when what was committed by now is seen whole. */
export const applied = (): Promise<void> => sleep(commitTime)

const asItIs = <T>(value: T): T => value

/** Reads what a dump hands over, and hands it over. */
export class DumpReader {
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

  /** Hands over all values of a kind, as `fit` returns them. */
  async all<K extends ContentKind>(kind: K, fit: Fit<K> = asItIs): Promise<void> {
    for (const statement of DUMP[kind]) await this.each(kind, statement, {}, fit)
  }

  /** Hands over what a statement finds, as `fit` returns it. */
  async each<K extends ContentKind>(
    kind: K,
    statement: string,
    parameters: Parameters,
    fit: Fit<K> = asItIs,
  ): Promise<void> {
    let values: Contents[K][] = []
    for await (const record of this.stream(statement, parameters)) {
      const decoded = this.#decoded(kind, record)
      const value = decoded && fit(decoded)
      if (value === null) continue
      if (values.push(value) < valuesAtOnce) continue
      this.take(kind, values)
      values = []
    }
    this.take(kind, values)
  }

  /** The same by the ids that a statement looks up, some at a time. */
  async byIds<K extends ContentKind>(
    kind: K,
    statement: string,
    ids: readonly Value[],
    fit: Fit<K> = asItIs,
  ): Promise<void> {
    for (let from = 0; from < ids.length; from += idsAtOnce)
      await this.each(kind, statement, { ids: ids.slice(from, from + idsAtOnce) }, fit)
  }

  /** Returns what a statement finds, and hands nothing over. */
  async found<K extends ContentKind>(kind: K, statement: string, parameters: Parameters): Promise<Contents[K][]> {
    const values: Contents[K][] = []
    for await (const record of this.stream(statement, parameters)) {
      const value = this.#decoded(kind, record)
      if (value !== null) values.push(value)
    }
    return values
  }

  /** Returns the texts that a statement finds by ids, under the name `id`. */
  async names(statement: string, ids: readonly string[]): Promise<string[]> {
    const names: string[] = []
    for (let from = 0; from < ids.length; from += idsAtOnce)
      for await (const record of this.stream(statement, { ids: ids.slice(from, from + idsAtOnce) }))
        names.push(record.get('id') as string)
    return names
  }

  /** Learns in which order the sources of raw lines stand, of all conversations or of some. */
  async sources(ids: readonly string[] | null = null): Promise<void> {
    let last = { conversationId: '', position: 0 }
    const records = ids === null ? this.stream(SOURCES, {}) : this.stream(SOURCES_OF, { ids })
    for await (const record of records) {
      const [conversationId, source] = [record.get('conversationId') as string, record.get('source') as string]
      last = { conversationId, position: last.conversationId === conversationId ? last.position + 1 : 1 }
      this.#positions.set(JSON.stringify([conversationId, source]), last.position)
    }
  }

  take<K extends ContentKind>(kind: K, values: readonly Contents[K][]): void {
    if (values.length > 0) this.#take({ kind, values } as unknown as DumpBatch)
  }

  stream(statement: string, parameters: Parameters): AsyncIterable<DriverRecord> {
    return this.#connection.stream(statement, { tenant: this.#tenant, ...parameters })
  }

  /** A torn read is of a commit under way, which the ledger names afterwards. */
  #decoded<K extends ContentKind>(kind: K, record: DriverRecord): Contents[K] | null {
    try {
      return this.#decoders[kind](record.get('found'))
    } catch (error) {
      if (isTorn(error)) return null
      throw error
    }
  }
}
