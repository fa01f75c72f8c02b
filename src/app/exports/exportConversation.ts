import { badInput, notFound } from '../../domain/refusals.ts'
import type { Format } from '../../formats/format.ts'
import { formatNamed, writableNames } from '../../formats/index.ts'
import type { Scope } from '../scope.ts'
import { writeSource } from './writeSource.ts'

export interface ExportConversation {
  readonly conversationId: string
  readonly format: string
  /** Everything that the conversation holds, not only the path to its head. */
  readonly wholeTree?: boolean | null
}
type Writable = Format & { readonly write: NonNullable<Format['write']> }

/** Yields a conversation as a file of a format, piece by piece, however long it is. */
export async function* exportConversation(scope: Scope, input: ExportConversation): AsyncIterable<Uint8Array> {
  const format = writableFormat(input.format)
  const conversation = await scope.reads.conversation(input.conversationId)
  if (!conversation) throw notFound('Conversation', input.conversationId)
  if (conversation.deletedAt !== null) throw notFound('Conversation', input.conversationId, true)
  yield* format.write(await writeSource(scope, conversation, format.name, input.wholeTree ?? false))
}

/** Returns the format of a name; refuses one that cannot be written. */
export function writableFormat(name: string): Writable {
  const format = formatNamed(name)
  if (format?.write) return format as Writable
  const facts = { given: name, accepted: writableNames }
  throw badInput(`"${name}" cannot be written; accepted are ${writableNames.join(', ')}.`, facts, ['format'])
}
