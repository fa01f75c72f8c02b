import type { ConnectedGraph, ConnectOptions } from '../../client/client.ts'
import type { AnyChatMessage, SavedMessage } from './uiMessage.ts'

/** Where chats are kept: by a server, in this process, or by a client that is connected already. */
export type ChatOptions = ConnectOptions | { readonly client: ConnectedGraph }

/** A branch of a chat. */
export interface ChatBranch {
  /** The last message of it. */
  readonly messageId: string
  /** The place of its end, which names it also where two end with versions of one message. */
  readonly observationId: string
  /** What its last message says. */
  readonly text: string | null
  /** When that was stored. */
  readonly updatedAt: string
  /** Whether it is the one that is loaded. */
  readonly isCurrent: boolean
}

/** Chats of the AI SDK, each a conversation. */
export interface Chats<Message extends AnyChatMessage = SavedMessage> {
  /** The client that they are kept by: for forks, diffs and what else a conversation has. */
  readonly client: ConnectedGraph
  /** Makes an empty chat and returns its id. */
  createChat(id?: string, options?: { readonly title?: string; readonly metadata?: unknown }): Promise<string>
  /** Returns the messages of a chat, as they were saved. Throws NOT_FOUND where there is none. */
  loadChat(id: string): Promise<Message[]>
  /** Makes these messages what the chat shows. What is there already is not stored again, what is there no more stays in its tree. */
  saveChat(chat: { readonly chatId: string; readonly messages: readonly Message[] }): Promise<void>
  /** Returns the ends of all that the chat ever was, newest first. */
  listBranches(id: string): Promise<ChatBranch[]>
  /** Goes over to the newest branch with a message, or to one of `listBranches`, and returns its messages. */
  switchBranch(id: string, to: string | Pick<ChatBranch, 'observationId'>): Promise<Message[]>
  close(): Promise<void>
}
