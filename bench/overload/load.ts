import { connectTo, STORE_TURN, type Connection, type Exchanged } from '../support/client.ts'
import { inputOf } from '../parts/append.ts'
import { beside } from '../support/measure.ts'

/** Milliseconds to the answers, in the order in which they came. */
export interface Times {
  /** From when a request was due: while all connections are in use it waits for one, and that counts. */
  readonly due: number[]
  /** From when it was sent. */
  readonly sent: number[]
}

/** What came of so much that was asked. */
export interface Outcome {
  readonly seconds: number
  readonly accepted: Times
  readonly refused: Times
  /** What came that is neither, and refusals that do not say when to come again; an answer that never came is one, too. */
  readonly faults: string[]
}

/** Asks a server from connections that are kept open. */
export interface Load {
  /** So many clients, each with its next request once the last one is answered, and so long after one that was refused. */
  closed(clients: number, seconds: number, pauseMs?: number): Promise<Outcome>
  /** So many requests a second, whether or not the ones before are answered. */
  open(rate: number, seconds: number): Promise<Outcome>
  close(): void
}

/** Appends go round so many conversations. */
const conversations = 64
const waited = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Returns what loads a server with appends, over so many connections at most, as the pools of clients do. */
export function loadOn(url: string, mostConnections: number): Load {
  const connections = poolOf(() => connectTo(new URL(url)), mostConnections)
  let number = 0
  const append = async (due: number, outcome: Outcome): Promise<boolean> => {
    const body = bodyOf(number++)
    const connection = await connections.take()
    const sent = performance.now()
    try {
      return note(await connection.post(body), { due, sent }, outcome)
    } catch (error) {
      outcome.faults.push(`no answer: ${(error as Error).message}`)
      return true
    } finally {
      connections.give(connection)
    }
  }
  return {
    async closed(clients, seconds, pauseMs = 0) {
      const [outcome, end] = [newOutcome(seconds), performance.now() + seconds * 1_000]
      await beside(clients, clients, async () => {
        while (performance.now() < end) if (!(await append(performance.now(), outcome))) await waited(pauseMs)
      })
      return outcome
    },
    async open(rate, seconds) {
      const [outcome, begin] = [newOutcome(seconds), performance.now()]
      const asked: Promise<unknown>[] = []
      const count = Math.round(rate * seconds)
      while (asked.length < count) {
        const due = (n: number) => begin + (n * 1_000) / rate
        while (asked.length < count && due(asked.length) <= performance.now())
          asked.push(append(due(asked.length), outcome))
        await waited(1)
      }
      await Promise.all(asked)
      return outcome
    },
    close: () => connections.close(),
  }
}

interface ConnectionPool {
  take(): Promise<Connection>
  give(connection: Connection): void
  close(): void
}

/** Who finds all connections in use waits for the next, in the order in which they came. */
function poolOf(open: () => Connection, most: number): ConnectionPool {
  const all = new Set<Connection>()
  const idle: Connection[] = []
  const waiting: ((connection: Connection) => void)[] = []
  const opened = (): Connection => {
    const connection = open()
    all.add(connection)
    return connection
  }
  /** One that the server has closed meanwhile is left aside, as every client leaves it. */
  const usable = (connection: Connection): Connection => {
    if (connection.isOpen()) return connection
    all.delete(connection)
    connection.close()
    return opened()
  }
  return {
    async take() {
      const found = idle.pop()
      if (found) return usable(found)
      return all.size < most ? opened() : new Promise((resolve) => waiting.push(resolve))
    },
    give(connection) {
      const next = waiting.shift()
      if (next) next(usable(connection))
      else idle.push(connection)
    },
    close() {
      for (const connection of all) connection.close()
    },
  }
}

/** All of each body but its turn is made before anything is measured: who asks shares the machine with who answers. */
const bodies = Array.from({ length: conversations }, (_, n) =>
  JSON.stringify({ query: STORE_TURN, variables: { input: inputOf(`loaded-${n}`, 'TURN', n) } }).split('TURN'),
)

function bodyOf(turn: number): string {
  return bodies[turn % conversations]?.join(`t${turn}`) ?? ''
}

/** Puts several rounds of the same together. */
export function together(outcomes: readonly Outcome[]): Outcome {
  return outcomes.reduce(
    (whole, one) => ({
      seconds: whole.seconds + one.seconds,
      accepted: joined(whole.accepted, one.accepted),
      refused: joined(whole.refused, one.refused),
      faults: [...whole.faults, ...one.faults],
    }),
    newOutcome(0),
  )
}

function joined(a: Times, b: Times): Times {
  return { due: a.due.concat(b.due), sent: a.sent.concat(b.sent) }
}

/** Returns what came of nothing yet. */
export function newOutcome(seconds: number, faults: string[] = []): Outcome {
  return { seconds, accepted: { due: [], sent: [] }, refused: { due: [], sent: [] }, faults }
}

/** Notes what came of a request; says whether it was taken. */
function note({ status, head, text }: Exchanged, { due, sent }: { due: number; sent: number }, to: Outcome): boolean {
  const now = performance.now()
  const add = ({ due: sinceDue, sent: sinceSent }: Times) => {
    sinceDue.push(now - due)
    sinceSent.push(now - sent)
  }
  const isRefused = status === 503 && /^retry-after: *\d/im.test(head)
  if (isRefused) add(to.refused)
  else if (status === 200 && !text.includes('"errors":') && text.includes('"userErrors":[]')) add(to.accepted)
  else to.faults.push(`${status} ${text.slice(0, 200)}`)
  return !isRefused
}
