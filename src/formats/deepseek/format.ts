import { atOnce } from '../breaths.ts'
import { recordFormat } from '../reading/records/recordFormat.ts'
import { DeepSeekReader, isExported, sessionOf } from './reader.ts'

/** Exports of chat.deepseek.com: an array of conversations, or one as its interface for programs answers it. */
export const deepSeek = recordFormat({
  name: 'DEEPSEEK',
  mediaType: 'application/json; charset=utf-8',
  files: ['conversations.json', '*.zip (an export with such a file in it)'],
  recognises: ({ objects }) => objects.some((value) => atOnce(isExported(value)) || sessionOf(value) !== null),
  entries: 'STEPS',
  long: [['mapping'], ['chat_messages'], ['biz_data', 'chat_messages'], ['data', 'biz_data', 'chat_messages']],
  reader: (context) => new DeepSeekReader(context),
})
