import type { Conversation } from '../../domain/model.ts'
import { badInput, notFound } from '../../domain/refusals.ts'
import type { Scope } from '../scope.ts'
import { exportClaudeCode } from './claudeCode.ts'

export interface ExportConversation {
  readonly conversationId: string
  readonly format: string
  /** Everything that the conversation holds, not only the path to its head. */
  readonly wholeTree?: boolean | null
}
type Exporter = (scope: Scope, conversation: Conversation, wholeTree: boolean) => AsyncIterable<Uint8Array>

/** The formats that can be written. */
const exporters: Readonly<Record<string, Exporter>> = { CLAUDE_CODE: exportClaudeCode }

/** Yields a conversation in a foreign format, piece by piece, however long it is. */
export async function* exportConversation(scope: Scope, input: ExportConversation): AsyncIterable<Uint8Array> {
  const exporter = Object.hasOwn(exporters, input.format) ? exporters[input.format] : undefined
  if (!exporter) {
    const accepted = Object.keys(exporters)
    throw badInput(
      `"${input.format}" cannot be written; accepted are ${accepted.join(', ')}.`,
      { given: input.format, accepted },
      ['format'],
    )
  }
  const conversation = await scope.reads.conversation(input.conversationId)
  if (!conversation) throw notFound('Conversation', input.conversationId)
  if (conversation.deletedAt !== null) throw notFound('Conversation', input.conversationId, true)
  yield* exporter(scope, conversation, input.wholeTree ?? false)
}
