import { recordFormat } from '../reading/records/recordFormat.ts'
import { CopilotChatReader, isLog, isSession } from './reader.ts'

/** Chat sessions of GitHub Copilot in Visual Studio Code, and of editors made of that: an object, or the log of its changes. */
export const copilotChat = recordFormat({
  name: 'COPILOT_CHAT',
  mediaType: 'application/json; charset=utf-8',
  files: ['*/workspaceStorage/*/chatSessions/*.json', '*/workspaceStorage/*/chatSessions/*.jsonl'],
  recognises: ({ objects: [first] }) => first !== undefined && (isSession(first) || isLog(first)),
  entries: 'STEPS',
  long: [['requests']],
  reader: (context) => new CopilotChatReader(context),
})
