import type { Message } from '../../domain/model.ts'
import { Refusal } from '../../domain/refusals.ts'
import type { Reads } from '../read/reads.ts'

/** Returns the refusal to correct, delete or restore a message of which all was erased. */
export async function erasedRefusal(reads: Pick<Reads, 'observation'>, message: Message): Promise<Refusal> {
  const erasureId = (await reads.observation(message.latestId))?.erased?.by ?? null
  const sentence = `Message "${message.id}" was erased: nothing of it can be corrected or restored.`
  return new Refusal(
    'ERASED',
    { messageId: message.id, erasureId },
    `${sentence} Store the turn again to have it back.`,
    ['id'],
  )
}
