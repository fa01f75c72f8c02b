import { UiWriting } from '../aiSdk/uiMessages.ts'
import { AnthropicWriting } from '../anthropic/write.ts'
import { ChatWriting } from '../openai/chat.ts'
import { ResponsesWriting } from '../openai/responses.ts'
import type { MessageWriting } from './omissions.ts'

export type MessageFormat = 'OPENAI_CHAT' | 'OPENAI_RESPONSES' | 'ANTHROPIC' | 'AI_SDK'

/** The APIs whose messages a context can be. */
export const messageFormats: Readonly<Record<MessageFormat, () => MessageWriting<object>>> = {
  OPENAI_CHAT: () => new ChatWriting(),
  OPENAI_RESPONSES: () => new ResponsesWriting(),
  ANTHROPIC: () => new AnthropicWriting(),
  AI_SDK: () => new UiWriting(),
}
