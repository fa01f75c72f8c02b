import { attachingFormat } from '../reading/records/recordFormat.ts'
import { GeminiReader, isSession } from './reader.ts'
import { GeminiSession } from '../sessions/geminiSession.ts'
import { sessionFile } from '../sessions/sessionFile.ts'

/** Before the first message there may be some of the program's own. */
const mostIds = 20

/** Gemini CLI sessions: one JSON object, or the newer log of lines. */
export const gemini = attachingFormat({
  name: 'GEMINI_CLI',
  mediaType: 'application/json; charset=utf-8',
  files: ['~/.gemini/tmp/*/chats/session-*.json', '~/.gemini/tmp/*/chats/session-*.jsonl'],
  isNamedByFolder: (path) => /(^|[\\/])chats[\\/][^\\/]+[\\/][^\\/]+\.jsonl?$/.test(path),
  recognises: ({ objects: [first], isArray }) => first !== undefined && !isArray && isSession(first),
  // A file that it is named (`--session-file`) is copied into a session of its own, with the ids of its messages.
  firstIds: ({ objects }) =>
    objects
      .flatMap(({ id, type, content }) =>
        content !== undefined && typeof type === 'string' && typeof id === 'string' ? [id] : [],
      )
      .slice(0, mostIds),
  entries: 'STEPS',
  long: [['messages'], ['$set', 'messages']],
  reader: (context, { attachmentBytes }) => new GeminiReader(context, attachmentBytes),
  ...sessionFile((session) => new GeminiSession(session)),
})
