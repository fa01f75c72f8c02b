import { turnIdOf } from '../../domain/ids.ts'
import { currentBlocks, isCorrected } from '../../domain/messages/messageSnapshot.ts'
import type { Conversation, Message } from '../../domain/model.ts'
import { rawOrigin } from '../../domain/records/importedFields.ts'
import type { WrittenNode } from '../../formats/format.ts'
import { asTreeNode } from '../read/paths.ts'
import { unkept, walkList } from '../read/walkList.ts'
import type { Scope } from '../scope.ts'

/** Turns that stand in the lines of a source, by the numbers of those. */
export type LinesOfTurns = ReadonlyMap<number, readonly WrittenNode[]>

/** Returns the turns in the lines of a source that corrections have changed, as they are now. */
export async function correctedLines(scope: Scope, conversation: Conversation, source: string): Promise<LinesOfTurns> {
  const results = new Map<number, WrittenNode[]>()
  for await (const owner of owners(scope, conversation))
    for await (const page of walkList(unkept(scope), 'messagesOfConversation', owner.id, { limit: 500 }))
      for (const message of page.filter(isCorrected))
        for await (const turn of turnsOf(scope, message)) {
          const origin = rawOrigin(turn.node)
          if (origin?.source === source && origin.conversationId === conversation.id)
            results.set(origin.line, [...(results.get(origin.line) ?? []), turn])
        }
  return results
}

/** An agent's talk may stand among the lines of the session that started it. */
async function* owners(scope: Scope, conversation: Conversation): AsyncGenerator<Conversation> {
  if (conversation.hasCorrections) yield conversation
  for await (const page of walkList(unkept(scope), 'sidechains', conversation.id, { limit: 500 }))
    yield* page.filter(({ hasCorrections }) => hasCorrections)
}

async function* turnsOf(scope: Scope, message: Message): AsyncGenerator<WrittenNode> {
  for await (const page of walkList(unkept(scope), 'observationsOfMessage', message.id, { limit: 100 }))
    for (const one of page) {
      const node = one.kind === 'TURN' ? asTreeNode(one) : null
      if (node) yield { node, turnId: turnIdOf(node.messageId), left: currentBlocks(node, message) }
    }
}
