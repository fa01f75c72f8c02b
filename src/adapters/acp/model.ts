import type { StopReason, Usage } from '@agentclientprotocol/sdk/unstable'
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

/** Returns the protocol's word for how an answer ended. */
export function stopReasonOf(reason: string): StopReason {
  if (reason === 'length') return 'max_tokens'
  return reason === 'content_filter' ? 'refusal' : 'end_turn'
}

/** Returns what an answer used, where that is known. */
export function usageOf(usage: ModelUsage | null): Usage | null {
  const { inputTokens, outputTokens, cacheReadTokens } = usage ?? {}
  if (inputTokens == null || outputTokens == null) return null
  const cached = cacheReadTokens == null ? {} : { cachedReadTokens: cacheReadTokens }
  return { totalTokens: inputTokens + outputTokens + (cacheReadTokens ?? 0), inputTokens, outputTokens, ...cached }
}
