import { messageList, messagesIn, longMessages, MessageFileReader } from '../reading/messageFile.ts'
import { recordFormat } from '../reading/records/recordFormat.ts'
import { messageFile } from '../writing/messageFile.ts'
import { AnthropicWriting } from './write.ts'
import { hasOpenAiTools } from '../openai/messages.ts'
import { AnthropicMessages, isAnthropic, isRequest } from './messages.ts'

/** Messages of Anthropic's API: one conversation, or many, each in a list. */
export const anthropic = recordFormat({
  name: 'ANTHROPIC',
  mediaType: 'application/json; charset=utf-8',
  files: ['*.json with messages'],
  family: 'MESSAGES',
  recognises: ({ objects }) =>
    objects.some((value) => {
      const list = messageList(value)
      return (list !== null && isRequest(list)) || messagesIn(value).some(isAnthropic)
    }) && !objects.some((value) => messagesIn(value).some(hasOpenAiTools)),
  entries: 'STEPS',
  long: longMessages,
  reader: (context) => new MessageFileReader(() => new AnthropicMessages(context)),
  ...messageFile({ begin: () => new AnthropicWriting(), system: 'system' }),
})
