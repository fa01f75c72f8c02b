import { ConversationNumbers } from '../../client/documents/generated.ts'
import type { GraphClient } from '../../client/graphClient.ts'
import type { OriginKind, TreeShape } from '../../domain/model.ts'
import { mustFind } from '../ids/wholeIds.ts'
import { spentOf, type SpentNumbers } from './spent.ts'

/** One conversation in numbers. */
export interface ConversationStats {
  readonly id: string
  readonly title: string
  readonly origin: OriginKind
  /** As the API writes times. */
  readonly createdAt: string
  readonly updatedAt: string
  readonly turnCount: number
  readonly forkedFrom: {
    readonly conversationId: string
    readonly turn: number | null
    readonly pathHash: string | null
  } | null
  readonly shape: TreeShape
  readonly messages: number | null
  readonly events: number | null
  /** State that programs keep beside it. */
  readonly stateRecords: number | null
  /** Null, as of the others, when there are too many to count. */
  readonly forks: number | null
  /** By what was recorded in it. */
  readonly spent: SpentNumbers
}

/** Returns a conversation's numbers. */
export async function statsOf(graph: GraphClient, id: string): Promise<ConversationStats> {
  const { conversation, records } = await graph.query(ConversationNumbers, { id })
  const { forkedFrom, treeShape, messages, events, forks, ...named } = mustFind(conversation, id)
  return {
    ...named,
    forkedFrom: forkedFrom && {
      conversationId: forkedFrom.conversation.id,
      turn: forkedFrom.turn,
      pathHash: forkedFrom.pathHash,
    },
    shape: treeShape,
    messages: messages.totalCount,
    events: events.totalCount,
    stateRecords: records.totalCount,
    forks: forks.totalCount,
    spent: await spentOf(graph, [id]),
  }
}
