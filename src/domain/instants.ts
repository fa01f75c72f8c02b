import { badInput } from './refusals.ts'
import type { Instant } from './model.ts'

const form = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9})\d*)?(Z|[+-]\d\d:\d\d)$/i

/** Nearly all: in UTC, on a day that every month has. No calendar is needed to read them. */
const plain = /^(\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d{1,9})\d*)?Z$/

/** Returns the instant that an RFC 3339 text names, kept to the nanosecond; refuses what is none with BAD_INPUT. */
export function parseInstant(text: string, field: readonly string[] | null = null): Instant {
  const [, whole, part = ''] = plain.exec(text) ?? []
  if (whole !== undefined) return `${whole}.${part.padEnd(9, '0')}Z`
  const parts = form.exec(text)
  const refuse = () =>
    badInput(`"${text}" is no time; write RFC 3339, like 2026-01-31T09:30:00.123456789Z.`, { given: text }, field)
  if (!parts) throw refuse()
  const [, year, month, day, hour, minute, second, fraction = '', zone = 'Z'] = parts
  const milliseconds = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}${zone.toUpperCase()}`)
  const daysInMonth = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  if (Number.isNaN(milliseconds) || Number(day) > daysInMonth) throw refuse()
  const seconds = new Date(milliseconds).toISOString()
  if (seconds.length !== 24) throw refuse()
  return `${seconds.slice(0, 19)}.${fraction.padEnd(9, '0')}Z`
}

/** Says whether a text is an instant as we keep it. */
export function isInstant(text: string): text is Instant {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{9}Z$/.test(text) && !Number.isNaN(Date.parse(`${text.slice(0, 19)}Z`))
}

/** Returns the instant as RFC 3339 without the zeros at the end of its fraction. */
export function formatInstant(instant: Instant): string {
  return instant.replace(/\.?0*Z$/, 'Z')
}

/** Returns the instant of so many nanoseconds since 1970. */
export function instantOf(nanoseconds: bigint): Instant {
  const seconds = nanoseconds / 1_000_000_000n
  return `${new Date(Number(seconds) * 1000).toISOString().slice(0, 19)}.${String(nanoseconds % 1_000_000_000n).padStart(9, '0')}Z`
}

/** Returns the nanoseconds since 1970 of an instant. */
export function nanosecondsOf(instant: Instant): bigint {
  return BigInt(Date.parse(`${instant.slice(0, 19)}Z`)) * 1_000_000n + BigInt(instant.slice(20, 29))
}

/** The last instant that four digits of a year can say. */
const last = '9999-12-31T23:59:59.999999999Z'

/**
 * Returns `wanted`, or the instant right after `previous` when that is not earlier: ours strictly increase. Refuses what
 * would be after the last instant that there is: only a time that somebody gave stands there.
 */
export function later(wanted: Instant, previous: Instant | null): Instant {
  if (previous === null || wanted > previous) return wanted
  if (previous >= last)
    throw badInput(`What was said before was observed at ${previous}, and no time is later.`, { previous })
  return instantOf(nanosecondsOf(previous) + 1n)
}

/** After the last instant there is none, and a line that came with a file may be dated so. */
const notBefore = (at: Instant, previous: Instant): Instant =>
  at >= previous ? at : previous >= last ? previous : later(at, previous)

/** What is listed in the ledger of a conversation, or of none. */
interface LedgerLine {
  readonly conversationId: string | null
  readonly at: Instant
}

/**
 * Returns new lines of ledgers, none of which is dated before the one above it: such a line is dated right after that one.
 * `lastOf`: when the last line of a conversation's ledger is dated, where that is known. The same list where all are in order.
 */
export function inLedgerOrder<L extends LedgerLine>(
  lines: readonly [L, ...L[]],
  lastOf: (conversationId: string) => Instant | undefined,
): readonly [L, ...L[]] {
  const lasts = new Map<string, Instant>()
  const dated = (line: L): L => {
    const { conversationId: id } = line
    if (id === null) return line
    const previous = lasts.get(id) ?? lastOf(id)
    const at = previous === undefined ? line.at : notBefore(line.at, previous)
    lasts.set(id, at)
    return at === line.at ? line : { ...line, at }
  }
  const [first, ...others] = lines
  const inOrder = [dated(first), ...others.map(dated)] as const
  return inOrder.every((line, k) => line === lines[k]) ? lines : [...inOrder]
}
