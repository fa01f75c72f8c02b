import { recordFormat } from '../reading/records/recordFormat.ts'
import { insideOf } from '../reading/long/insideOf.ts'
import { asList, asObject } from '../reading/values.ts'
import { GrokReader, isConversation } from './reader.ts'

/** Exports of grok.com's data: one object with a list of conversations. */
export const grok = recordFormat({
  name: 'GROK',
  mediaType: 'application/json; charset=utf-8',
  files: ['prod-grok-backend.json', '*.zip (an export with such a file in it)'],
  recognises: ({ objects }) =>
    objects.some((value) => asList(value['conversations']).some((one) => isConversation(asObject(one) ?? {}))),
  entries: 'STEPS',
  long: [['responses']],
  view: (source) => insideOf(source, 'conversations'),
  reader: (context) => new GrokReader(context),
})
