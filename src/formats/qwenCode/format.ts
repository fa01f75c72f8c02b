import { uuidEntry } from '../sourceEntry.ts'
import { attachingFormat } from '../reading/records/recordFormat.ts'
import { isLine, QwenCodeReader } from './reader.ts'

/** Sessions of Qwen Code: Claude Code's chain of lines around Google's parts. */
export const qwenCode = {
  ...attachingFormat({
    name: 'QWEN_CODE',
    mediaType: 'application/x-ndjson; charset=utf-8',
    files: ['~/.qwen/projects/*/chats/*.jsonl', '~/.qwen/tmp/*/chats/*.jsonl'],
    recognises: ({ layout, objects }) => layout === 'LINES' && objects.some(isLine),
    entries: 'RECORDS',
    reader: (context, { attachmentBytes }) => new QwenCodeReader(context, attachmentBytes),
  }),
  entryOf: uuidEntry,
}
