import type { Block, Json, JsonObject, UsageInput } from '../../domain/model.ts'
import type { EntryDraft } from '../plan.ts'
import {
  blocksBy,
  note,
  resultBlock,
  textReader,
  turn,
  type BlockReaders,
  type EntryDetails,
} from '../reading/tree/drafts.ts'
import { asCount, asObject, asText, extraOf } from '../reading/values.ts'

/** Returns what a message says; null for a role that is not known. */
export function readMessage(message: JsonObject, entryDetails: EntryDetails): EntryDraft | null {
  const role = asText(message['role']) ?? ''
  return (Object.hasOwn(readers, role) ? readers[role]?.(message, entryDetails) : undefined) ?? null
}

/** Blocks of all messages. */
export const blockReaders: BlockReaders = {
  text: textReader,
  thinking: ({ type: _type, thinking, thinkingSignature: signature, ...extra }) =>
    typeof thinking === 'string'
      ? { type: 'thinking', thinking, ...(typeof signature === 'string' ? { signature } : {}), ...extraOf(extra) }
      : undefined,
  toolCall: ({ type: _type, id, name, arguments: input, ...extra }): Block | undefined =>
    asText(id) !== null && typeof name === 'string'
      ? { type: 'toolCall', callId: id as string, name, input: input ?? {}, ...extraOf(extra) }
      : undefined,
}

type Reader = (message: JsonObject, entryDetails: EntryDetails) => EntryDraft | null

const readers: Readonly<Record<string, Reader>> = {
  user: ({ role: _role, content, timestamp: _timestamp, ...fields }, entryDetails) =>
    turn('USER', blocksBy(blockReaders, content), more(entryDetails, fields)),
  assistant: ({ role: _role, content, timestamp: _timestamp, model, usage, ...fields }, entryDetails) =>
    turn('ASSISTANT', blocksBy(blockReaders, content), {
      ...more(entryDetails, fields),
      model: asText(model),
      usage: usageOf(usage),
    }),
  toolResult: ({ role: _role, toolCallId, content, isError, timestamp: _timestamp, ...extra }, entryDetails) =>
    asText(toolCallId) === null
      ? null
      : turn('TOOL', [resultBlock(toolCallId as string, content ?? null, isError === true, extra)], entryDetails),
  bashExecution: (message, entryDetails) => readBash(message, entryDetails),
  custom: (message, entryDetails) => readPutIn(message, message['content'], entryDetails),
  hookMessage: (message, entryDetails) => readPutIn(message, message['content'], entryDetails),
  branchSummary: (message, entryDetails) => readPutIn(message, message['summary'], entryDetails),
  compactionSummary: (message, entryDetails) => readPutIn(message, message['summary'], entryDetails),
}

/** A shell command that the user ran; the model gets it unless the user said not to. */
function readBash(
  { role: _role, timestamp: _timestamp, ...fields }: JsonObject,
  entryDetails: EntryDetails,
): EntryDraft {
  if (fields['excludeFromContext'] === true) return note(fields, entryDetails)
  const text = `$ ${asText(fields['command']) ?? ''}\n${asText(fields['output']) ?? ''}`
  return turn('USER', [{ type: 'text', text }], more(entryDetails, fields))
}

/** What the program puts in for the model to read. */
export function readPutIn(value: JsonObject, content: Json | undefined, entryDetails: EntryDetails): EntryDraft {
  const { content: _content, summary: _summary, timestamp: _timestamp, ...fields } = value
  return turn('SYSTEM', blocksBy(blockReaders, content), more(entryDetails, fields))
}

const more = (entryDetails: EntryDetails, fields: JsonObject): EntryDetails => ({
  ...entryDetails,
  fields: { ...entryDetails.fields, ...fields },
})

function usageOf(value: Json | undefined): UsageInput | null {
  const usage = asObject(value)
  const cost = asObject(usage?.['cost'])?.['total']
  return (
    usage && {
      inputTokens: asCount(usage['input']),
      outputTokens: asCount(usage['output']),
      cacheReadTokens: asCount(usage['cacheRead']),
      cacheWriteTokens: asCount(usage['cacheWrite']),
      costUsd: typeof cost === 'number' && Number.isFinite(cost) ? cost : null,
    }
  )
}
