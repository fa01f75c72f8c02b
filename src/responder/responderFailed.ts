import { Refusal, type ResponderFault } from '../domain/refusals.ts'

const sentences: Readonly<Record<ResponderFault, string>> = {
  STATUS: "The model's endpoint failed",
  NO_ANSWER: "What the model's endpoint answered is no chat completion",
  NO_CHOICES: 'The model answered without a choice',
  CUT_OFF: "The model's answer was cut off",
  UNREACHABLE: "The model's endpoint cannot be reached",
}

/** Returns the refusal of a request that the model's endpoint failed: how, and nothing that it said. */
export function responderFailed(kind: ResponderFault, status: number | null = null): Refusal {
  const by = status === null ? '' : ` with status ${status}`
  return new Refusal('RESPONDER_FAILED', { status, kind }, `${sentences[kind]}${by}.`)
}
