export type { ChatBranch, ChatOptions, Chats } from './types.ts'
export { connectChats } from './chats.ts'
export type { AnyChatMessage, ChatMessage, ChatPart } from './uiMessage.ts'
export { TurngraphError } from '../../client/turngraphError.ts'
