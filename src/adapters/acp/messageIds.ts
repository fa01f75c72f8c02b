import { createHash } from 'node:crypto'
import type { Conversations } from './conversations.ts'
import { invalid } from './refusals.ts'

/** What names of this wire are made in: drawn once, and never to change. */
const namespace = Buffer.from('7d0c5f4e2a1b4c8f9b3e6a5d4c3b2a19', 'hex')

/** Returns the UUID (version 5) by which a message is shown; the protocol's ids of messages are UUIDs. */
export const wireId = (messageId: string): string => uuidOf(`message ${messageId}`)

/** Returns the UUID by which the thoughts of a message are shown: to the protocol they are a message of their own. */
export const thoughtId = (messageId: string): string => uuidOf(`thought ${messageId}`)

function uuidOf(name: string): string {
  const bytes = createHash('sha1').update(namespace).update(name).digest().subarray(0, 16)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x50, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

const version5 = /^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/i

/**
 * Returns the message that a client names: by the UUID that it was shown, or by its own id, which is returned as it is. The id of
 * a thought is refused with the id of its answer.
 */
export async function messageNamed(conversations: Conversations, sessionId: string, text: string): Promise<string> {
  if (!version5.test(text)) return text
  const wanted = text.toLowerCase()
  for await (const messageId of conversations.messageIds(sessionId)) {
    if (wireId(messageId) === wanted) return messageId
    if (thoughtId(messageId) === wanted) throw ofThought(text, wireId(messageId))
  }
  return text
}

function ofThought(text: string, answer: string): Error {
  const facts = { code: 'FORK_POINT_NOT_BOUNDARY', messageId: text, answerId: answer, after: { messageId: answer } }
  return invalid(`"${text}" is a thought, and no session begins behind one: name its answer, "${answer}".`, facts)
}
