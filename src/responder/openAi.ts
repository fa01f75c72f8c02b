import OpenAI, { APIConnectionError, APIConnectionTimeoutError, APIError } from 'openai'
import type { ChatCompletion, ChatCompletionMessageParam } from 'openai/resources/chat/completions'
import { ResponderUnavailable, type ModelAnswer, type Responder } from '../app/probes/responder.ts'
import type { JsonObject } from '../domain/model.ts'
import { badInput, Refusal } from '../domain/refusals.ts'
import { AnswerInPieces, usageOf } from './answerInPieces.ts'
import { listedModels } from './listedModels.ts'
import { responderFailed } from './responderFailed.ts'
import { Silence } from './silence.ts'

/** Where a model is asked that speaks OpenAI's chat completions. */
export interface ResponderSettings {
  readonly url: string
  readonly apiKey: string | null
  readonly model: string | null
  readonly timeoutMs: number
}

/** Returns the responder that asks an OpenAI-compatible endpoint, once per probe: nothing is sent again by itself. */
export function openAiResponder({ url, apiKey, model, timeoutMs }: ResponderSettings): Responder {
  const client = new OpenAI({
    baseURL: url,
    apiKey: apiKey ?? 'none',
    organization: null,
    project: null,
    timeout: timeoutMs,
    maxRetries: 0,
    logLevel: 'off',
  })
  return {
    model,
    timeoutMs,
    models: listedModels(client),
    async answer({ model: named, messages, signal }) {
      // The timeout of the library ends with the first bytes of an answer.
      const late = AbortSignal.timeout(timeoutMs)
      const either = AbortSignal.any(signal ? [signal, late] : [late])
      const request = { model: named, messages: messages as unknown as ChatCompletionMessageParam[] }
      try {
        return answerOf(await client.chat.completions.create(request, { signal: either }), named)
      } catch (thrown) {
        signal?.throwIfAborted()
        throw late.aborted || thrown instanceof APIConnectionTimeoutError ? tooLate(timeoutMs) : reasonOf(thrown)
      }
    },
    async stream({ model: named, messages, signal }, tell) {
      const silence = new Silence(timeoutMs)
      const either = AbortSignal.any(signal ? [signal, silence.signal] : [silence.signal])
      const request = {
        model: named,
        messages: messages as unknown as ChatCompletionMessageParam[],
        stream: true as const,
        stream_options: { include_usage: true },
      }
      const answer = new AnswerInPieces()
      const refused: unknown[] = []
      try {
        const asking = client.chat.completions.create(request, { signal: either })
        const { data, response } = await asking.withResponse()
        for await (const chunk of data) {
          for (const piece of answer.take(chunk)) {
            // A slow receiver is not a silent model.
            silence.end()
            await Promise.resolve(tell(piece)).catch((by: unknown) => {
              refused.push(by)
              throw by
            })
          }
          silence.begin()
        }
        // The library ends the loop without a word when it is aborted.
        either.throwIfAborted()
        return answer.whole(named, isEventStream(response))
      } catch (thrown) {
        signal?.throwIfAborted()
        // The receiver has failed, not the model.
        if (refused.length > 0) throw thrown
        throw silence.signal.aborted || thrown instanceof APIConnectionTimeoutError
          ? tooLate(timeoutMs)
          : reasonOf(thrown)
      } finally {
        silence.end()
      }
    },
  }
}

function answerOf(answered: ChatCompletion, requestedModel: string): ModelAnswer {
  // What speaks another language, as a proxy's page, comes as a text.
  if (typeof answered !== 'object' || !Array.isArray(answered.choices)) throw responderFailed('NO_ANSWER')
  const { choices, model, usage } = answered
  const [choice] = choices
  if (!choice) throw responderFailed('NO_CHOICES')
  const { message, finish_reason: stopReason } = choice
  if (typeof message !== 'object') throw responderFailed('NO_ANSWER')
  return {
    text: message.content ?? message.refusal ?? '',
    message: message as unknown as JsonObject,
    toolCalls: (message.tool_calls ?? []).map(({ id }) => id),
    stopReason,
    model: model || requestedModel,
    usage: usage ? usageOf(usage) : null,
  }
}

/** Says whether a response claims to be a stream; one that claims nothing may be one. */
function isEventStream({ headers }: Response): boolean {
  return headers.get('content-type')?.includes('text/event-stream') ?? true
}

function tooLate(timeoutMs: number): ResponderUnavailable {
  return new ResponderUnavailable('TIMEOUT', `The model did not answer within ${timeoutMs} ms.`)
}

/** What a client, or the log, may know of a failure: not what the endpoint said, which may quote what it was asked. */
function reasonOf(thrown: unknown): unknown {
  const status = thrown instanceof APIError ? (thrown.status as number | undefined) : undefined
  if (status === 429) return new ResponderUnavailable('RATE_LIMITED', 'The model takes no more requests for now.')
  if (status === 408 || status === 504) return new ResponderUnavailable('TIMEOUT', 'The model did not answer in time.')
  if (status !== undefined && [400, 404, 413, 422].includes(status))
    return badInput(`The model's endpoint refused the request with status ${status}.`, { status }, ['model'])
  if (thrown instanceof Refusal) return thrown
  if (thrown instanceof APIConnectionError) return responderFailed('UNREACHABLE')
  if (thrown instanceof APIError) return responderFailed(status === undefined ? 'CUT_OFF' : 'STATUS', status ?? null)
  return responderFailed(thrown instanceof SyntaxError ? 'NO_ANSWER' : 'CUT_OFF')
}
