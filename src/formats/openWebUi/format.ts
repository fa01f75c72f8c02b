import { recordFormat } from '../reading/records/recordFormat.ts'
import { chatOf, OpenWebUiReader } from './reader.ts'

/** Chats of Open WebUI: one, or an export of all. */
export const openWebUi = recordFormat({
  name: 'OPEN_WEBUI',
  mediaType: 'application/json; charset=utf-8',
  files: ['chat-export-*.json'],
  recognises: ({ objects }) => objects.some((value) => chatOf(value) !== null),
  entries: 'STEPS',
  long: [[], ['chat']].flatMap((around) => [
    [...around, 'history', 'messages'],
    [...around, 'messages'],
  ]),
  reader: (context) => new OpenWebUiReader(context),
})
