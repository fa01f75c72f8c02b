import type { Probing } from '../probes/responder.ts'
import type { LiveAnswers } from './liveAnswers.ts'

/** What asking a model works with. */
export interface Asking extends Probing {
  /** What models answer now for this process. */
  readonly answers: LiveAnswers
  /** Logs a fault, and returns the id under which the log has it. */
  readonly fault: (error: unknown) => string
  /** Has a function called once who asks may do so no more, and returns what stops that; absent: nothing follows that. */
  readonly onRevoked?: ((end: () => void) => () => void) | undefined
}
