import { attachingFormat } from '../reading/records/recordFormat.ts'
import { CopilotCliReader, isFirstEvent } from './reader.ts'

/** Events of sessions of GitHub Copilot's agent, on the command line and in the editor. */
export const copilotCli = attachingFormat({
  name: 'COPILOT_CLI',
  mediaType: 'application/x-ndjson; charset=utf-8',
  files: ['~/.copilot/session-state/*/events.jsonl', '*/GitHub.copilot-chat/transcripts/*.jsonl'],
  isNamedByFolder: (path) => /[\\/]events\.jsonl$/.test(path),
  recognises: ({ layout, objects }) => layout === 'LINES' && objects.some(isFirstEvent),
  entries: 'RECORDS',
  reader: (context, { attachmentBytes }) => new CopilotCliReader(context, attachmentBytes),
})
