import { messageId } from '../../domain/ids.ts'
import type { Conversation, Message, Observation } from '../../domain/model.ts'
import type { Scope } from '../scope.ts'
import { headOf } from './paths.ts'
import { type View, messageOfTurn } from './view.ts'

async function viewOf(scope: Scope, conversation: Conversation): Promise<View> {
  return { conversation, head: await headOf(scope, conversation), reads: scope.reads }
}

/** Returns the message of a turn: the conversation's own, else the inherited one, else null. */
export async function messageOf(scope: Scope, conversation: Conversation, turnId: string): Promise<Message | null> {
  return messageOfTurn(await viewOf(scope, conversation), turnId)
}

/** Returns the user's and the assistant's message of a turn (spec N-11), own before inherited. */
export async function turnMessages(scope: Scope, conversationId: string, turnId: string): Promise<Message[]> {
  const conversation = await scope.reads.conversation(conversationId)
  if (!conversation) return []
  const messages = await Promise.all([turnId, `${turnId}:assistant`].map((id) => messageOf(scope, conversation, id)))
  return messages.flatMap((message) => message ?? [])
}

/** Returns the latest turn observation of a message: where its ancestors are counted from. */
export async function latestObservation(scope: Scope, message: Message): Promise<Observation> {
  const observation = await scope.reads.observation(message.latestId)
  if (!observation)
    throw new Error(
      `Observation ${message.latestId} of message ${messageId(message.conversationId, message.turnId)} is missing.`,
    )
  return observation
}
