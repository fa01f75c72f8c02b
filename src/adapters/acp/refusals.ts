import { RequestError } from '@agentclientprotocol/sdk/unstable'
import { TurngraphError } from '../../client/client.ts'
import type { FailureCode } from '../../client/failureCodes.ts'
import { objectOf, type Facts } from './graph.ts'

/** The input is at fault, not the store. */
const ofTheInput: ReadonlySet<FailureCode> = new Set([
  'BAD_INPUT',
  'LIMIT_EXCEEDED',
  'FORK_POINT_UNKNOWN',
  'FORK_POINT_NOT_BOUNDARY',
  'UNKNOWN_PARENT',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'BAD_USER_INPUT',
])

/**
 * Returns the error for a client of anything thrown: an unknown session as the protocol has it, what is wrong with a
 * request as invalid params, all else as an internal error; with the code and the facts of the refusal as data.
 */
export function refusalOf(thrown: unknown, sessionId: string | null, facts: Facts = {}): RequestError {
  if (thrown instanceof RequestError) return thrown
  const { code, details, message } = failureOf(thrown)
  if (code === 'NOT_FOUND' && details?.['kind'] === 'Conversation' && sessionId !== null)
    return RequestError.sessionNotFound(sessionId)
  const data = { ...details, ...facts, code }
  return ofTheInput.has(code) ? RequestError.invalidParams(data, message) : RequestError.internalError(data, message)
}

/** Returns the refusal of a request that makes no sense. */
export function invalid(message: string, facts: Facts = {}): RequestError {
  return RequestError.invalidParams({ code: 'BAD_INPUT', ...facts }, message)
}

/** Returns the refusal of a request that makes sense, but not now. */
export function notNow(message: string, facts: Facts): RequestError {
  return RequestError.invalidRequest(facts, message)
}

/** What is not for the client, as the path of a file, is removed. */
function failureOf(thrown: unknown): { code: FailureCode; details: Facts | null; message: string } {
  if (!(thrown instanceof TurngraphError))
    return { code: 'INTERNAL', details: null, message: 'Internal error; see the log.' }
  const { code, details, message } = thrown
  return { code, details: objectOf(details), message }
}
