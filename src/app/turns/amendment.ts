import { z } from 'zod'
import { parseInstant } from '../../domain/instants.ts'
import { turnNames } from '../../domain/messages/messageSnapshot.ts'
import type { Block, Json, JsonObject, Message } from '../../domain/model.ts'
import { mostOfAnswer } from '../../domain/usage/usage.ts'
import { badInput } from '../../domain/refusals.ts'
import { checkSize } from '../write/checks.ts'
import { roleConflict } from './storeInDraft.ts'

/** A correction as it is stored: the fields as given, and the blocks where it corrects the content. */
export interface Amendment {
  readonly fields: JsonObject
  readonly blocks: readonly Block[]
}

const json = z.json() as z.ZodType<Json>
const name = z.string().trim().min(1)
const text = z.string().nullable()
const amount = z.int().nonnegative().max(mostOfAnswer.inputTokens).nullish()

const blocks = {
  text: z.string().transform((words): Block => ({ type: 'text', text: words })),
  thinking: z
    .strictObject({ thinking: z.string(), signature: z.string().nullish() })
    .transform(({ thinking, signature }): Block => ({ type: 'thinking', thinking, signature: signature ?? null })),
  toolCall: z
    .strictObject({ callId: name, name, input: json })
    .transform((input): Block => ({ type: 'toolCall', ...input })),
  toolResult: z
    .strictObject({ callId: name, content: json.default(null), isError: z.boolean().nullish() })
    .transform((input): Block => ({ type: 'toolResult', ...input, isError: input.isError ?? false })),
  attachmentId: z.string().transform((attachmentId): Block => ({ type: 'attachment', attachmentId })),
  other: json.transform((value): Block => ({ type: 'other', value })),
}
const kinds = Object.keys(blocks) as (keyof typeof blocks)[]

/** A block as ContentBlockInput gives it: exactly one member. */
const block = z.record(z.string(), z.unknown()).transform((input, context): Block => {
  const [kind, ...more] = Object.keys(input)
  const known = kinds.find((one) => one === kind)
  if (known === undefined || more.length > 0) {
    context.addIssue({ code: 'custom', message: `a block has exactly one of ${kinds.join(', ')}` })
    return z.NEVER
  }
  const read = blocks[known].safeParse(input[known])
  if (read.success) return read.data
  for (const issue of read.error.issues)
    context.addIssue({ code: 'custom', message: issue.message, path: [known, ...issue.path] })
  return z.NEVER
})

/** What a turn's input may be corrected to; null clears. */
const amendable = z.looseObject({
  role: z.enum(['USER', 'ASSISTANT', 'SYSTEM', 'TOOL']).optional(),
  text: text.optional(),
  content: z.array(block).min(1).nullish(),
  senderId: text.optional(),
  senderKind: text.optional(),
  model: text.optional(),
  usage: z
    .strictObject({
      inputTokens: amount,
      outputTokens: amount,
      cacheReadTokens: amount,
      cacheWriteTokens: amount,
      costUsd: z.number().min(0).max(mostOfAnswer.costUsd).nullish(),
      answerId: text.optional(),
    })
    .nullish(),
  runId: text.optional(),
  metadata: z.record(z.string(), json).nullish(),
  branchId: text.optional(),
  sourceKind: text.optional(),
  priority: z.int().min(0).max(999).nullish(),
  observedAt: z.string().nullish(),
})

/** Names that say where a turn goes or what else is stored with it: a correction changes the snapshot alone. */
const fixed = turnNames.filter((one) => !(one in amendable.shape))

/** Returns the correction that the given fields make of a message; refuses what no turn could have said. */
export function amendmentOf(message: Message, input: Json, turnBytes: number): Amendment {
  if (input === null || typeof input !== 'object' || Array.isArray(input))
    throw badInput('"fields" must be a JSON object.', {}, ['fields'])
  const fields = input as JsonObject
  if (Object.keys(fields).length === 0) throw badInput('"fields" names nothing to correct.', {}, ['fields'])
  checkSize([{ type: 'other', value: fields }], turnBytes)
  const named = fixed.find((one) => Object.hasOwn(fields, one))
  if (named !== undefined)
    throw badInput(`"${named}" belongs to storing a turn and cannot be corrected.`, { name: named }, ['fields', named])
  const read = amendable.safeParse(fields)
  if (!read.success) throw refusalOf(read.error)
  const { role, text: words, content, observedAt } = read.data
  if (words != null && content != null) throw badInput('Give "text" or "content", not both.', {}, ['fields', 'text'])
  if (role !== undefined && role !== message.role) throw roleConflict(message, message.turnId, role)
  if (observedAt != null) parseInstant(observedAt, ['fields', 'observedAt'])
  return { fields, blocks: words != null ? [{ type: 'text', text: words }] : (content ?? []) }
}

function refusalOf({ issues: [issue] }: z.ZodError) {
  const path = ['fields', ...(issue?.path ?? []).map(String)]
  return badInput(`"${path.join('.')}" is not what a turn may have: ${issue?.message ?? ''}.`, { path }, path)
}
