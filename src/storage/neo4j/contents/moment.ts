import type { Record as DriverRecord } from 'neo4j-driver'
import { numberFrom } from '../properties/rows.ts'
import { timeText } from '../reading/compactText.ts'

/** The moment of a conversation: its version, and the last line of its ledger. */
export interface Moment {
  readonly version: number
  readonly seq: number
  readonly isDeleted: boolean
}

/** Returns where a conversation of MOMENTS stands. */
export function momentFrom(record: DriverRecord): Moment {
  const [version, seq] = [numberFrom(record.get('version')), numberFrom(record.get('seq'))]
  return { version, seq, isDeleted: record.get('deleted') === true }
}

/** How long before its line in the ledger a command may have dated what it stored, in milliseconds. */
const commandTime = 10_000

/** Returns the time from which on what a command stored is dated that noted itself at a time: one process did both, so its clock does not matter. */
export function timeBefore(at: string): string {
  return timeText(`${new Date(Date.parse(at) - commandTime).toISOString().slice(0, -1)}000000Z`)
}
