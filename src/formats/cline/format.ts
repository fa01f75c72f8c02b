import type { Format } from '../format.ts'
import { readRecords } from '../reading/records/readRecords.ts'
import { recordFormat } from '../reading/records/recordFormat.ts'
import type { Sample } from '../reading/sample.ts'
import type { ReadContext } from '../reading/tree/steps.ts'
import { displayBeside } from './display.ts'
import { ClineReader, isTask } from './reader.ts'

const records = {
  name: 'CLINE',
  mediaType: 'application/json; charset=utf-8',
  files: ['tasks/<id>/api_conversation_history.json', 'the folder of a task, with ui_messages.json'],
  isNamedByFolder: (path: string) => /[\\/]api_conversation_history\.json$/.test(path),
  recognises: ({ isArray, objects }: Sample) => isArray && isTask(objects),
  entries: 'STEPS' as const,
  reader: (context: ReadContext) => new ClineReader(context),
} satisfies Parameters<typeof recordFormat>[0]

/** Tasks of Cline, and of Roo and Kilo, which come from it: what was sent to the model, with what the task's display says of it. */
export const cline: Format = {
  ...recordFormat(records),
  read: async (source, options) => {
    const display = await displayBeside(source.name, options.archive ?? null)
    return readRecords({ ...records, reader: (context) => new ClineReader(context, display) }, source, options)
  },
}
