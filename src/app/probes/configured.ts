import { badInput, Refusal } from '../../domain/refusals.ts'
import type { Responder } from './responder.ts'

/** Returns the model to ask: the one that was named, else the configured one; refuses where there is neither. */
export function modelOf({ model }: Pick<Responder, 'model'>, requestedModel: string | null | undefined): string {
  const named = requestedModel ?? model
  if (named === null || named.trim() === '') throw badInput('No model is named, and none is configured.', {}, ['model'])
  return named
}

/** Returns the refusal to ask a model where none is configured. */
export function notConfigured(): Refusal {
  const variable = 'RESPONDER_URL'
  return new Refusal('RESPONDER_NOT_CONFIGURED', { variable }, `No model is configured: set ${variable}.`)
}
