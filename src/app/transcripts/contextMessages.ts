import type { Conversation, Json } from '../../domain/model.ts'
import { messageFormats, type MessageFormat } from '../../formats/writing/messageFormats.ts'
import { written, type MessageWriting } from '../../formats/writing/omissions.ts'
import type { PointRef } from '../read/view.ts'
import type { Scope } from '../scope.ts'
import { contextOf } from './context.ts'
import { nothingCarried, fieldsOf } from './entryFields.ts'
import type { TranscriptEntry, TranscriptValues } from './transcripts.ts'

/** Returns what a model would be sent at the head or at a point of a conversation, as messages that an API accepts. */
export async function contextMessages(
  scope: Scope,
  conversation: Conversation,
  format: MessageFormat,
  at: PointRef | null,
  values: TranscriptValues = 'CURRENT',
): Promise<Json[]> {
  const messages = await messagesOf(scope, await contextOf(scope, conversation, at, values), messageFormats[format]())
  return messages as unknown as Json[]
}

/** Returns entries of CONTEXT as messages, with the files that they attach. */
export async function messagesOf<T>(
  scope: Scope,
  entries: readonly TranscriptEntry[],
  writing: MessageWriting<T>,
): Promise<T[]> {
  return written(writing, await fieldsOf(scope, entries, nothingCarried(), true))
}

/** Returns what the system turns of that context say, a blank line between them; null where there is none. */
export async function contextSystem(
  scope: Scope,
  conversation: Conversation,
  at: PointRef | null,
  values: TranscriptValues = 'CURRENT',
): Promise<string | null> {
  return systemText(await contextOf(scope, conversation, at, values))
}

/** Returns the texts of system turns, a blank line between them; null where there is none. */
function systemText(entries: readonly Pick<TranscriptEntry, 'role' | 'text'>[]): string | null {
  const texts = entries.flatMap(({ role, text }) => (role === 'SYSTEM' && text.trim() !== '' ? [text] : []))
  return texts.length === 0 ? null : texts.join('\n\n')
}
