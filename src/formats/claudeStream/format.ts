import { recordFormat } from '../reading/records/recordFormat.ts'
import { isLine, StreamReader } from './reader.ts'

/** What `claude -p --output-format stream-json` prints: the events of a session, none of which names what it continues. */
export const claudeStream = recordFormat({
  name: 'CLAUDE_STREAM',
  mediaType: 'application/x-ndjson; charset=utf-8',
  files: ['the output of claude -p --output-format stream-json'],
  recognises: ({ objects }) => objects.some(isLine),
  entries: 'RECORDS',
  reader: (context) => new StreamReader(context),
})
