import type { RequestCode } from '../domain/requestCodes.ts'
import type { ErrorCode } from './schema/generated.ts'

/** What a client says itself, of a server or of what that answered. */
export type ClientCode = 'CHECKPOINT_DAMAGED' | 'CLOSED' | 'HEAD_CHANGED' | 'UNEXPECTED_ANSWER' | 'UNREACHABLE'

/** What the command line says, of files, settings and stores. */
export type CommandCode =
  | 'AMBIGUOUS_ID'
  | 'CONFIG_REFUSED'
  | 'FILE_BUSY'
  | 'FILE_UNUSABLE'
  | 'NOT_FOLLOWED'
  | 'NOT_REMOTE'
  | 'NO_TRANSCRIPT'
  | 'STORE_MISSING'
  | 'STORE_REFUSED'
  | 'STORE_UNAVAILABLE'

/**
 * Every code that a failure may have here: who waits for another one waits forever, and does not compile. A server of a later
 * version may say one more.
 */
export type FailureCode = ErrorCode | RequestCode | ClientCode | CommandCode

/** Returns a code that came from outside, as those that are known here are compared with it. */
export function codeFrom(text: string): FailureCode {
  return text as FailureCode
}
