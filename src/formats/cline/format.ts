import { recordFormat } from '../reading/records/recordFormat.ts'
import { ClineReader, isTask } from './reader.ts'

/** Tasks of Cline, and of Roo and Kilo, which come from it: what was sent to the model. */
export const cline = recordFormat({
  name: 'CLINE',
  mediaType: 'application/json; charset=utf-8',
  files: ['tasks/<id>/api_conversation_history.json'],
  isNamedByFolder: (path) => /[\\/]api_conversation_history\.json$/.test(path),
  recognises: ({ isArray, objects }) => isArray && isTask(objects),
  entries: 'STEPS',
  reader: (context) => new ClineReader(context),
})
