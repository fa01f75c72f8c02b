import { isMessage, messageList, messagesIn, longMessages, MessageFileReader } from '../reading/messageFile.ts'
import { recordFormat } from '../reading/records/recordFormat.ts'
import { messageFile } from '../writing/messageFile.ts'
import { ChatWriting } from './chat.ts'
import { isOpenAi, OpenAiMessages } from './messages.ts'

/** Messages of OpenAI's chat API: one conversation, or many, each in a list. */
export const openAi = recordFormat({
  name: 'OPENAI',
  mediaType: 'application/json; charset=utf-8',
  files: ['*.json with messages', '*.jsonl of fine-tuning'],
  family: 'MESSAGES',
  recognises: ({ objects, layout }) =>
    objects.some((value) => messageList(value) !== null) ||
    (layout === 'VALUES' ? objects.some(isMessage) : objects.flatMap(messagesIn).some(isOpenAi)),
  entries: 'STEPS',
  long: longMessages,
  reader: (context) => new MessageFileReader(() => new OpenAiMessages(context)),
  ...messageFile({ begin: () => new ChatWriting() }),
})
