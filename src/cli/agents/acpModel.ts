import type { Model, NoModel } from '../../adapters/acp/model.ts'
import { ResponderUnavailable, type ResponderMessage, type Responder } from '../../app/probes/responder.ts'
import { TurngraphError } from '../../client/client.ts'
import type { Config } from '../../config/config.ts'
import { Refusal } from '../../domain/refusals.ts'

/** Returns the model that answers prompts, or which variable is missing for there to be one. */
export function modelOf({ responder }: Pick<Config, 'responder'>): Model | NoModel {
  if (responder === null) return { missing: 'RESPONDER_URL' }
  const { model } = responder
  if (model === null) return { missing: 'RESPONDER_MODEL' }
  // The library behind it is large, and loaded with the first prompt.
  const open = async (): Promise<Responder> => (await import('../../responder/openAi.ts')).openAiResponder(responder)
  let opening: Promise<Responder> | null = null
  return {
    async answer(messages, signal, tell) {
      const request = { model, messages: messages as readonly ResponderMessage[], signal }
      try {
        return await (await (opening ??= open())).stream(request, tell)
      } catch (thrown) {
        throw failureOf(thrown)
      }
    },
  }
}

/** What a client may know of it: that it is the model's endpoint, not where that is and what it said. */
function failureOf(thrown: unknown): TurngraphError {
  if (thrown instanceof ResponderUnavailable) return new TurngraphError(thrown.code, thrown.message)
  // As a probe answers it: the protocol has no stop reason for it, so that it is an error with these facts.
  const beside = { text: null, stopReason: 'error' }
  if (!(thrown instanceof Refusal))
    return new TurngraphError('RESPONDER_FAILED', 'The model gave no whole answer.', beside)
  const { message, facts } = thrown as Refusal
  return new TurngraphError('RESPONDER_FAILED', message, { ...facts, ...beside })
}
