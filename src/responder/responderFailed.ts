import { responderSentence } from '../domain/records/modelAnswer.ts'
import { Refusal, type ResponderFault } from '../domain/refusals.ts'

/** Returns the refusal of a request that the model's endpoint failed: how, and nothing that it said. */
export function responderFailed(kind: ResponderFault, status: number | null = null): Refusal {
  return new Refusal('RESPONDER_FAILED', { status, kind }, responderSentence(kind, status))
}
