import type { JsonObject } from '../../domain/model.ts'
import { asText, objectsIn } from '../reading/values.ts'
import { firstObject, has, type ForeignProgram } from './program.ts'

const claude = 'Import the sessions in ~/.claude/projects.'
const gemini = 'Import the sessions in the folder `chats` beside it.'

/** Files that lie beside the transcripts of programs whose sessions are read: they hold no answers. */
export const companions: readonly ForeignProgram[] = [
  {
    name: "Claude Code's history of prompts (history.jsonl)",
    is: firstObject((value) => has(value, 'display', 'pastedContents')),
    instead: claude,
  },
  {
    name: "Claude Code's index of sessions (sessions-index.json)",
    is: firstObject((value) => objectsIn(value['entries']).some((one) => has(one, 'sessionId', 'fullPath'))),
    instead: claude,
  },
  {
    name: "Claude Code's list of things to do",
    is: ({ isArray, objects: [first] }) =>
      isArray &&
      first !== undefined &&
      has(first, 'content', 'status') &&
      !has(first, 'role') &&
      ('activeForm' in first || 'priority' in first),
    instead: claude,
  },
  {
    name: "an inbox of a team of Claude Code's agents",
    is: ({ isArray, objects: [first] }) =>
      isArray && first !== undefined && has(first, 'from', 'text', 'timestamp') && !has(first, 'value'),
    instead: claude,
  },
  {
    name: 'what Claude Code keeps of a sub-agent beside its transcript (agent-*.meta.json)',
    is: firstObject((value) => has(value, 'agentType') && !has(value, 'message')),
    instead: "Import the agent's transcript, the .jsonl beside it.",
  },
  {
    name: "Gemini CLI's log of prompts (logs.json)",
    is: ({ isArray, objects: [first] }) =>
      isArray && first !== undefined && has(first, 'sessionId', 'messageId', 'message'),
    instead: gemini,
  },
  {
    name: 'a checkpoint of Gemini CLI',
    is: ({ isArray, objects: [first] }) =>
      first !== undefined && ((isArray && isContent(first)) || objectsIn(first['history']).some(isContent)),
    instead: gemini,
  },
  {
    name: "claude.ai's list of projects",
    is: firstObject((value) => has(value, 'uuid', 'docs', 'prompt_template')),
    instead: 'Import conversations.json, which lies beside it, or the zip as a whole.',
  },
  {
    name: "claude.ai's memories",
    is: firstObject((value) => has(value, 'conversations_memory') || has(value, 'account_uuid', 'project_memories')),
    instead: 'Import conversations.json, which lies beside it, or the zip as a whole.',
  },
]

/** What Gemini's API calls a content. */
function isContent({ role, parts }: JsonObject): boolean {
  const isPart = (part: JsonObject) =>
    !has(part, 'type') && ['text', 'functionCall', 'functionResponse'].some((name) => Object.hasOwn(part, name))
  return asText(role) !== null && objectsIn(parts).some(isPart)
}
