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
export function readMessage(message: JsonObject, said: EntryDetails): EntryDraft | null {
  const role = asText(message['role']) ?? ''
  return (Object.hasOwn(readers, role) ? readers[role]?.(message, said) : undefined) ?? null
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

type Reader = (message: JsonObject, said: EntryDetails) => EntryDraft | null

const readers: Readonly<Record<string, Reader>> = {
  user: ({ role: _role, content, timestamp: _timestamp, ...fields }, said) =>
    turn('USER', blocksBy(blockReaders, content), more(said, fields)),
  assistant: ({ role: _role, content, timestamp: _timestamp, model, usage, ...fields }, said) =>
    turn('ASSISTANT', blocksBy(blockReaders, content), {
      ...more(said, fields),
      model: asText(model),
      usage: usageOf(usage),
    }),
  toolResult: ({ role: _role, toolCallId, content, isError, timestamp: _timestamp, ...extra }, said) =>
    asText(toolCallId) === null
      ? null
      : turn('TOOL', [resultBlock(toolCallId as string, content ?? null, isError === true, extra)], said),
  bashExecution: (message, said) => readBash(message, said),
  custom: (message, said) => readPutIn(message, message['content'], said),
  hookMessage: (message, said) => readPutIn(message, message['content'], said),
  branchSummary: (message, said) => readPutIn(message, message['summary'], said),
  compactionSummary: (message, said) => readPutIn(message, message['summary'], said),
}

/** A command that the person ran beside the talk; the model is told of it unless they said not to. */
function readBash({ role: _role, timestamp: _timestamp, ...fields }: JsonObject, said: EntryDetails): EntryDraft {
  if (fields['excludeFromContext'] === true) return note(fields, said)
  const text = `$ ${asText(fields['command']) ?? ''}\n${asText(fields['output']) ?? ''}`
  return turn('USER', [{ type: 'text', text }], more(said, fields))
}

/** What the program puts in for the model to read. */
export function readPutIn(value: JsonObject, content: Json | undefined, said: EntryDetails): EntryDraft {
  const { content: _content, summary: _summary, timestamp: _timestamp, ...fields } = value
  return turn('SYSTEM', blocksBy(blockReaders, content), more(said, fields))
}

const more = (said: EntryDetails, fields: JsonObject): EntryDetails => ({
  ...said,
  fields: { ...said.fields, ...fields },
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
