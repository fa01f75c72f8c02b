import { recordFormat } from '../reading/records/recordFormat.ts'
import { asObject } from '../reading/values.ts'
import { isMessage, OasstReader } from './reader.ts'

/** OpenAssistant's lines: message trees, or messages one by one. */
export const oasst = recordFormat({
  name: 'OASST',
  mediaType: 'application/x-ndjson; charset=utf-8',
  files: ['*.trees.jsonl', '*.messages.jsonl'],
  recognises: ({ objects }) => objects.some((value) => isMessage(asObject(value['prompt']) ?? value)),
  entries: 'RECORDS',
  nested: { roots: [[], ['prompt']], by: 'replies' },
  reader: (context) => new OasstReader(context),
})
