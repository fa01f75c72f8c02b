import { StoreHalted, StoreOutdated } from '../../graphStore.ts'

/** What a failure of the driver means. By `code` only: messages and GQL statuses differ between versions. */

/**
 * `transient`: the database took it back and may take it the next time. `race`: another write came between.
 * `lost`: it may have been applied or not. `unreachable`: it was never sent. `full`: its log could not be written, so
 * nothing was; that is a full disk. `halted`: it takes nothing more, as after that. `outdated`: a newer version has taken it
 * over. `fault`: it will fail again.
 */
export type DriverFailure = 'transient' | 'race' | 'lost' | 'unreachable' | 'full' | 'halted' | 'outdated' | 'fault'

const passing = [
  /^Neo\.TransientError\./,
  /LockAcquisitionTimeout$/,
  /^Neo\.ClientError\.Cluster\.NotALeader$/,
  /^Neo\.ClientError\.General\.ForbiddenOnReadOnlyDatabase$/,
  /^Neo\.ClientError\.Security\.TokenExpired$/,
]
/** Begins no transaction any more: after a critical error, until it is started again. */
const hasHalted = 'Neo.DatabaseError.Transaction.TransactionStartFailed'

/** Returns what is thrown of an error: one that says that the database has halted in place of the driver's own. */
export function thrownFor(error: unknown): unknown {
  return codeOf(error) === hasHalted
    ? new StoreHalted('Neo4j has stopped and must be started again.', { cause: error })
    : error
}

/** Returns what the failure of a statement means. */
export function failureOf(error: unknown): DriverFailure {
  if (error instanceof StoreHalted) return 'halted'
  if (error instanceof StoreOutdated) return 'outdated'
  const code = codeOf(error)
  if (passing.some((form) => form.test(code))) return 'transient'
  if (code === 'Neo.ClientError.Schema.ConstraintValidationFailed') return 'race'
  if (code === 'Neo.DatabaseError.Transaction.TransactionCommitFailed') return 'lost'
  if (code === 'Neo.DatabaseError.Transaction.TransactionLogError') return 'full'
  if (code.startsWith('Neo.')) return 'fault'
  if (error instanceof Unreachable) return 'unreachable'
  return code || error instanceof Overdue ? 'lost' : 'fault'
}

/** Says whether trying again is in vain. */
export const isFinal = (failure: DriverFailure): boolean => ['fault', 'halted', 'outdated'].includes(failure)

/** Says whether a statement failed because it divided by zero. */
export const isArithmetic = (error: unknown): boolean => codeOf(error) === 'Neo.ClientError.Statement.ArithmeticError'

/** What was asked of the database has not been answered in time. */
export class Overdue extends Error {
  override readonly name = 'Overdue'
}

/** The database did not answer a question that was asked before sending something. */
export class Unreachable extends Error {
  override readonly name = 'Unreachable'
}

/** What a server of a cluster refused, the routing driver wraps: the server's own code is in the cause. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? ownCodeOf(error.cause) : ''
  return cause.startsWith('Neo.') ? cause : ownCodeOf(error)
}

function ownCodeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : null
  return typeof code === 'string' ? code : ''
}

/** Returns how long to wait before the next try: 2, 5, 10, 20, 40 ms and on, never more than 250, a little scattered. */
export function pauseBefore(tries: number): number {
  const steps = [2, 5, 10, 20, 40, 80, 160, 250]
  const step = steps[Math.min(tries, steps.length - 1)] ?? 250
  return step * (0.75 + Math.random() / 2)
}
