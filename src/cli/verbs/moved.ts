import type { HeadMovedFragment } from '../../client/documents/generated.ts'
import { counted, placeText } from '../text.ts'
import type { CommonOptions } from '../withGraph.ts'
import { backSentence, switchBack } from './back.ts'
import type { VerbResult } from './onConversation.ts'

/** Returns where the head of a conversation is after it was moved, and the command that moves it back. */
export function movedResult(
  id: string,
  { conversation, event, leftTranscript, replayed }: HeadMovedFragment,
  options: CommonOptions,
): VerbResult & { readonly sentence: string } {
  const head = conversation?.head ?? null
  const headId = head?.id ?? null
  const place = head === null ? 'before the first turn' : `at ${placeText(head)}`
  const suffix = leftTranscript === 0 ? '' : `; ${counted(leftTranscript, 'entry', 'entries')} left the transcript`
  const back = event === null ? null : switchBack(id, event.headFrom?.id ?? null, headId, options)
  return {
    sentence: `The head of ${id} is now ${place}${suffix}.${backSentence(back)}`,
    document: { conversationId: id, headId, leftTranscript, replayed, back },
  }
}
