import { recordFormat } from '../reading/records/recordFormat.ts'
import { isConversation, LibreChatReader } from './reader.ts'

/** LibreChat's exports as JSON: flat or recursive. */
export const libreChat = recordFormat({
  name: 'LIBRECHAT',
  mediaType: 'application/json; charset=utf-8',
  files: ['a conversation exported as JSON'],
  recognises: ({ objects }) => objects.some(isConversation),
  entries: 'STEPS',
  long: [['messages'], ['messagesTree']],
  nested: {
    roots: [
      ['messages', '*'],
      ['messagesTree', '*'],
    ],
    by: 'children',
  },
  reader: () => new LibreChatReader(),
})
