import { z } from 'zod'
import { TurngraphError } from '../../client/turngraphError.ts'
import type { ContentBlockInput, PointInput, Role, ThingInput } from '../../client/documents/generated.ts'

/** Values that several tools take, with what they are in the API. */
export const id = z.string().min(1)
export const json = z.record(z.string(), z.unknown())
export const warning = z.object({ code: z.string(), message: z.string(), details: z.unknown() })

export const idempotencyKey = id.optional().describe('New for every call; the same only to retry the same call.')

const roles = { user: 'USER', assistant: 'ASSISTANT', system: 'SYSTEM', tool: 'TOOL' } as const
export const role = z.enum(['user', 'assistant', 'system', 'tool'])

/** Returns a role as the API has it. */
export const roleIn = (given: z.output<typeof role>): Role => roles[given]
/** Returns a role as tools answer it. */
export const roleOut = (given: Role | null): z.output<typeof role> | null =>
  given === null ? null : (given.toLowerCase() as z.output<typeof role>)

export const block = z
  .strictObject({
    text: z.string(),
    thinking: z.strictObject({ thinking: z.string(), signature: z.string().optional() }),
    tool_call: z.strictObject({ call_id: id, name: z.string(), input: z.unknown() }),
    tool_result: z.strictObject({ call_id: id, content: z.unknown(), is_error: z.boolean().optional() }),
    attachment_id: id,
    other: z.unknown(),
  })
  .partial()
  .describe('Exactly one of the members.')

/** Returns a block as the API has it; that it has one member is the API's to check. */
export function blockIn({ tool_call, tool_result, attachment_id, ...same }: z.output<typeof block>): ContentBlockInput {
  const found = {
    ...same,
    ...(tool_call && { toolCall: { callId: tool_call.call_id, name: tool_call.name, input: tool_call.input } }),
    ...(tool_result && {
      toolResult: {
        callId: tool_result.call_id,
        content: tool_result.content,
        ...(tool_result.is_error !== undefined && { isError: tool_result.is_error }),
      },
    }),
    ...(attachment_id !== undefined && { attachmentId: attachment_id }),
  }
  return found as unknown as ContentBlockInput
}

export const thing = z
  .strictObject({ conversation_id: id, message_id: id, entity_id: id, attachment_id: id })
  .partial()
  .describe('Exactly one of the ids.')

/** Returns one end of a relationship as the API has it. */
export function thingIn({ conversation_id, message_id, entity_id, attachment_id }: z.output<typeof thing>): ThingInput {
  const found = {
    ...(conversation_id !== undefined && { conversationId: conversation_id }),
    ...(message_id !== undefined && { messageId: message_id }),
    ...(entity_id !== undefined && { entityId: entity_id }),
    ...(attachment_id !== undefined && { attachmentId: attachment_id }),
  }
  return found as unknown as ThingInput
}

export const point = z
  .union([id, z.strictObject({ message_id: id, observation_id: id, turn: z.int() }).partial()])
  .describe('A message id, or an object with one of message_id, observation_id, turn (its number on the path).')

/** Returns a point as the API has it. */
export function pointIn(given: z.output<typeof point>): PointInput {
  if (typeof given === 'string') return { messageId: given }
  const { message_id, observation_id, turn } = given
  const found = {
    ...(message_id !== undefined && { messageId: message_id }),
    ...(observation_id !== undefined && { observationId: observation_id }),
    ...(turn !== undefined && { turn }),
  }
  return found as unknown as PointInput
}

/** Returns what was found; refuses where nothing has that id. */
export function found<T>(thing: T | null | undefined, kind: string, of: string): T {
  if (thing != null) return thing
  throw new TurngraphError('NOT_FOUND', `No ${kind} has the id "${of}".`, { kind, id: of })
}
