import { worth, type Budget } from './budget.ts'

/** Makes a call of the store, by its name, and returns what it brings. */
export type PaidCalls = (method: string, call: () => Promise<unknown>) => Promise<unknown>

/**
 * Returns what makes calls whose answers are drawn from a budget: calls, rows, counts, and the content of the rows. The
 * rows of ranges are paid for where they are asked for (reads.ts), since their number is known before.
 */
export function paidCalls(budget: Budget): PaidCalls {
  const inTurn = gate(callsAtOnce)
  return (method, call) =>
    inTurn(async () => {
      budget.spend(worth.call)
      const answer = await call()
      const { rows, segments, counted, characters } = sizeOf(answer)
      budget.spend((method === 'ranges' ? 0 : rows * worth.row) + segments * worth.segment + counted * worth.counted)
      budget.hold(characters)
      return answer
    })
}

/** Calls of one request that are under way together: what has not begun when the budget is used up is never done. */
const callsAtOnce = 8

function gate(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = most
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

interface Size {
  rows: number
  /** Rows that are short, and come by the thousands where a tree is outlined. */
  segments: number
  counted: number
  characters: number
}

function sizeOf(answer: unknown): Size {
  const size = { rows: 0, segments: 0, counted: 0, characters: 0 }
  add(answer, size)
  return size
}

/** An answer is a row, a number, or a list of these. */
function add(answer: unknown, size: Size): void {
  if (typeof answer === 'number') size.counted += answer
  else if (Array.isArray(answer)) for (const one of answer) add(one, size)
  else if (answer !== null && typeof answer === 'object') {
    if ('tipDepth' in answer) size.segments++
    else size.rows++
    size.characters += contentOf(answer)
  }
}

/** The members of rows whose size callers choose; all others are short. */
const heavy = ['blocks', 'fields', 'metadata', 'details', 'overlay', 'snapshot', 'values', 'value', 'base64'] as const

function contentOf(row: object): number {
  let characters = 0
  for (const name of heavy) characters += charactersIn((row as Readonly<Record<string, unknown>>)[name])
  return characters
}

/** Returns how many characters the texts of a value have together, the names of its members included. */
export function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (value === null || typeof value !== 'object') return 0
  let characters = 0
  if (Array.isArray(value)) for (const one of value) characters += charactersIn(one)
  // Not by entries: a pair for each member of each row is much to collect.
  else for (const name in value) characters += name.length + charactersIn((value as Record<string, unknown>)[name])
  return characters
}
