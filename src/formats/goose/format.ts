import { attachingFormat } from '../reading/records/recordFormat.ts'
import { GooseReader, isGoose } from './reader.ts'

/** Sessions of Goose: an export, or the lines in which older versions kept them. */
export const goose = attachingFormat({
  name: 'GOOSE',
  mediaType: 'application/json; charset=utf-8',
  files: ['an export of goose session export', '~/.local/share/goose/sessions/*.jsonl'],
  recognises: ({ objects }) => objects.some(isGoose),
  entries: 'STEPS',
  long: [['conversation'], ['messages'], ['history']],
  reader: (_context, { attachmentBytes }) => new GooseReader(attachmentBytes),
})
