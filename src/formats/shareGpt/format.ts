import { recordFormat } from '../reading/records/recordFormat.ts'
import { isConversation, ShareGptReader } from './reader.ts'

/** ShareGPT's form, in which many data sets are kept. */
export const shareGpt = recordFormat({
  name: 'SHAREGPT',
  mediaType: 'application/json; charset=utf-8',
  files: ['*.json or *.jsonl with conversations of {from, value}'],
  recognises: ({ objects }) => objects.some(isConversation),
  entries: 'STEPS',
  long: [['conversations']],
  reader: (context) => new ShareGptReader(context),
})
