import { randomBytes } from 'node:crypto'
import type { Conversation, ConnectedGraph, StateRecord, StateRecordInput, Turn } from '../../client/client.ts'
import { codeOf } from '../turns/json.ts'
import { kinds } from './names.ts'

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
/** How often something is done anew at most. */
const attempts = 5
/** So many names of parts are remembered of a thread. */
const remembered = 200_000

/** The records of one thread, which is a conversation. */
export class Thread {
  readonly id: string
  readonly talk: Conversation
  readonly #client: ConnectedGraph
  #salt: Promise<Salt> | null = null
  /** Names of parts that are there. */
  readonly #known = new Set<string>()

  constructor(client: ConnectedGraph, id: string) {
    this.#client = client
    this.id = id
    this.talk = client.conversations.open(id)
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
    const found = (await this.talk.records.get(kinds.thread, 'salt')) ?? null
    if (found !== null) return saltOf(found)
    return { salt: randomBytes(16).toString('base64url'), version: 0, source: null }
  }

  /** Forgets what it knows of the thread, which another process may have deleted. */
  forget(): void {
    this.#salt = null
    this.#known.clear()
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
    return appended
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
      return await this.talk.append(turns, options)
    } catch (thrown) {
      if (!isDeleted(thrown)) throw thrown
      await this.talk.restore()
      return this.talk.append(turns, options)
    }
  }

  /** Does something with the thread; once more where it was deleted or made, or the same turns were stored, meanwhile. */
  async anew<T>(work: () => Promise<T>): Promise<T> {
    for (let attempt = 1; ; attempt++)
      try {
        return await work()
      } catch (thrown) {
        const isOver = codeOf(thrown) !== 'RECORD_CHANGED' && !isStoredAlready(thrown)
        if (isOver || attempt === attempts) throw thrown
        this.forget()
      }
  }

  /** Returns parts by their names, its own or those of the thread that it was forked from. */
  async parts(kind: string, names: readonly string[]): Promise<StateRecord[]> {
    const found = await this.records(kind, names)
    if (found.length === names.length) return found
    const { source } = await this.salt()
    if (source === null) return found
    const own = new Set(found.map(({ key }) => key))
    const others = await new Thread(this.#client, source).parts(
      kind,
      names.filter((name) => !own.has(name)),
    )
    return [...found, ...others]
  }

  /** Returns records of its own by their keys. What is more than an answer holds comes in parts. */
  async records(kind: string, keys: readonly string[]): Promise<StateRecord[]> {
    if (keys.length === 0) return []
    if (keys.length > atOnce) return this.#halves(kind, keys)
    try {
      return await this.talk.records.list({ kind, keys, first: keys.length }).all()
    } catch (thrown) {
      if (codeOf(thrown) !== 'LIMIT_EXCEEDED' || keys.length === 1) throw thrown
      return this.#halves(kind, keys)
    }
  }

  async #halves(kind: string, keys: readonly string[]): Promise<StateRecord[]> {
    const half = keys.length > atOnce ? atOnce : keys.length >> 1
    return [...(await this.records(kind, keys.slice(0, half))), ...(await this.records(kind, keys.slice(half)))]
  }
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
