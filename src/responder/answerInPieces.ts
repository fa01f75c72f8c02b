import type { ChatCompletionChunk, ChatCompletion } from 'openai/resources/chat/completions'
import type { AnswerPiece, ModelAnswer } from '../app/probes/responder.ts'
import { responderFailed } from './responderFailed.ts'
import { usageWithoutCached } from '../domain/usage/cachedTokens.ts'
import type { JsonObject, UsageInput } from '../domain/model.ts'
import type { ResponderFault } from '../domain/refusals.ts'

/** Thoughts have no place in OpenAI's protocol; those that stream them agree on these names. */
type Delta = ChatCompletionChunk.Choice.Delta & {
  readonly reasoning_content?: string | null
  readonly reasoning?: string | null
}

/** Puts an answer together from the pieces in which it is streamed. */
export class AnswerInPieces {
  private text = ''
  private readonly calls = new Map<number, { id: string; name: string; arguments: string }>()
  private stopReason: string | null = null
  private model = ''
  private usage: UsageInput | null = null
  private chunks = 0
  private hasChoice = false

  /** Returns what a chunk adds to what is shown. */
  take({ choices, model, usage }: ChatCompletionChunk): AnswerPiece[] {
    this.chunks++
    this.model = model || this.model
    if (usage) this.usage = usageOf(usage)
    // Nobody asks for a second answer; the last chunk has none, but the usage.
    const choice = choices.find(({ index }) => index === 0)
    if (!choice) return []
    this.hasChoice = true
    this.stopReason = choice.finish_reason ?? this.stopReason
    return this.takeDelta(choice.delta)
  }

  /**
   * Returns the answer when all chunks are taken; throws where there was none, or it was broken off. `isStream` says whether the
   * endpoint said that it streams: what does not and sent no chunk speaks another language.
   */
  whole(requestedModel: string, isStream: boolean): ModelAnswer {
    const { text, stopReason, model, usage } = this
    if (stopReason === null) throw responderFailed(this.whyNone(isStream))
    const calls = [...this.calls.values()]
    return {
      text,
      message: messageOf(text, calls),
      toolCalls: calls.map(({ id }) => id),
      stopReason,
      model: model || requestedModel,
      usage,
    }
  }

  private whyNone(isStream: boolean): ResponderFault {
    if (this.chunks === 0) return isStream ? 'CUT_OFF' : 'NO_ANSWER'
    return this.hasChoice ? 'CUT_OFF' : 'NO_CHOICES'
  }

  private takeDelta({ content, refusal, reasoning_content, reasoning, tool_calls }: Delta): AnswerPiece[] {
    for (const { index, id, function: called } of tool_calls ?? []) {
      const known = this.calls.get(index) ?? { id: '', name: '', arguments: '' }
      known.id ||= id ?? ''
      known.name += called?.name ?? ''
      known.arguments += called?.arguments ?? ''
      this.calls.set(index, known)
    }
    const thinking = (reasoning_content ?? reasoning) || ''
    const text = (content ?? refusal) || ''
    this.text += text
    return [
      ...(thinking === '' ? [] : [{ kind: 'thinking' as const, text: thinking }]),
      ...(text === '' ? [] : [{ kind: 'text' as const, text }]),
    ]
  }
}

function messageOf(
  content: string,
  calls: readonly { readonly id: string; readonly name: string; readonly arguments: string }[],
): JsonObject {
  const made = calls.map(({ id, name, arguments: text }) => ({
    id,
    type: 'function',
    function: { name, arguments: text },
  }))
  return { role: 'assistant', content, ...(made.length > 0 && { tool_calls: made }) }
}

/** Returns what an answer used. */
export function usageOf({
  prompt_tokens,
  completion_tokens,
  prompt_tokens_details,
}: NonNullable<ChatCompletion['usage']>): UsageInput {
  const cacheRead = prompt_tokens_details?.cached_tokens ?? null
  return usageWithoutCached({ input: prompt_tokens, cacheRead, output: completion_tokens })
}
