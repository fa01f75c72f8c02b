import type { Socket } from 'node:net'
import { factsOf, fieldsOf, handshakeSize, message, spokenVersion, tagOf, tags, Upstream } from './bolt.ts'
import { framed, mapOf, unframed, type Packed, type PackedMap } from './packStream.ts'
import { repeatedOf, type Replica, type Statement } from './replica.ts'

/** What a connection asks of its cluster. */
export interface Surroundings {
  readonly leaderPort: number
  readonly replicaPort: number
  readonly replica: Replica
  /** Says whether this connection's server is the leader now. */
  readonly isLeader: () => boolean
  readonly routes: () => Packed
  /** Notes that followers answer a read. */
  readonly onFollowerRead: () => void
  /** Says whether the answer of the write that was just committed gets lost. */
  readonly losesAnswer: () => boolean
}

type Side = 'leader' | 'replica'
interface Reply {
  readonly answers: Buffer[]
  isComplete: boolean
}
interface OpenStatement extends Statement {
  columns: readonly Packed[]
  readonly records: (readonly Packed[])[]
}

const notALeader = { code: 'Neo.ClientError.Cluster.NotALeader', message: 'No longer the leader.' }

/** One client's connection to one server of the cluster, with a connection of its own to each of the two databases. */
export class Session {
  readonly #client: Socket
  readonly #around: Surroundings
  readonly #upstreams: Readonly<Record<Side, Upstream>>
  readonly #replies: Reply[] = []
  /** Where the statement or transaction that is open goes. */
  #side: Side = 'leader'
  #statement: OpenStatement | null = null
  /** The statements of the explicit transaction that is open. */
  #transaction: Statement[] | null = null
  /** After a failure that no database answered, everything is ignored until a reset. */
  #hasFailed = false
  #queue: Promise<void> = Promise.resolve()

  constructor(client: Socket, around: Surroundings) {
    this.#client = client
    this.#around = around
    const close = () => client.destroy()
    this.#upstreams = {
      leader: new Upstream(around.leaderPort, close),
      replica: new Upstream(around.replicaPort, close),
    }
    const read = unframed((question) => this.#enqueue(question))
    let greeting = Buffer.alloc(0)
    client.on('data', (bytes: Buffer) => {
      if (greeting.length >= handshakeSize) {
        read(bytes)
        return
      }
      greeting = Buffer.concat([greeting, bytes])
      if (greeting.length < handshakeSize) return
      client.write(spokenVersion)
      read(greeting.subarray(handshakeSize))
    })
    client.on('error', () => undefined)
    // What was sent is carried out, as by a server whose answer finds no one.
    client.on('close', () => void this.#queue.then(() => this.#end()))
  }

  /** Breaks the connection. */
  cut(): void {
    this.#client.destroy()
  }

  async #end(): Promise<void> {
    await Promise.all([this.#upstreams.leader.end(), this.#upstreams.replica.end()])
  }

  #enqueue(question: Buffer): void {
    this.#queue = this.#queue.then(() => this.#take(question)).catch(() => this.cut())
  }

  async #take(question: Buffer): Promise<void> {
    const tag = tagOf(question)
    if (tag === tags.goodbye) this.#client.end()
    else if (tag === tags.hello) this.#askBoth(message(tag, { ...mapOf(fieldsOf(question)[0]), routing: null }))
    else if (tag === tags.logon || tag === tags.logoff) this.#askBoth(question)
    else if (tag === tags.reset) {
      this.#hasFailed = false
      this.#transaction = null
      this.#askBoth(question)
    } else if (this.#hasFailed) this.#forge(message(tags.ignored))
    else if (tag === tags.route) this.#forge(message(tags.success, { rt: this.#around.routes() }))
    else await this.#takeStatement(tag, question)
  }

  async #takeStatement(tag: number, question: Buffer): Promise<void> {
    if (tag === tags.begin) await this.#begin(mapOf(fieldsOf(question)[0]))
    else if (tag === tags.run) await this.#run(fieldsOf(question))
    else if (tag === tags.commit) this.#commit()
    else if (tag === tags.pull || tag === tags.discard) this.#pull(question)
    else {
      if (tag === tags.rollback) this.#transaction = null
      this.#ask(this.#side, question)
    }
  }

  async #begin(facts: PackedMap): Promise<void> {
    if (!(await this.#hasChosen(facts))) return
    this.#transaction = []
    this.#ask(this.#side, message(tags.begin, forDatabase(facts)))
  }

  async #run([query, parameters, facts]: readonly Packed[]): Promise<void> {
    if (this.#transaction === null && !(await this.#hasChosen(mapOf(facts)))) return
    const statement = { query: typeof query === 'string' ? query : '', parameters: mapOf(parameters), isSchema: false }
    const open: OpenStatement = { ...statement, columns: [], records: [] }
    this.#statement = open
    const outward = message(tags.run, statement.query, statement.parameters, forDatabase(mapOf(facts)))
    this.#ask(this.#side, outward, (answer) => {
      const { fields } = tagOf(answer) === tags.success ? factsOf(answer) : {}
      if (Array.isArray(fields)) open.columns = fields as Packed[]
      return answer
    })
  }

  #pull(question: Buffer): void {
    const open = this.#statement
    const side = this.#side
    const hasRows = open !== null && Array.isArray(mapOf(open.parameters['q'])['rows'])
    this.#ask(side, question, (answer) => {
      if (tagOf(answer) === tags.record && hasRows) open.records.push(fieldsOf(answer)[0] as readonly Packed[])
      if (tagOf(answer) !== tags.success || open === null) return answer
      const facts = factsOf(answer)
      if (facts['has_more'] === true) return answer
      if (side === 'replica') return this.#withOwnBookmark(facts)
      return this.#noteEnd(open, facts) ? answer : null
    })
  }

  /** Notes what a statement has written; false where the answer gets lost. */
  #noteEnd(open: OpenStatement, { bookmark, type, stats }: PackedMap): boolean {
    // What changed nothing has the bookmark of an earlier commit, and would be repeated too early.
    const hasChanged = mapOf(stats)['contains-updates'] === true || type === 's'
    const statement = { ...open, isSchema: type === 's' }
    const wrote = hasChanged ? repeatedOf(statement, open.columns, open.records) : null
    if (this.#transaction !== null) {
      if (wrote) this.#transaction.push(wrote)
      return true
    }
    if (wrote && typeof bookmark === 'string') this.#around.replica.add(bookmark, [wrote])
    return type === 'r' || !this.#around.losesAnswer()
  }

  #commit(): void {
    const [side, statements] = [this.#side, this.#transaction ?? []]
    this.#transaction = null
    if (side === 'leader' && !this.#around.isLeader()) {
      this.#fail()
      this.#upstreams.leader.send(message(tags.rollback), () => undefined)
      return
    }
    this.#ask(side, message(tags.commit), (answer) => {
      if (tagOf(answer) !== tags.success) return answer
      const facts = factsOf(answer)
      if (side === 'replica') return this.#withOwnBookmark(facts)
      const { bookmark } = facts
      if (statements.length > 0 && typeof bookmark === 'string') this.#around.replica.add(bookmark, statements)
      return statements.length > 0 && this.#around.losesAnswer() ? null : answer
    })
  }

  /** Chooses the database by the access mode; false where this server takes no writes, which is answered then. */
  async #hasChosen({ mode, bookmarks }: PackedMap): Promise<boolean> {
    this.#side = mode === 'r' ? 'replica' : 'leader'
    if (this.#side === 'leader') {
      if (this.#around.isLeader()) return true
      this.#fail()
      return false
    }
    await this.#around.replica.covers(Array.isArray(bookmarks) ? bookmarks.map(String) : [])
    this.#around.onFollowerRead()
    return true
  }

  /** The replica has bookmarks of its own: clients get the leader's. */
  #withOwnBookmark(facts: PackedMap): Buffer {
    const { bookmark: _, ...others } = facts
    const { applied } = this.#around.replica
    return message(tags.success, applied === '' ? others : { ...others, bookmark: applied })
  }

  #fail(): void {
    this.#hasFailed = true
    this.#forge(message(tags.failure, notALeader))
  }

  #forge(answer: Buffer): void {
    this.#replies.push({ answers: [answer], isComplete: true })
    this.#flush()
  }

  /** Passes a question on, and the answer back; `change` returns what goes back of it, null where the client is cut off. */
  #ask(side: Side, question: Buffer, change: (answer: Buffer) => Buffer | null = (answer) => answer): void {
    const reply: Reply = { answers: [], isComplete: false }
    this.#replies.push(reply)
    this.#upstreams[side].send(question, (answer, isLast) => {
      const changed = change(answer)
      if (changed === null) {
        this.cut()
        return
      }
      reply.answers.push(changed)
      reply.isComplete = isLast
      this.#flush()
    })
  }

  #askBoth(question: Buffer): void {
    this.#upstreams.replica.send(question, () => undefined)
    this.#ask('leader', question)
  }

  /** Answers leave in the order of the questions. */
  #flush(): void {
    for (let [first] = this.#replies; first; [first] = this.#replies) {
      for (const answer of first.answers.splice(0)) if (!this.#client.destroyed) this.#client.write(framed(answer))
      if (!first.isComplete) return
      this.#replies.shift()
    }
  }
}

/** What the databases know nothing of: their own bookmarks are not those of clients. */
function forDatabase(facts: PackedMap): PackedMap {
  const { bookmarks: _bookmarks, db: _db, ...others } = facts
  return others
}
