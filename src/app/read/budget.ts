/**
 * What one request may use of the process. Everything that grows with what is asked draws on it: lists as soon as their
 * length is known, what comes from the store, what is computed without a read. The unit is the work of one plain field.
 */
export interface Budget {
  /** Takes so much work; throws when more is asked than is left, or when the request's time is over. */
  spend(work: number): void
  /** Takes so many characters that come into memory; throws as above. */
  hold(characters: number): void
  /** Why nothing more can be drawn; null as long as something can. */
  readonly over: Error | null
}

/** What a budget holds at first. */
export interface Allowance {
  readonly work: number
  readonly characters: number
  readonly milliseconds: number
}

/** More was asked than one request may have. */
export class TooExpensive extends Error {
  override readonly name = 'TooExpensive'
  readonly details: { readonly given: number; readonly limit: number }
  constructor(what: string, amount: number, limit: number) {
    super(
      `The query is too large: ${what}, where ${limit} are the most. Ask for smaller pages, or in several requests.`,
    )
    this.details = { given: amount, limit }
  }
}

/** What the command line and the server's own work draw on. */
export const unlimited: Budget = { spend: () => undefined, hold: () => undefined, over: null }

/**
 * Returns the budget of a request that begins now. Once it is used up, what draws on it is refused, for the same
 * reason as the first.
 */
export function createBudget(allowance: Allowance, overdue: () => Error): Budget {
  return new RequestBudget(allowance, overdue)
}

/** A class, for each request has one: an object with functions and an accessor of its own costs several times as much. */
class RequestBudget implements Budget {
  over: Error | null = null
  private spent = 0
  private held = 0
  private readonly end: number
  private readonly allowance: Allowance
  private readonly overdue: () => Error

  constructor(allowance: Allowance, overdue: () => Error) {
    this.allowance = allowance
    this.overdue = overdue
    this.end = performance.now() + allowance.milliseconds
  }

  spend(more: number): void {
    if (this.over !== null) throw this.over
    const { work } = this.allowance
    const spent = (this.spent += more)
    if (spent > work)
      this.refuse(new TooExpensive(`what it makes is worth ${Math.ceil(spent)} fields or more`, spent, work))
    if (performance.now() > this.end) this.refuse(this.overdue())
  }

  hold(more: number): void {
    if (this.over !== null) throw this.over
    const { characters } = this.allowance
    const held = (this.held += more)
    if (held > characters)
      this.refuse(new TooExpensive(`what it reads has ${held} characters or more`, held, characters))
  }

  private refuse(reason: Error): never {
    this.over = reason
    throw reason
  }
}

/** What things cost, in plain fields, as measured (bench/results.md). */
export const cost = {
  /** One call of the store. */
  call: 20,
  /** A mutation, beside what its answer shows. */
  mutation: 500,
  /** A row that the store brings. */
  row: 10,
  /** A segment of a tree. */
  segment: 2,
  /** A row that was read before and is looked at again. */
  known: 3,
  /** An item that a statement counts. */
  counted: 0.05,
  /** A leaf of a tree that is drawn. */
  drawn: 10,
  /** A check of a conversation, beside its nodes: what it looks up once. */
  check: 1_500,
  /** A node whose hashes are computed. */
  hashed: 15,
  /** A byte of a text that is made for the answer. */
  writtenByte: 1 / 64,
  /** A character in which secrets are looked for. */
  scannedCharacter: 1 / 256,
  /** A statement that scans all conversations. */
  scan: 40_000,
} as const
