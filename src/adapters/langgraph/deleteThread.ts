import type { SerializerProtocol } from '@langchain/langgraph-checkpoint'
import { randomBytes } from 'node:crypto'
import type { ConnectedGraph } from '../../client/client.ts'
import { existing } from '../../client/conversations/places.ts'
import { ForksOfConversation, type ForksOfConversationQuery } from '../../client/documents/generated.ts'
import { codeOf } from '../turns/json.ts'
import { adoptParts } from './fork.ts'
import { kinds } from './names.ts'
import type { GraphThread } from './thread.ts'

/**
 * Deletes a thread: its head goes back to the beginning, its records are dropped, its conversation is hidden. The same id
 * begins again. One that never was is no error.
 */
export async function deleteThread(
  client: ConnectedGraph,
  thread: GraphThread,
  serde: SerializerProtocol,
): Promise<void> {
  const { conversation: talk } = thread
  const summary = await talk.summary()
  if (summary === null || summary.deletedAt !== null) return
  for (const fork of await forksOf(client, thread)) await adoptParts(client, fork, serde)
  if (summary.head !== null) await talk.rewind({ turns: 1_000_000_000 })
  // Others who write to the thread notice it by the salt's version: what they know of its parts holds no more.
  await talk.records.put({ kind: kinds.thread, key: 'salt', value: { salt: randomBytes(16).toString('base64url') } })
  for (const kind of await talk.records.kinds('lg.'))
    if (kind !== kinds.thread) await ignoringGone(() => talk.records.delete({ kind }))
  await ignoringGone(() => talk.delete())
  thread.forget()
}

/** Returns the threads that were forked from one: forks of its conversation, and those that share no turn with it. */
async function forksOf(client: ConnectedGraph, { id, conversation: talk }: GraphThread): Promise<Set<string>> {
  const forks = new Set((await talk.records.list({ kind: kinds.fork }).all()).map(({ key }) => key))
  for (let after: string | null = null; ;) {
    const answer: ForksOfConversationQuery = await client.query(ForksOfConversation, { id, after })
    const { nodes, pageInfo } = existing(answer.conversation, id).forks
    for (const fork of nodes) forks.add(fork.id)
    if (!pageInfo.hasNextPage) return forks
    after = pageInfo.endCursor
  }
}

async function ignoringGone(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
  } catch (thrown) {
    if (codeOf(thrown) !== 'NOT_FOUND') throw thrown
  }
}
