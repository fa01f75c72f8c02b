import type { StopReason, Usage } from '@agentclientprotocol/sdk/unstable'
import { own } from '../../runtime/own.ts'
import type { Facts } from './graph.ts'

/** A piece of an answer that is being made. */
export interface TextPiece {
  readonly kind: 'text' | 'thinking'
  readonly text: string
}

/** The model that answers prompts. */
export interface Model {
  /** Tells each piece as it comes; returns how the answer ended. */
  answer(
    messages: readonly Facts[],
    signal: AbortSignal,
    tell: (piece: TextPiece) => Promise<void>,
  ): Promise<ModelAnswer>
}
export interface ModelAnswer {
  readonly stopReason: string
  readonly model: string
  readonly usage: ModelUsage | null
}
interface ModelUsage {
  readonly inputTokens?: number | null
  readonly outputTokens?: number | null
  readonly cacheReadTokens?: number | null
}

/** A model that cannot be asked: the variable that is not set. */
export interface NoModel {
  readonly missing: string
}

/** The protocol's words for how an answer ended, by the words of providers: OpenAI's, Anthropic's, Google's and Mistral's. */
const stopReasons: Readonly<Record<string, StopReason>> = {
  length: 'max_tokens',
  max_tokens: 'max_tokens',
  max_output_tokens: 'max_tokens',
  model_length: 'max_tokens',
  model_context_window_exceeded: 'max_tokens',
  content_filter: 'refusal',
  refusal: 'refusal',
  safety: 'refusal',
  recitation: 'refusal',
  blocklist: 'refusal',
  prohibited_content: 'refusal',
  spii: 'refusal',
  image_safety: 'refusal',
}

/** Returns the protocol's word for how an answer ended, which providers say in either case. */
export function stopReasonOf(reason: string): StopReason {
  return own(stopReasons, reason.toLowerCase()) ?? 'end_turn'
}

/** Returns what an answer used, where that is known. */
export function usageOf(usage: ModelUsage | null): Usage | null {
  const { inputTokens, outputTokens, cacheReadTokens } = usage ?? {}
  if (inputTokens == null || outputTokens == null) return null
  const cached = cacheReadTokens == null ? {} : { cachedReadTokens: cacheReadTokens }
  return { totalTokens: inputTokens + outputTokens + (cacheReadTokens ?? 0), inputTokens, outputTokens, ...cached }
}
