import { recordFormat } from '../reading/records/recordFormat.ts'
import { asInstant, asText } from '../reading/values.ts'
import { isEntry, PiReader } from './reader.ts'
import { PiSession } from '../sessions/piSession.ts'
import { sessionFile } from '../sessions/sessionFile.ts'

/** pi sessions: the first layout, without ids, and the later ones, with ids and parents. */
export const pi = recordFormat({
  name: 'PI',
  mediaType: 'application/x-ndjson; charset=utf-8',
  files: ['~/.pi/agent/sessions/**/*.jsonl'],
  recognises: ({ layout, objects }) =>
    layout === 'LINES' &&
    objects.some(
      (value) => (value['type'] === 'session' && asText(value['id']) !== null && 'cwd' in value) || isEntry(value),
    ),
  copiedAt: ({ objects }) => {
    const header = objects.find(({ type }) => type === 'session')
    return header !== undefined && asText(header['parentSession']) !== null ? asInstant(header['timestamp']) : null
  },
  entries: 'RECORDS',
  reader: (context) => new PiReader(context),
  ...sessionFile((session) => new PiSession(session)),
})
