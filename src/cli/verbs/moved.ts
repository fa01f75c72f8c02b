import type { HeadMovedFragment } from '../../client/documents/generated.ts'
import { counted } from '../text.ts'
import type { VerbResult } from './onConversation.ts'

/** Returns where a conversation stands after its head was moved. */
export function movedResult(id: string, { conversation, leftTranscript, replayed }: HeadMovedFragment): VerbResult {
  const headId = conversation?.head?.id ?? null
  const place = headId === null ? 'at its beginning' : `at ${headId}`
  const left = leftTranscript === 0 ? '' : `; ${counted(leftTranscript, 'entry', 'entries')} left the transcript`
  return {
    sentence: `${id} stands ${place}${left}.`,
    document: { conversationId: id, headId, leftTranscript, replayed },
  }
}
