import { randomBytes } from 'node:crypto'
import type { Conversation, ConnectedGraph, StateRecord, StateRecordInput, Turn } from '../../client/client.ts'
import { CountOfRecords } from '../../client/documents/generated.ts'
import { codeOf } from '../turns/json.ts'
import type { StoredCheckpoint } from './checkpoint.ts'
import type { Written } from './encoding.ts'
import { kinds, nameOf } from './names.ts'
import type { KnownList } from './parts.ts'

/** What the digests of a thread are keyed with, and where the parts lie that it does not have itself. */
export interface Salt {
  readonly salt: string
  /** Changes when the thread is deleted: what was known of it before holds no more. */
  readonly version: number
  /** The thread that this one was forked from. */
  readonly source: string | null
}

/** So many records a request takes and names. */
const atOnce = 1000
/** How often something is retried at most. */
const attempts = 5
/** So many names of parts are remembered of a thread. */
const remembered = 200_000
/** Of how many namespaces a thread remembers the checkpoint that was put last. */
const rememberedNamespaces = 16
/** Elements with more characters than this are not remembered. */
const rememberedLength = 16_000_000

/** The records of one thread, which is a conversation. */
export class GraphThread {
  readonly id: string
  readonly conversation: Conversation
  readonly #client: ConnectedGraph
  #salt: Promise<Salt> | null = null
  /** Names of parts that are there. */
  readonly #known = new Set<string>()
  /** What was put last in each namespace, the parent of most that is put next. */
  readonly #last = new Map<string, StoredCheckpoint>()
  /** Lists as they were last, by their channels. */
  readonly #lists = new Map<string, KnownList>()
  /** The texts of their elements, by their names. */
  #texts: ReadonlyMap<string, Written> = new Map()
  /** Where the turn stands that this process stored last, by the name of its place. */
  #lastTurn: { readonly place: string; readonly observationId: string } | null = null
  /** The beginnings of the list that was placed last, and their names. */
  #placed: { readonly items: readonly string[]; readonly places: readonly string[] } = { items: [], places: [] }

  constructor(client: ConnectedGraph, id: string) {
    this.#client = client
    this.id = id
    this.conversation = client.conversations.open(id)
  }

  /** Returns its salt; one is made where there is none. */
  salt(): Promise<Salt> {
    this.#salt ??= this.#readSalt().catch((thrown: unknown) => {
      this.#salt = null
      throw thrown
    })
    return this.#salt
  }

  async #readSalt(): Promise<Salt> {
    const result = (await this.conversation.records.get(kinds.thread, 'salt')) ?? null
    if (result !== null) return saltOf(result)
    return { salt: randomBytes(16).toString('base64url'), version: 0, source: null }
  }

  /** Forgets what it knows of the thread, which another process may have deleted. */
  forget(): void {
    this.#salt = null
    this.#lastTurn = null
    this.#known.clear()
    this.#last.clear()
    this.forgetLists()
  }

  /** Returns a checkpoint that this process has put last in a namespace; null where it is another one. */
  lastPut(namespace: string, id: string): StoredCheckpoint | null {
    const last = this.#last.get(namespace)
    return last?.id === id ? last : null
  }

  rememberPut(namespace: string, stored: StoredCheckpoint): void {
    if (this.#last.size > rememberedNamespaces) this.#last.clear()
    this.#last.set(namespace, stored)
  }

  /** Forgets the elements of lists: they are large. */
  forgetLists(): void {
    this.#lists.clear()
    this.#texts = new Map()
    this.#placed = { items: [], places: [] }
  }

  /** Returns the list that a channel had last. */
  listOf(channel: string): KnownList | undefined {
    return this.#lists.get(channel)
  }

  rememberList(channel: string, list: KnownList): void {
    this.#lists.delete(channel)
    if (!isShort(list.written)) return
    this.#lists.set(channel, list)
    this.#texts = new Map(list.names.map((name, i) => [name, list.written[i] as Written]))
  }

  /** Remembers elements that were read, unless they are fewer than those that it knows. */
  rememberTexts(texts: ReadonlyMap<string, Written>): void {
    if (texts.size >= this.#texts.size && isShort(texts.values())) this.#texts = new Map(texts)
  }

  /** Returns what an element of that name is, where this process has read or named it lately. */
  textOf(name: string): Written | undefined {
    return this.#texts.get(name)
  }

  /** Says whether it has all parts of these names itself; false too where that cannot be asked now. */
  async hasAll(kind: string, names: readonly string[]): Promise<boolean> {
    try {
      for (let from = 0; from < names.length; from += atOnce) {
        const keys = names.slice(from, from + atOnce)
        const { records } = await this.#client.query(CountOfRecords, { id: this.id, kind, keys })
        if (records.totalCount !== keys.length) return false
      }
      return true
    } catch {
      // They are read then, which waits for a server that has too much to do.
      return false
    }
  }

  /** Returns the name of each beginning of a list of messages. */
  beginnings(salt: string, items: readonly string[]): readonly string[] {
    const last = this.#placed
    let isSame = true
    let before = ''
    const places = items.map((item, i) => {
      isSame &&= item === last.items[i]
      return (before = (isSame ? last.places[i] : undefined) ?? nameOf(salt, kinds.turn, before, item))
    })
    this.#placed = { items, places }
    return places
  }

  /** Remembers parts that are there. */
  know(kind: string, names: readonly string[]): void {
    if (this.#known.size > remembered) this.#known.clear()
    for (const name of names) this.#known.add(`${kind} ${name}`)
  }

  knowAll(parts: readonly StateRecordInput[]): void {
    for (const { kind, key } of parts) this.know(kind, [key])
  }

  /** Returns those of parts that are not known to be there, each once. */
  lacking(parts: readonly StateRecordInput[]): StateRecordInput[] {
    const lacking = new Map(parts.map((part) => [`${part.kind} ${part.key}`, part]))
    for (const name of lacking.keys()) if (this.#known.has(name)) lacking.delete(name)
    return [...lacking.values()]
  }

  /**
   * Writes parts, and then records with turns in one transaction: so no record is there whose parts are not. Refused with
   * RECORD_CHANGED where the thread was deleted meanwhile.
   */
  async write(parts: readonly StateRecordInput[], records: readonly StateRecordInput[], turns: readonly Turn[] = []) {
    const lacking = [...parts]
    while (lacking.length + records.length + 1 > atOnce) await this.#guarded([], lacking.splice(0, atOnce - 1))
    const appended = await this.#guarded(turns, [...lacking, ...records])
    this.knowAll(parts)
    const last = records.findLast(({ kind, turn }) => kind === kinds.turn && turn != null)
    const stored = appended[last?.turn ?? -1]
    if (last && stored) this.#lastTurn = { place: last.key, observationId: stored.observationId }
    return appended
  }

  /** Returns the observation at a place where this process knows it without a look; else null. */
  observationAt(place: string): string | null {
    return this.#lastTurn?.place === place ? this.#lastTurn.observationId : null
  }

  async #guarded(turns: readonly Turn[], records: readonly StateRecordInput[]) {
    const known = await this.salt()
    const appended = await this.#append(turns, [guardOf(known), ...records])
    if (known.version === 0) this.#salt = Promise.resolve({ ...known, version: 1 })
    return appended
  }

  async #append(turns: readonly Turn[], records: readonly StateRecordInput[]) {
    // Where an answer is lost it is sent again: records say the same twice, and the second time turns are refused, for their
    // places are there. So no key is kept.
    const options = { records, idempotencyKey: null }
    try {
      return await this.conversation.append(turns, options)
    } catch (thrown) {
      if (!isDeleted(thrown)) throw thrown
      await this.conversation.restore()
      return this.conversation.append(turns, options)
    }
  }

  /** Does something with the thread; retries it where the thread was deleted or made, or the same turns were stored, meanwhile. */
  async retrying<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++)
      try {
        return await work()
      } catch (thrown) {
        const isOver = codeOf(thrown) !== 'RECORD_CHANGED' && !isStoredAlready(thrown)
        if (isOver || attempt === attempts) throw thrown
        this.forget()
      }
  }

  /** Returns the places of beginnings of lists, with their observations, its own or those of the thread that it was forked from. */
  async places(names: readonly string[]): Promise<StateRecord[]> {
    const results = await this.#inPieces(names, async (keys) =>
      this.conversation.records.list({ kind: kinds.turn, keys, first: keys.length }).all(),
    )
    const others = await this.#source(names, new Set(results.map(({ key }) => key)))
    return others === null ? results : [...results, ...(await others.source.places(others.names))]
  }

  /** Returns the values of parts by their names, its own or those of the thread that it was forked from. */
  async parts(kind: string, names: readonly string[]): Promise<(readonly [name: string, value: unknown])[]> {
    const results = await this.#inPieces(names, async (keys) => [
      ...(await this.conversation.records.values(kind, keys)),
    ])
    const others = await this.#source(names, new Set(results.map(([key]) => key)))
    return others === null ? results : [...results, ...(await others.source.parts(kind, others.names))]
  }

  /** Returns the thread that has what this one lacks of some names; null where nothing is lacking, or there is none. */
  async #source(names: readonly string[], results: ReadonlySet<string>) {
    if (results.size === names.length) return null
    const { source } = await this.salt()
    if (source === null) return null
    return { source: new GraphThread(this.#client, source), names: names.filter((name) => !results.has(name)) }
  }

  /** What is more than an answer holds is read in parts. */
  async #inPieces<T>(keys: readonly string[], read: (keys: readonly string[]) => Promise<T[]>): Promise<T[]> {
    if (keys.length === 0) return []
    const half = keys.length > atOnce ? atOnce : keys.length >> 1
    if (keys.length <= atOnce)
      try {
        return await read(keys)
      } catch (thrown) {
        if (codeOf(thrown) !== 'LIMIT_EXCEEDED' || keys.length === 1) throw thrown
      }
    return [...(await this.#inPieces(keys.slice(0, half), read)), ...(await this.#inPieces(keys.slice(half), read))]
  }
}

function isShort(elements: Iterable<Written>): boolean {
  let length = 0
  for (const element of elements) {
    length += typeof element === 'string' ? element.length : element.base64.length
    if (length > rememberedLength) return false
  }
  return true
}

/** Written with everything: it stays as it is, unless the thread was deleted. */
function guardOf({ salt, version, source }: Salt): StateRecordInput {
  const value = { salt, ...(source !== null && { source }) }
  return { kind: kinds.thread, key: 'salt', value, expectedVersion: version, ifExists: 'KEEP' }
}

function saltOf({ value, version }: StateRecord): Salt {
  const { salt, source } = (value ?? {}) as { readonly salt?: unknown; readonly source?: unknown }
  if (typeof salt !== 'string') throw new Error('The salt of the thread is damaged.')
  return { salt, version, source: typeof source === 'string' ? source : null }
}

/** Says whether turns were refused because they are stored. */
export function isStoredAlready(thrown: unknown): boolean {
  const { details } = (thrown ?? {}) as { readonly details?: { readonly kind?: unknown } | null }
  return codeOf(thrown) === 'ALREADY_EXISTS' && details?.kind === kinds.turn
}

/** A conversation that is there and deleted is as good as none, until it is restored. */
function isDeleted(thrown: unknown): boolean {
  const { details } = (thrown ?? {}) as { readonly details?: { readonly kind?: unknown } | null }
  return codeOf(thrown) === 'NOT_FOUND' && details?.kind === 'Conversation'
}
