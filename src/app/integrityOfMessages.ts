import type { Conversation, Message, Observation } from '../domain/model.ts'
import type { ListKey } from '../storage/graphStore.ts'
import type { Act } from './act.ts'
import type { Find } from './integrity.ts'

/** Compares each message of a conversation with its observations: how many there are, and which is the latest. */
export async function checkMessages(act: Act, conversation: Conversation, find: Find): Promise<void> {
  for (let after: ListKey | null = null; ;) {
    const page: Message[] = await act.reads.list({
      list: 'messagesOfConversation',
      owner: conversation.id,
      after,
      limit: 500,
    })
    await Promise.all(page.map((message) => checkMessage(act, message, find)))
    const last = page.at(-1)
    if (page.length < 500 || !last) return
    act.reads.clear()
    after = { sort: last.createdAt, id: last.id }
  }
}

async function checkMessage(act: Act, message: Message, find: Find): Promise<void> {
  const [count, [latest]] = await Promise.all([
    act.reads.count('observationsOfMessage', message.id, Number.MAX_SAFE_INTEGER),
    act.reads.list({ list: 'observationsOfMessage', owner: message.id, after: null, limit: 1 }),
  ])
  if (count === message.observationCount && latest?.id === message.latestId) return
  if (count > message.observationCount && (await agreesBesideCopies(act, message))) return
  const details = { messageId: message.id, kept: message.observationCount, found: count, latest: latest?.id ?? null }
  find('MESSAGE_DIFFERS', `What is kept of message "${message.id}" does not follow from its observations.`, details)
}

/** Copies in other conversations are listed with a message, and are not counted with it. */
async function agreesBesideCopies(act: Act, message: Message): Promise<boolean> {
  let [count, latestId]: [number, string | null] = [0, null]
  for (let after: ListKey | null = null; ;) {
    const page: Observation[] = await act.reads.list({
      list: 'observationsOfMessage',
      owner: message.id,
      after,
      limit: 500,
    })
    const own = page.filter((one) => one.copyOf === null || one.conversationId === message.conversationId)
    count += own.length
    latestId ??= own[0]?.id ?? null
    const last = page.at(-1)
    if (page.length < 500 || !last) return count === message.observationCount && latestId === message.latestId
    after = { sort: last.observedAt, id: last.id }
  }
}
