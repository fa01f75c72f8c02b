/** The smallest files that agents resume, and what their providers refuse of what stands in them, as rules. */
import type { Json, JsonObject } from '../../src/domain/model.ts'
import { asObject, objectsIn } from '../../src/formats/reading/values.ts'
import { anthropicFaults, type AnthropicBlock, type AnthropicMessage } from './anthropicRules.ts'
import { openAiFaults, responsesFaults, type OpenAiItem, type OpenAiMessage } from './openAiRules.ts'

export type SessionFormat = 'CLAUDE_CODE' | 'CODEX' | 'GEMINI_CLI' | 'PI'
export const sessionFormats: readonly SessionFormat[] = ['CLAUDE_CODE', 'CODEX', 'GEMINI_CLI', 'PI']

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const callName = /^[a-zA-Z0-9_-]{1,64}$/
const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** Returns what of a session's file its agent or the agent's provider refuses, in words; empty when it is resumed. */
export function sessionFaults(format: SessionFormat, text: string): string[] {
  if (text !== '' && !text.endsWith('\n')) return ['the last line has no end']
  const lines = text.split('\n').slice(0, -1)
  return rules[format](lines.map((line) => JSON.parse(line) as JsonObject))
}

const rules: Readonly<Record<SessionFormat, (lines: readonly JsonObject[]) => string[]>> = {
  CLAUDE_CODE: claudeFaults,
  CODEX: codexFaults,
  GEMINI_CLI: geminiFaults,
  PI: piFaults,
}

function claudeFaults(lines: readonly JsonObject[]): string[] {
  const messages = lines.map((line) => asObject(line['message']) ?? {})
  const faults = lines.flatMap((line, i) => [
    ...only(line, i, [
      'parentUuid',
      'isSidechain',
      'userType',
      'cwd',
      'sessionId',
      'version',
      'gitBranch',
      'type',
      'message',
      'uuid',
      'timestamp',
    ]),
    ...(line['isSidechain'] === false ? [] : [`${i}: it is a sub-agent's`]),
    ...(line['parentUuid'] === (lines[i - 1]?.['uuid'] ?? null) ? [] : [`${i}: it does not follow the line before`]),
    ...(uuid.test(word(line['uuid'])) && uuid.test(word(line['sessionId'])) ? [] : [`${i}: it has no UUID`]),
    ...(line['type'] === messages[i]?.['role'] ? [] : [`${i}: its role is another one's`]),
  ])
  if (new Set(lines.map((line) => line['uuid'])).size < lines.length) faults.push('two lines have one uuid')
  const content = messages.map((message) => blocksOf(message['content']))
  const said = content.map((blocks, i) => ({
    role: word(messages[i]?.['role']),
    content: blocks as unknown as AnthropicBlock[],
  }))
  return [
    ...faults,
    ...content.flatMap((blocks, i) => blocks.flatMap((block) => blockFaults(block, i))),
    ...anthropicFaults(said satisfies AnthropicMessage[]),
    ...repeatedAnswers(messages),
  ]
}

const blocksOf = (content: Json | undefined): JsonObject[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : objectsIn(content)

/** Members that the API knows, by the type of a block. */
const members: Readonly<Record<string, readonly string[]>> = {
  text: ['type', 'text'],
  thinking: ['type', 'thinking', 'signature'],
  redacted_thinking: ['type', 'data'],
  tool_use: ['type', 'id', 'name', 'input'],
  tool_result: ['type', 'tool_use_id', 'content', 'is_error'],
  image: ['type', 'source'],
  document: ['type', 'source', 'title'],
}

function blockFaults(block: JsonObject, i: number): string[] {
  const known = members[word(block['type'])]
  if (!known) return [`${i}: blocks of the type ${word(block['type'])} are not known`]
  const name = block['type'] === 'tool_use' && !callName.test(word(block['name'])) ? [`${i}: no name of a tool`] : []
  const inner = block['type'] === 'tool_result' && Array.isArray(block['content']) ? objectsIn(block['content']) : []
  return [...only(block, i, known), ...name, ...inner.flatMap((one) => blockFaults(one, i))]
}

/** Claude Code makes one answer of all lines of one id between two prompts, and takes them for one behind those, too. */
function repeatedAnswers(messages: readonly JsonObject[]): string[] {
  const [ended, faults] = [new Set<unknown>(), [] as string[]]
  let current = new Set<unknown>()
  for (const [i, { role, id, content }] of messages.entries()) {
    const isPrompt = role === 'user' && !blocksOf(content).some(({ type }) => type === 'tool_result')
    if (isPrompt) {
      for (const one of current) ended.add(one)
      current = new Set()
    } else if (role === 'assistant') {
      if (ended.has(id)) faults.push(`${i}: an answer before a prompt has its id`)
      current.add(id)
    }
  }
  return faults
}

function codexFaults([head = {}, ...lines]: readonly JsonObject[]): string[] {
  const header = asObject(head['payload']) ?? {}
  const needed = ['id', 'timestamp', 'cwd', 'originator', 'cli_version']
  const faults = needed.flatMap((name) => (typeof header[name] === 'string' ? [] : [`the header has no ${name}`]))
  if (head['type'] !== 'session_meta' || !uuid.test(word(header['id']))) faults.push('the first line is no header')
  const items = lines.map((line) => asObject(line['payload']) ?? {})
  return [
    ...faults,
    ...[head, ...lines].flatMap((line, i) => [
      ...only(line, i, ['timestamp', 'type', 'payload']),
      ...(time.test(word(line['timestamp'])) ? [] : [`${i}: it has no time`]),
    ]),
    ...lines.flatMap(({ type }, i) => (type === 'response_item' ? [] : [`${i}: it is no item`])),
    ...items.flatMap(itemFaults),
    ...responsesFaults(items as unknown as OpenAiItem[]),
  ]
}

const itemMembers: Readonly<Record<string, readonly string[]>> = {
  message: ['type', 'role', 'content'],
  function_call: ['type', 'call_id', 'name', 'arguments'],
  function_call_output: ['type', 'call_id', 'output'],
  compaction: ['type', 'encrypted_content', 'id'],
}

function itemFaults(item: JsonObject, i: number): string[] {
  const { type, role, content, name, output, arguments: given } = item
  const faults = only(item, i, itemMembers[word(type)] ?? [])
  if (type === 'message') {
    const texts = role === 'assistant' ? ['output_text'] : ['input_text', 'input_image']
    const parts = objectsIn(content)
    if (!['user', 'assistant', 'developer'].includes(word(role))) faults.push(`${i}: no role`)
    if (parts.length === 0 || parts.some((part) => !texts.includes(word(part['type'])))) faults.push(`${i}: no content`)
    if (parts.some(({ text }) => typeof text === 'string' && text.trim() === '')) faults.push(`${i}: a blank text`)
  }
  if (type === 'function_call' && !(callName.test(word(name)) && typeof given === 'string'))
    faults.push(`${i}: no call`)
  if (type === 'function_call_output' && typeof output !== 'string' && !Array.isArray(output))
    faults.push(`${i}: no output`)
  return faults
}

function geminiFaults([head = {}, ...lines]: readonly JsonObject[]): string[] {
  const needed = ['sessionId', 'projectHash', 'startTime', 'lastUpdated']
  const faults = needed.flatMap((name) => (typeof head[name] === 'string' ? [] : [`the header has no ${name}`]))
  if (new Set(lines.map(({ id }) => id)).size < lines.length) faults.push('two messages have one id')
  const calls = lines.flatMap(({ toolCalls }) => objectsIn(toolCalls))
  if (new Set(calls.map(({ id }) => id)).size < calls.length) faults.push('two calls have one id')
  for (const [i, { id, name, args, status, result }] of calls.entries()) {
    if (!callName.test(word(name)) || !callName.test(word(id)) || asObject(args) === null) faults.push(`${i}: no call`)
    const response = asObject(objectsIn(result)[0]?.['functionResponse'])
    if (response?.['id'] !== id || response?.['name'] !== name || asObject(response?.['response']) === null)
      faults.push(`${i}: a call without its result`)
    if (!['success', 'error'].includes(word(status))) faults.push(`${i}: no state of a call`)
  }
  for (const [i, { type, timestamp, content, toolCalls }] of lines.entries()) {
    if (!['user', 'gemini'].includes(word(type)) || !time.test(word(timestamp))) faults.push(`${i}: no message`)
    if (type === 'user' && (toolCalls !== undefined || objectsIn(content).length === 0)) faults.push(`${i}: no prompt`)
    if (objectsIn(content).some((part) => 'functionResponse' in part)) faults.push(`${i}: a result beside its call`)
  }
  if (lines.length > 0 && lines[0]?.['type'] !== 'user') faults.push('it begins with an answer')
  return faults
}

function piFaults([head = {}, ...lines]: readonly JsonObject[]): string[] {
  const faults = ['id', 'timestamp', 'cwd'].flatMap((name) => (typeof head[name] === 'string' ? [] : [`no ${name}`]))
  if (head['type'] !== 'session' || head['version'] !== 3) faults.push('pi would write the file anew')
  const messages = lines.map((line) => asObject(line['message']) ?? {})
  for (const [i, line] of lines.entries()) {
    if (line['type'] !== 'message' || !time.test(word(line['timestamp']))) faults.push(`${i}: no message`)
    if (line['parentId'] !== (lines[i - 1]?.['id'] ?? null)) faults.push(`${i}: it does not follow the line before`)
    const { role, usage, stopReason, content } = messages[i] ?? {}
    if (role === 'assistant' && typeof asObject(usage)?.['totalTokens'] !== 'number') faults.push(`${i}: no sums`)
    if (role === 'assistant' && typeof stopReason !== 'string') faults.push(`${i}: no reason`)
    if (role === 'assistant' && objectsIn(content).at(-1)?.['type'] === 'thinking')
      faults.push(`${i}: it ends with a thought`)
    if (objectsIn(content).some(({ text }) => typeof text === 'string' && text.trim() === ''))
      faults.push(`${i}: a blank text`)
    if (role === 'toolResult' && !callName.test(word(messages[i]?.['toolName']))) faults.push(`${i}: no name of a tool`)
  }
  if (lines.length > 0 && messages[0]?.['role'] !== 'user') faults.push('it begins with an answer')
  return [...faults, ...openAiFaults(messages.map(asChat))]
}

function asChat({ role, content, toolCallId }: JsonObject): OpenAiMessage {
  if (role === 'toolResult') return { role: 'tool', tool_call_id: word(toolCallId) }
  const calls = objectsIn(content).filter(({ type }) => type === 'toolCall')
  return {
    role: word(role),
    content: '…',
    ...(calls.length > 0 && { tool_calls: calls.map(({ id }) => ({ id: word(id) })) }),
  }
}

const only = (value: JsonObject, i: number, known: readonly string[]) =>
  Object.keys(value).flatMap((name) => (known.includes(name) ? [] : [`${i}: the member ${name} is not known`]))

const word = (value: unknown): string => (typeof value === 'string' ? value : '')
