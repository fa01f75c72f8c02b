import type { ConnectedGraph } from '../../client/client.ts'
import { existing } from '../../client/conversations/places.ts'
import { BranchesOfChat, VersionsOfTurn, type BranchesOfChatQuery } from '../../client/documents/generated.ts'
import { TurngraphError } from '../../client/turngraphError.ts'
import { codeOf, membersOf } from '../turns/json.ts'
import { againOf, storeBelow } from '../turns/graft.ts'
import { readPath } from '../turns/path.ts'
import type { ChatBranch } from './types.ts'
import { specOf } from './spec.ts'

/** Returns the leaves of a chat's tree, newest first. */
export async function branchesOf(client: ConnectedGraph, id: string): Promise<ChatBranch[]> {
  const branches: ChatBranch[] = []
  for (let after: string | null = null; ;) {
    const answer: BranchesOfChatQuery = await client.query(BranchesOfChat, { id, after })
    const { head, leaves } = existing(answer.conversation, id)
    for (const { id: observationId, message, metadata, text, observedAt } of leaves.nodes) {
      const of = specOf({ metadata: membersOf(metadata) ?? {} })?.of
      const messageId = of ?? message?.turnId ?? observationId
      branches.push({ messageId, observationId, text, updatedAt: observedAt, isCurrent: observationId === head?.id })
    }
    if (!leaves.pageInfo.hasNextPage) return branches
    after = leaves.pageInfo.endCursor
  }
}

/** Moves the head to the newest leaf at or below a place. */
export async function goToBranch(client: ConnectedGraph, id: string, observationId: string): Promise<void> {
  const conversation = client.conversations.open(id)
  try {
    await conversation.switchTo(observationId, { descend: 'NEWEST' })
  } catch (thrown) {
    // No head moves to a call that waits for its result; a turn may be stored that makes one.
    if (codeOf(thrown) !== 'FORK_POINT_NOT_BOUNDARY') throw thrown
    const path = await pathThrough(client, id, observationId)
    const [last, above] = [path.at(-1), path.at(-2)]
    if (!last) throw thrown
    const head = (await conversation.summary())?.head?.id ?? null
    if (head !== last.observationId) await storeBelow(conversation, above?.observationId ?? null, head, [againOf(last)])
  }
}

/** Returns the path to the newest leaf at or below a place; empty where there is none. */
async function pathThrough(client: ConnectedGraph, id: string, observationId: string) {
  for (const leaf of await branchesOf(client, id)) {
    const path = await readPath(client.conversations.open(id), { at: { observationId: leaf.observationId } })
    if (path?.some((turn) => turn.observationId === observationId)) return path
  }
  return []
}

/** Returns the newest place of a message; throws where a chat has none of that id. */
export async function placeOf(client: ConnectedGraph, id: string, messageId: string): Promise<string> {
  const { conversation } = await client.query(VersionsOfTurn, { id, turnId: messageId })
  const versions = existing(conversation, id).message?.observations.nodes ?? []
  const newest = versions.find(({ kind }) => kind === 'TURN')
  if (newest) return newest.id
  const details = { kind: 'Message', id: messageId, conversationId: id }
  throw new TurngraphError('NOT_FOUND', `No message of chat "${id}" has the id "${messageId}".`, details)
}
