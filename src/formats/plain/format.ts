import { isMessage, longMessages, MessageFileReader } from '../reading/messageFile.ts'
import { recordFormat } from '../reading/records/recordFormat.ts'
import { OpenAiMessages } from '../openai/messages.ts'

/** Plain lines of `{role, content, timestamp?}`. */
export const plain = recordFormat({
  name: 'PLAIN',
  mediaType: 'application/x-ndjson; charset=utf-8',
  files: ['*.jsonl of {role, content, timestamp?}'],
  family: 'MESSAGES',
  recognises: ({ objects, layout }) => layout === 'LINES' && objects.some(isMessage),
  entries: 'RECORDS',
  long: longMessages,
  reader: (context) => new MessageFileReader(() => new OpenAiMessages(context, 'USER')),
})
