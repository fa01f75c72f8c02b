import type { HeadMovedFragment } from '../../client/documents/generated.ts'
import { counted, placeText } from '../text.ts'
import type { VerbResult } from './onConversation.ts'

/** Returns where the head of a conversation is after it was moved. */
export function movedResult(id: string, { conversation, leftTranscript, replayed }: HeadMovedFragment): VerbResult {
  const head = conversation?.head ?? null
  const headId = head?.id ?? null
  const place = head === null ? 'before the first turn' : `at ${placeText(head)}`
  const suffix = leftTranscript === 0 ? '' : `; ${counted(leftTranscript, 'entry', 'entries')} left the transcript`
  return {
    sentence: `The head of ${id} is now ${place}${suffix}.`,
    document: { conversationId: id, headId, leftTranscript, replayed },
  }
}
