import type { JsonObject } from '../../domain/model.ts'
import { asObject, asText, objectsIn } from '../reading/values.ts'
import { anyObject, firstObject, has, type ForeignProgram } from './program.ts'

/** Transcripts of agents. */
export const agents: readonly ForeignProgram[] = [
  {
    name: 'a context of Kimi CLI',
    is: anyObject((value) => asText(value['role'])?.startsWith('_') === true || isKimiWire(value)),
  },
  {
    name: 'a thread of Amp',
    is: anyObject(
      (value) =>
        (asText(value['id'])?.startsWith('T-') === true && has(value, 'v', 'messages')) ||
        messagesOf(value).some(isAmpResult),
    ),
  },
  {
    name: 'a session of Factory Droid',
    is: firstObject((value) => value['type'] === 'session_start' && 'id' in value),
  },
  {
    name: 'a session of Continue',
    is: firstObject(
      (value) =>
        has(value, 'sessionId', 'workspaceDirectory') && objectsIn(value['history']).some((one) => 'message' in one),
    ),
  },
  {
    name: "a file of OpenCode's storage",
    is: firstObject(
      (value) => /^(ses|msg|prt)_/.test(asText(value['id']) ?? '') && ('sessionID' in value || 'projectID' in value),
    ),
    instead:
      'It is one piece of a session: import the folder `storage` as a whole, or a zip of it, or what `opencode export ID` writes.',
  },
  {
    name: "a transcript of Cursor's agent, without ids and results",
    is: ({ layout, objects }) =>
      layout === 'LINES' &&
      objects.length > 0 &&
      objects.every(
        (value) =>
          has(value, 'role', 'message') &&
          !has(value, 'type') &&
          Array.isArray(asObject(value['message'])?.['content']),
      ),
  },
  {
    name: 'the display of a task of Cline or Roo (ui_messages.json)',
    is: ({ isArray, objects: [first] }) =>
      isArray && first !== undefined && 'ts' in first && ['ask', 'say'].includes(asText(first['type']) ?? ''),
    instead: 'Import the folder of the task, or api_conversation_history.json, which lies beside it.',
  },
  {
    name: "Aider's history of chats, in which speakers cannot be told apart for sure",
    is: ({ text }) => /^# aider chat started at /m.test(text.slice(0, 4096)),
  },
  {
    name: "a transcript of Cursor's agent as text, without ids, calls and results",
    is: ({ text, objects }) => objects.length === 0 && /^user:\s*\n[\s\S]*^assistant:\s*$/m.test(text.slice(0, 65_536)),
  },
  {
    name: 'Markdown exported from Cursor',
    is: ({ text }) => /^_Exported on .* from Cursor/m.test(text.slice(0, 4096)),
  },
]

const messagesOf = (value: JsonObject) =>
  ['messages', 'conversation', 'history'].flatMap((name) => objectsIn(value[name]))

function isKimiWire(value: JsonObject): boolean {
  return has(value, 'timestamp') && has(asObject(value['message']) ?? {}, 'type', 'payload')
}

/** Its results name their calls by a member of its own. */
function isAmpResult(message: JsonObject): boolean {
  return objectsIn(message['content']).some(({ type, toolUseID }) => type === 'tool_result' && toolUseID !== undefined)
}
