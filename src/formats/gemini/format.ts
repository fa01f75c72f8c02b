import { attachingFormat } from '../reading/records/recordFormat.ts'
import { GeminiReader, isSession } from './reader.ts'
import { GeminiSession } from '../sessions/geminiSession.ts'
import { sessionFile } from '../sessions/sessionFile.ts'

/** Gemini CLI sessions: one JSON object, or the newer log of lines. */
export const gemini = attachingFormat({
  name: 'GEMINI_CLI',
  mediaType: 'application/json; charset=utf-8',
  files: ['~/.gemini/tmp/*/chats/session-*.json', '~/.gemini/tmp/*/chats/session-*.jsonl'],
  isNamedByFolder: (path) => /(^|[\\/])chats[\\/][^\\/]+[\\/][^\\/]+\.jsonl?$/.test(path),
  recognises: ({ objects: [first], isArray }) => first !== undefined && !isArray && isSession(first),
  entries: 'STEPS',
  long: [['messages'], ['$set', 'messages']],
  reader: (context, { attachmentBytes }) => new GeminiReader(context, attachmentBytes),
  ...sessionFile((session) => new GeminiSession(session)),
})
