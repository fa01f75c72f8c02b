import type { Answer } from '../answer.ts'
import type { QueryOptions, TypedDocument } from '../typedDocument.ts'

/** Answers the data of one operation that may be sent again: it waits and asks again while the reason may pass. */
export type Ask = <Result, Variables extends object>(
  document: TypedDocument<Result, Variables>,
  variables: Variables,
  options?: QueryOptions,
) => Promise<Result>

/** Follows a subscription on one connection; throws once that is lost. */
export type FollowOnce = (document: string, variables: object, signal: AbortSignal) => AsyncIterable<Answer>

/** What conversations are asked of. */
export interface Graph {
  readonly ask: Ask
  readonly follow: FollowOnce
  /** Aborted once the client is closed. */
  readonly closed: AbortSignal
}
