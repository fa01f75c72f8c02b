import { recordFormat } from '../reading/recordFormat.ts'
import { ChatGptReader, isConversation } from './reader.ts'

/** Exports of ChatGPT: an array of conversations, or one of them. */
export const chatGpt = recordFormat({
  name: 'CHATGPT',
  mediaType: 'application/json; charset=utf-8',
  files: ['conversations.json', 'conversations-000.json', '*.zip (an export with such files in it)'],
  recognises: ({ objects }) => objects.some(isConversation),
  entries: 'STEPS',
  long: [['mapping']],
  reader: (context) => new ChatGptReader(context),
})
