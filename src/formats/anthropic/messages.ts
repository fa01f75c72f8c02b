import type { Json, JsonObject, Role } from '../../domain/model.ts'
import { hasOpenAiTools } from '../openai/messages.ts'
import type { EntryDraft } from '../plan.ts'
import { note, turn } from '../reading/tree/drafts.ts'
import type { MessageList, MessageReader } from '../reading/messageFile.ts'
import { plain } from '../reading/long/recordValue.ts'
import type { ReadContext } from '../reading/tree/steps.ts'
import { anthropicUsage } from '../reading/usage.ts'
import { asInstant, asObject, asText, objectsIn, objectsOf, someOf } from '../reading/values.ts'
import { readContent } from './content.ts'

const roles: Readonly<Record<string, Role>> = { user: 'USER', assistant: 'ASSISTANT', system: 'SYSTEM' }

/** Reads the messages of one conversation in the form of Anthropic's API. */
export class AnthropicMessages implements MessageReader {
  private readonly context: ReadContext

  constructor(context: ReadContext) {
    this.context = context
  }

  /** The system prompt stands beside the messages. */
  *before({ holder }: MessageList): Iterable<EntryDraft> {
    const { system } = holder
    if (system !== undefined && system !== null && system !== '') yield turn('SYSTEM', readContent(plain(system)))
  }

  message(message: JsonObject, line: number): EntryDraft {
    const { role, content, model, usage, timestamp, ...fields } = message
    const observedAt = asInstant(timestamp) ?? asInstant(fields['created_at'])
    const name = asText(role) ?? ''
    if (!Object.hasOwn(roles, name)) {
      this.context.findings.once(
        line,
        'UNKNOWN_ROLE',
        `Messages of the role ${JSON.stringify(name)} are unknown; they are stored unchanged.`,
      )
      return note({ role: role ?? null, content: content ?? null, ...fields }, { observedAt })
    }
    const input = asObject(usage)
    const details = {
      observedAt,
      model: asText(model),
      usage: input && anthropicUsage(input, asText(fields['id'])),
      fields,
    }
    return turn(isResult(content) ? 'TOOL' : (roles[name] as Role), readContent(content), details)
  }

  isOdd(message: JsonObject): boolean {
    return !Object.hasOwn(roles, asText(message['role']) ?? '') || hasOpenAiTools(message)
  }
}

/** A user's message with results is the tools' one. */
function isResult(content: Json | undefined): boolean {
  return objectsIn(content).some(({ type }) => type === 'tool_result')
}

const ownBlocks: ReadonlySet<string> = new Set([
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'server_tool_use',
  'web_search_tool_result',
  'mcp_tool_use',
  'mcp_tool_result',
  'document',
])

/** Says whether a message has what Anthropic's API alone has. */
export function isAnthropic(message: JsonObject): boolean {
  if (message['type'] === 'message' && 'stop_reason' in message) return true
  return objectsIn(message['content']).some(
    ({ type, source }) => ownBlocks.has(asText(type) ?? '') || (type === 'image' && asObject(source) !== null),
  )
}

/** Says whether what holds messages is a request to that API. */
export function isRequest({ holder }: MessageList): boolean {
  return (
    'anthropic_version' in holder ||
    typeof holder['system'] === 'string' ||
    someOf(objectsOf(holder['system']), () => true)
  )
}
