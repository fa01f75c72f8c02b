/** A conversation to which clients append, and how many turns of each client were acknowledged there. */
export interface Talk {
  readonly id: string
  readonly acknowledged: Map<string, number>
  /** Clients whose newest turn has been sent and not been answered. */
  readonly pending: Set<string>
}

export const newTalk = (id: string): Talk => ({ id, acknowledged: new Map(), pending: new Set() })

/** Returns the text of a client's nth turn, which says by itself whose it is and where it belongs. */
export const textOf = (client: string, n: number): string => `${client} ${n} ${filling}`

/** Words that the search index finds in every turn, up to about 1 KB. */
const filling = 'The tide turns at the harbour while the lamps are lit one after the other. '.repeat(13).trim()

/** What was found wrong with stored turns, each as a sentence. */
export interface Findings {
  readonly lost: string[]
  readonly doubled: string[]
}

/** What was acknowledged, and was being sent, at one moment. */
export interface Expected {
  readonly client: string
  readonly acknowledged: number
  readonly isPending: boolean
}

/** Returns what a talk must contain from now on. */
export function expectedOf({ acknowledged, pending }: Talk): Expected[] {
  const clients = new Set([...acknowledged.keys(), ...pending])
  return [...clients].map((client) => ({
    client,
    acknowledged: acknowledged.get(client) ?? 0,
    isPending: pending.has(client),
  }))
}

/**
 * Compares the texts of a talk with what was acknowledged before they were read: each turn is there once, and those of a
 * client are in their order. `isWhole` says that nothing was written meanwhile, and that the texts begin at the root.
 */
export function compare(
  id: string,
  texts: readonly string[],
  expected: readonly Expected[],
  isWhole: boolean,
): Findings {
  const [lost, doubled]: [string[], string[]] = [[], []]
  const numbers = new Map<string, number[]>()
  for (const text of texts) {
    const [client = '', n = ''] = text.split(' ', 2)
    numbers.set(client, [...(numbers.get(client) ?? []), Number(n)])
  }
  for (const [client, found] of numbers) {
    const twice = found.filter((n, place) => found.indexOf(n) !== place)
    doubled.push(...twice.map((n) => `${id}: turn ${n} of ${client} is there twice`))
    const jump = found.findIndex((n, place) => place > 0 && n > (found[place - 1] ?? 0) + 1)
    if (jump > 0) lost.push(`${id}: turn ${(found[jump - 1] ?? 0) + 1} of ${client} is missing`)
    const back = found.findIndex((n, place) => place > 0 && n < (found[place - 1] ?? 0))
    if (back > 0) lost.push(`${id}: turn ${found[back]} of ${client} is at the wrong place`)
  }
  for (const { client, acknowledged, isPending } of expected) {
    const found = numbers.get(client) ?? []
    const last = found.at(-1) ?? -1
    // The newest texts of a talk need not have one of each client.
    if ((isWhole || found.length > 0) && last < acknowledged - 1)
      lost.push(`${id}: turn ${acknowledged - 1} of ${client} is missing`)
    if (isWhole && found.length > 0 && found[0] !== 0) lost.push(`${id}: turn 0 of ${client} is missing`)
    if (isWhole && last > acknowledged - (isPending ? 0 : 1))
      doubled.push(`${id}: turn ${last} of ${client} was never acknowledged`)
  }
  return { lost, doubled }
}
