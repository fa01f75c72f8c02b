import { connectTo, STORE_TURN, type Connection, type Exchanged } from '../support/client.ts'
import { inputOf } from '../parts/append.ts'
import { beside } from '../support/measure.ts'

/** What came of so much that was asked. */
export interface Outcome {
  readonly seconds: number
  /** Milliseconds from when a request was due to its answer. */
  readonly accepted: number[]
  readonly refused: number[]
  /** What came that is neither, and refusals that do not say when to come again; an answer that never came is one, too. */
  readonly faults: string[]
}

/** Asks a server from connections that are kept open. */
export interface Load {
  /** So many clients, each with its next request once the last one is answered. */
  closed(clients: number, seconds: number): Promise<Outcome>
  /** So many requests a second, whether or not the ones before are answered. */
  open(rate: number, seconds: number): Promise<Outcome>
  close(): void
}

/** Appends go round so many conversations. */
const conversations = 64
const waited = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Returns what loads a server with appends. */
export function loadOn(url: string): Load {
  const idle: Connection[] = []
  const all: Connection[] = []
  let number = 0
  const opened = (): Connection => {
    const connection = connectTo(new URL(url))
    all.push(connection)
    return connection
  }
  const append = async (due: number, outcome: Outcome): Promise<void> => {
    const turn = number++
    const input = inputOf(`loaded-${turn % conversations}`, `t${turn}`, turn)
    const connection = takeOpen(idle) ?? opened()
    try {
      note(await connection.post(JSON.stringify({ query: STORE_TURN, variables: { input } })), due, outcome)
      idle.push(connection)
    } catch (error) {
      outcome.faults.push(`no answer: ${(error as Error).message}`)
    }
  }
  return {
    async closed(clients, seconds) {
      const [outcome, end] = [newOutcome(seconds), performance.now() + seconds * 1_000]
      await beside(clients, clients, async () => {
        while (performance.now() < end) await append(performance.now(), outcome)
      })
      return outcome
    },
    async open(rate, seconds) {
      const [outcome, begin] = [newOutcome(seconds), performance.now()]
      const asked: Promise<void>[] = []
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
    close: () => {
      for (const connection of all) connection.close()
    },
  }
}

/** Connections that the server has closed meanwhile are left aside, as every client leaves them. */
function takeOpen(idle: Connection[]): Connection | undefined {
  for (let found = idle.pop(); found; found = idle.pop()) if (found.isOpen()) return found
  return undefined
}

/** Puts several rounds of the same together. */
export function together(outcomes: readonly Outcome[]): Outcome {
  const sum = newOutcome(0)
  return outcomes.reduce((whole, { seconds, accepted, refused, faults }) => {
    whole.accepted.push(...accepted)
    whole.refused.push(...refused)
    whole.faults.push(...faults)
    return { ...whole, seconds: whole.seconds + seconds }
  }, sum)
}

function newOutcome(seconds: number): Outcome {
  return { seconds, accepted: [], refused: [], faults: [] }
}

function note({ status, head, text }: Exchanged, due: number, outcome: Outcome): void {
  const ms = performance.now() - due
  if (status === 200 && !text.includes('"errors":') && text.includes('"userErrors":[]')) outcome.accepted.push(ms)
  else if (status === 503 && /^retry-after: *\d/im.test(head)) outcome.refused.push(ms)
  else outcome.faults.push(`${status} ${text.slice(0, 200)}`)
}
