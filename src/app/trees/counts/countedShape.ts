import type { Conversation, TreeShape } from '../../../domain/model.ts'
import type { Scope } from '../../scope.ts'
import { promptsOfTree, type PromptCounts } from './promptCounts.ts'

/** A shape, and what counts what is not kept with it. */
export interface CountedShape extends TreeShape {
  /** Tool calls that failed. */
  readonly failedCalls: () => Promise<number>
  readonly prompts: () => Promise<number>
  readonly notes: () => Promise<number>
}

/** Returns a shape with the failed calls, prompts and notes of the conversation whose tree it is. */
export function withCounts(scope: Scope, shape: TreeShape, conversation: Conversation): CountedShape {
  return {
    ...shape,
    failedCalls: () => scope.reads.failedCalls(conversation.id),
    ...lazily(() => promptsOfTree(scope, conversation)),
  }
}

/** Returns what counts prompts and notes, which are counted once. */
export function lazily(count: () => Promise<PromptCounts>): Pick<CountedShape, 'prompts' | 'notes'> {
  let counted: Promise<PromptCounts> | null = null
  const once = () => (counted ??= count())
  return { prompts: async () => (await once()).prompts, notes: async () => (await once()).notes }
}
