import { uuidEntry } from '../sourceEntry.ts'
import { recordFormat } from '../reading/records/recordFormat.ts'
import { IflowReader, isLine } from './reader.ts'

/** Sessions of iFlow: Claude Code's lines, but what they name as their parents is no chain. */
export const iflow = {
  ...recordFormat({
    name: 'IFLOW',
    mediaType: 'application/x-ndjson; charset=utf-8',
    files: ['~/.iflow/projects/*/session-*.jsonl'],
    recognises: ({ layout, objects }) => layout === 'LINES' && objects.some(isLine),
    entries: 'RECORDS',
    reader: (context) => new IflowReader(context),
  }),
  entryOf: uuidEntry,
}
