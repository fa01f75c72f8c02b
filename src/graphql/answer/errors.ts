import { randomUUID } from 'node:crypto'
import { GraphQLError, type GraphQLFormattedError } from 'graphql'
import { AccessRefused } from '../../app/access/accessRefused.ts'
import { Overloaded } from '../../app/access/overloaded.ts'
import { RateExceeded } from '../../app/access/rateExceeded.ts'
import { ResponderUnavailable } from '../../app/probes/responder.ts'
import { TooExpensive } from '../../app/read/budget.ts'
import { Refusal, type RefusalCode } from '../../domain/refusals.ts'
import type { RequestCode } from '../../domain/requestCodes.ts'
import {
  ReadTooLarge,
  StoreGone,
  StoreHalted,
  StoreLost,
  StoreOutdated,
  StoreUnavailable,
} from '../../storage/graphStore.ts'
import { StoreFull } from '../../storage/storeFull.ts'
import { Disconnected, TimedOut } from './interruptions.ts'

/** Where faults go whole. */
export interface FaultLog {
  error(facts: object, message: string): void
}

/** Codes that come from reading the request, before any of our code has run: their messages hold nothing from inside. */
const ofTheRequest: ReadonlySet<RequestCode> = new Set([
  'GRAPHQL_PARSE_FAILED',
  'GRAPHQL_VALIDATION_FAILED',
  'BAD_USER_INPUT',
  'BAD_REQUEST',
  'OPERATION_RESOLUTION_FAILURE',
  'PERSISTED_QUERY_NOT_FOUND',
  'PERSISTED_QUERY_NOT_SUPPORTED',
  'QUERY_TOO_EXPENSIVE',
])

/** What a client gets of something thrown. */
export interface FormattedError {
  readonly code: RefusalCode | RequestCode
  readonly message: string
  readonly details?: object
  readonly field?: readonly string[]
}

/** Returns what a client may see of anything thrown: refusals whole, the store's absence, of a fault an id alone. */
export function shownOf(thrown: unknown, log: FaultLog): FormattedError {
  if (isRefusal(thrown)) {
    const { code, message, facts, field } = thrown
    return { code, message, details: facts, ...(field && { field }) }
  }
  if (thrown instanceof AccessRefused) return { code: thrown.code, message: thrown.message, details: thrown.details }
  if (thrown instanceof TimedOut || thrown instanceof Disconnected) return { code: 'TIMEOUT', message: thrown.message }
  if (thrown instanceof ReadTooLarge)
    return { code: 'QUERY_TOO_EXPENSIVE', message: `${thrown.message} Ask for smaller pages.` }
  if (thrown instanceof TooExpensive)
    return { code: 'QUERY_TOO_EXPENSIVE', message: thrown.message, details: thrown.details }
  if (thrown instanceof ResponderUnavailable) return { code: thrown.code, message: thrown.message }
  if (thrown instanceof RateExceeded || thrown instanceof Overloaded)
    return { code: thrown.code, message: thrown.message, details: thrown.details }
  // The store logs once that it is full, not at each write.
  if (thrown instanceof StoreFull) return { code: 'STORE_FULL', message: thrown.message }
  if (thrown instanceof StoreUnavailable) return unavailable(thrown, log)
  const errorId = randomUUID()
  log.error({ errorId, err: thrown }, 'Internal error')
  return { code: 'INTERNAL', message: 'Internal error.', details: { errorId } }
}

/** Says whether something thrown is a refusal. */
export function isRefusal(thrown: unknown): thrown is Refusal {
  return thrown instanceof Refusal
}

/** Makes of an error what a client may see of it. */
export type FormatError = (formatted: GraphQLFormattedError, error: unknown) => GraphQLFormattedError

/** Returns Apollo's `formatError`: only what is known to be harmless leaves the server. */
export function formatErrorWith(log: FaultLog, count: (code: string) => void): FormatError {
  return (formatted, error) => {
    const thrown = originOf(error)
    const code = String(formatted.extensions?.['code']) as RequestCode
    if (thrown instanceof GraphQLError && ofTheRequest.has(code)) {
      count(code)
      return formatted
    }
    const { message, details, field, code: shownCode } = shownOf(thrown, log)
    count(shownCode)
    const inside = shownCode === 'INTERNAL' ? details : { ...(details && { details }), ...(field && { field }) }
    return { ...placeOf(formatted), message, extensions: { code: shownCode, ...inside } }
  }
}

function originOf(error: unknown): unknown {
  let origin = error
  while (origin instanceof GraphQLError && origin.originalError) origin = origin.originalError
  return origin
}

function placeOf({ locations, path }: GraphQLFormattedError): Pick<GraphQLFormattedError, 'locations' | 'path'> {
  return { ...(locations && { locations }), ...(path && { path }) }
}

function unavailable(thrown: StoreUnavailable, log: FaultLog): FormattedError {
  // The log says it once: the server ends.
  if (thrown instanceof StoreOutdated) return { code: 'TIMEOUT', message: outdatedMessage(thrown) }
  log.error({ err: thrown }, 'The store is not available')
  if (thrown instanceof StoreGone) return { code: 'TIMEOUT', message: goneMessage }
  const lasting = lastingTrouble(thrown)
  const advice = thrown.uncertain
    ? 'What was to be written may have been written: send it again with the same idempotency key.'
    : lasting !== null
      ? 'Nothing was written.'
      : 'Try again in a moment.'
  return { code: 'TIMEOUT', message: `${lasting ?? 'The store did not answer in time.'} ${advice}` }
}

/** Says whether an error of an answer is that a newer version has taken the store over. */
export const isOutdated = (error: unknown): boolean => originOf(error) instanceof StoreOutdated

const outdatedMessage = ({ uncertain }: StoreOutdated): string =>
  'A newer version of turngraph has taken the store over, and this server ends. ' +
  (uncertain
    ? 'What was to be written may have been written: send it again with the same idempotency key.'
    : 'Nothing was written: send it again in a moment.')

const goneMessage =
  'The database cannot be reached: it has stopped, or the network to it is cut. Nothing that was stored is lost. ' +
  'Try again when it is back; this server reconnects by itself.'

/** Returns what an operator must see to; null for what passes. */
function lastingTrouble(thrown: StoreUnavailable): string | null {
  if (thrown instanceof StoreLost)
    return 'The files of the store are gone, cut or damaged: its operator must look at them.'
  if (thrown instanceof StoreHalted)
    return 'The database has stopped after an error, as of a full disk: its operator must start it again.'
  return null
}
