import type { Block, Json, JsonObject, Role } from '../../domain/model.ts'
import type { EntryDraft } from '../plan.ts'
import {
  argumentsOf,
  blocksBy,
  note,
  resultBlock,
  textBlocks,
  textReader,
  turn,
  type BlockReaders,
  type EntryDetails,
} from '../reading/tree/drafts.ts'
import type { MessageReader } from '../reading/messageFile.ts'
import type { ReadContext } from '../reading/tree/steps.ts'
import { openAiUsage } from '../reading/usage.ts'
import { asInstant, asList, asObject, asText, extraOf, objectsIn } from '../reading/values.ts'

const roles: Readonly<Record<string, Role>> = {
  system: 'SYSTEM',
  developer: 'SYSTEM',
  user: 'USER',
  human: 'USER',
  assistant: 'ASSISTANT',
  ai: 'ASSISTANT',
  model: 'ASSISTANT',
  tool: 'TOOL',
  function: 'TOOL',
}

/** Speech becomes its transcript; the sound stays beside it. */
const spoken: BlockReaders[string] = ({ transcript, ...extra }) =>
  typeof transcript === 'string' && transcript !== '' ? { type: 'text', text: transcript, extra } : undefined

const contentReaders: BlockReaders = {
  text: textReader,
  input_text: textReader,
  output_text: textReader,
  audio: spoken,
  input_audio: spoken,
  output_audio: spoken,
  refusal: ({ type: _type, refusal, ...extra }) =>
    typeof refusal === 'string' ? { type: 'text', text: refusal, extra: { ...extra, refusal: true } } : undefined,
  // The AI SDK's model messages have calls and thoughts among their parts.
  reasoning: ({ type: _type, text, ...extra }) =>
    typeof text === 'string' ? { type: 'thinking', thinking: text, ...extraOf(extra) } : undefined,
  'tool-call': ({ type: _type, toolCallId, toolName, input, args, ...extra }): Block | undefined =>
    asText(toolCallId) === null || asText(toolName) === null
      ? undefined
      : {
          type: 'toolCall',
          callId: toolCallId as string,
          name: toolName as string,
          input: input ?? args ?? {},
          ...extraOf(extra),
        },
  'tool-result': ({ type: _type, toolCallId, output, result, isError, ...extra }): Block | undefined => {
    if (asText(toolCallId) === null) return undefined
    const input = asObject(output)
    const isBad = isError === true || asText(input?.['type'])?.startsWith('error') === true
    return resultBlock(toolCallId as string, input?.['value'] ?? output ?? result ?? null, isBad, extra)
  },
}

/** Members that hold the time of a message. */
const times = ['timestamp', 'created_at', 'createdAt', 'created', 'time'] as const

/** Reads the messages of one conversation in the form of OpenAI's chat API, and what is near to it. */
export class OpenAiMessages implements MessageReader {
  private readonly context: ReadContext
  /** What a role that is not known becomes; null: a note. */
  private readonly unknownRole: Role | null
  /** Calls without ids, of the API's first form. */
  private unnamed = 0
  private lastUnnamed: string | null = null

  constructor(context: ReadContext, unknownRole: Role | null = null) {
    this.context = context
    this.unknownRole = unknownRole
  }

  message(message: JsonObject, line: number): EntryDraft {
    const name = asText(message['role'])?.toLowerCase() ?? ''
    const role = Object.hasOwn(roles, name) ? (roles[name] as Role) : this.unknown(name, line)
    const time = times.find((each) => asInstant(message[each]) !== null)
    const { [time ?? '']: at, ...timeless } = message
    const fields = {
      observedAt: asInstant(at),
      model: asText(message['model']),
      usage: openAiUsage(asObject(message['usage'])),
    }
    if (role === null) return note(timeless, { observedAt: fields.observedAt })
    const { role: _role, content, model: _model, usage: _usage, ...rest } = timeless
    const others = Object.hasOwn(roles, name) ? rest : { ...rest, role: message['role'] as Json }
    if (role === 'TOOL') return this.result(content, others, fields)
    return role === 'ASSISTANT'
      ? this.answer(content, others, fields)
      : turn(role, blocksBy(contentReaders, content), { ...fields, fields: others })
  }

  isOdd(message: JsonObject): boolean {
    return !Object.hasOwn(roles, asText(message['role'])?.toLowerCase() ?? '')
  }

  private unknown(name: string, line: number): Role | null {
    const becomes = this.unknownRole === null ? 'kept as they are' : `read as ${this.unknownRole}`
    this.context.findings.once(
      line,
      'UNKNOWN_ROLE',
      `Messages of the role ${JSON.stringify(name.slice(0, 60))} are not known; they are ${becomes}.`,
    )
    return this.unknownRole
  }

  private answer(content: Json | undefined, object: JsonObject, about: EntryDetails): EntryDraft {
    const {
      tool_calls: toolCalls,
      function_call: functionCall,
      reasoning_content: reasoning,
      refusal,
      ...rest
    } = object
    const fields = refusal === undefined || asText(refusal) !== null ? rest : { ...rest, refusal }
    const thought: Block[] =
      typeof reasoning === 'string' && reasoning !== '' ? [{ type: 'thinking', thinking: reasoning }] : []
    const calls = asList(toolCalls).map(callOf)
    const contentBlocks = [...blocksBy(contentReaders, content), ...refused(refusal)]
    const aloud = contentBlocks.some(({ type }) => type === 'text')
      ? null
      : asText(asObject(object['audio'])?.['transcript'])
    const blocks = [
      ...thought,
      ...contentBlocks,
      ...textBlocks(aloud ?? undefined),
      ...calls,
      ...this.unnamedCall(functionCall),
    ]
    return turn('ASSISTANT', blocks, {
      ...about,
      fields: reasoning != null && thought.length === 0 ? { ...fields, reasoning_content: reasoning } : fields,
    })
  }

  private unnamedCall(value: Json | undefined): Block[] {
    const call = asObject(value)
    const name = asText(call?.['name'])
    if (!call || name === null) return value == null ? [] : [{ type: 'other', value: { function_call: value } }]
    this.lastUnnamed = `function_call-${++this.unnamed}`
    return [{ type: 'toolCall', callId: this.lastUnnamed, name, input: argumentsOf(call['arguments']) }]
  }

  /** A result may answer several calls; in the API's first form it answers the last one. */
  private result(content: Json | undefined, object: JsonObject, entryDetails: EntryDetails): EntryDraft {
    const { tool_call_id: one, tool_call_ids: many, ...fields } = object
    const named = [asText(one), ...asList(many).map((id) => asText(id))].filter((id) => id !== null)
    const unnamed = named.length === 0 ? this.lastUnnamed : null
    const ids = unnamed === null ? [...new Set(named)] : [unnamed]
    if (unnamed !== null) this.lastUnnamed = null
    if (ids.length === 0 || hasResults(content))
      return turn('TOOL', blocksBy(contentReaders, content), { ...entryDetails, fields })
    return turn(
      'TOOL',
      ids.map((id) => resultBlock(id, content ?? null, false)),
      { ...entryDetails, fields },
    )
  }
}

/** What the model refused with stands in a member of its own; it is the answer. */
function refused(refusal: Json | undefined): Block[] {
  return asText(refusal) === null ? [] : [{ type: 'text', text: refusal as string, extra: { refusal: true } }]
}

function hasResults(content: Json | undefined): boolean {
  return objectsIn(content).some(({ type }) => type === 'tool-result')
}

function callOf(value: Json): Block {
  const { id, type, ...rest } = asObject(value) ?? {}
  const kind = type === 'custom' ? 'custom' : 'function'
  const called = asObject(rest[kind])
  const [callId, name] = [asText(id), asText(called?.['name'])]
  if (!called || callId === null || name === null) return { type: 'other', value: { tool_calls: [value] } }
  const { [kind]: _called, ...extra } = rest
  return {
    type: 'toolCall',
    callId,
    name,
    input: argumentsOf(called['arguments'] ?? called['input']),
    ...extraOf(extra),
  }
}

const toolMembers = ['tool_calls', 'tool_call_id', 'tool_call_ids', 'function_call'] as const

/** Says whether a message calls or answers as that API does; no other one has such messages. */
export function hasOpenAiTools(message: JsonObject): boolean {
  return toolMembers.some((name) => message[name] != null) || message['role'] === 'tool'
}

const ownRoles: ReadonlySet<string> = new Set(['tool', 'function', 'developer'])

/** Says whether a message has members that the chat API alone has. */
export function isOpenAi(message: JsonObject): boolean {
  const names = ['tool_calls', 'tool_call_id', 'tool_call_ids', 'function_call', 'refusal']
  if (names.some((name) => Object.hasOwn(message, name)) || ownRoles.has(asText(message['role']) ?? '')) return true
  return objectsIn(message['content']).some(({ type }) => type === 'image_url' || type === 'input_audio')
}
