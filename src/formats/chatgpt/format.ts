import { atOnce } from '../breaths.ts'
import type { Format } from '../format.ts'
import { readRecords } from '../reading/records/readRecords.ts'
import { mostAttachedBytes, recordFormat } from '../reading/records/recordFormat.ts'
import type { Sample } from '../reading/sample.ts'
import type { ReadContext } from '../reading/tree/steps.ts'
import { assetsOf } from './assets.ts'
import { ChatGptReader, isConversation } from './reader.ts'

const records = {
  name: 'CHATGPT',
  mediaType: 'application/json; charset=utf-8',
  files: ['conversations.json', 'conversations-000.json', '*.zip (an export with such files in it)'],
  recognises: ({ objects }: Sample) => objects.some((value) => atOnce(isConversation(value))),
  entries: 'STEPS' as const,
  long: [['mapping']],
  reader: (context: ReadContext) => new ChatGptReader(context),
} satisfies Parameters<typeof recordFormat>[0]

/** Exports of ChatGPT: an array of conversations, or one of them, with the files that lie beside it in its archive. */
export const chatGpt: Format = {
  ...recordFormat(records),
  read: async (source, options) => {
    const assets = await assetsOf(options.archive ?? null, options.attachmentBytes ?? mostAttachedBytes)
    return readRecords({ ...records, reader: (context) => new ChatGptReader(context, assets) }, source, options)
  },
}
