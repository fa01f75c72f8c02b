export type { ChatBranch, ChatOptions, Chats } from './types.ts'
export { connectChats } from './chats.ts'
export type { AnyChatMessage, SavedMessage as ChatMessage, SavedPart as ChatPart } from './uiMessage.ts'
export { TurngraphError } from '../../client/turngraphError.ts'
