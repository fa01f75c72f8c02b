import { recordFormat } from '../reading/records/recordFormat.ts'
import { AcpReader } from './reader.ts'
import { exchangeOf, updateOf } from './updates.ts'

/** Updates of the Agent Client Protocol, as agents and clients log them. */
export const acp = recordFormat({
  name: 'ACP',
  mediaType: 'application/x-ndjson; charset=utf-8',
  files: ['updates.jsonl', '*.jsonl of session/update'],
  recognises: ({ objects }) =>
    objects.some((value) => updateOf(value) !== null || exchangeOf(value)?.kind === 'prompt'),
  entries: 'RECORDS',
  reader: (context) => new AcpReader(context),
})
