import { attachingFormat } from '../reading/records/recordFormat.ts'
import { isHeader, isMessage, SillyTavernReader } from './reader.ts'

/** Chats of SillyTavern, with one character or with a group. Of a folder the branches are read after what they are branches of. */
export const sillyTavern = attachingFormat({
  name: 'SILLYTAVERN',
  mediaType: 'application/x-ndjson; charset=utf-8',
  files: ['data/<user>/chats/<character>/*.jsonl', 'data/<user>/group chats/*.jsonl'],
  recognises: ({ objects }) =>
    (objects[0] !== undefined && isHeader(objects[0])) ||
    objects.some((value) => isMessage(value) && 'is_user' in value),
  entries: 'STEPS',
  siblings: (fileName) => ({ stem: 'chats', rank: fileName.split(/(?:Branch|Checkpoint) #/).length - 1 }),
  reader: (context, { attachmentBytes }) => new SillyTavernReader(context, attachmentBytes),
})
