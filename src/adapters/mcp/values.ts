import { z } from 'zod'
import { TurngraphError } from '../../client/turngraphError.ts'
import { toApi } from './names.ts'
import { shownAs } from './schemas.ts'
import type { ContentBlockInput, PointInput, Role, ThingInput } from '../../client/documents/generated.ts'

/** Values that several tools take, with what they are in the API. */
export const id = z.string().min(1)
export const json = z.record(z.string(), z.unknown())
/** Returns a list of objects in an answer, which hosts see by the names of their members. */
export const listOf = <T extends z.ZodObject>(item: T) =>
  z.array(item).meta(shownAs('array', `{${Object.keys(item.shape).join(', ')}}`))
const warning = z.object({ code: z.string(), message: z.string(), details: z.unknown() })
export const warnings = listOf(warning)

export const idempotencyKey = id.optional().describe('New for every call, the same to retry it.')

const roles = { user: 'USER', assistant: 'ASSISTANT', system: 'SYSTEM', tool: 'TOOL' } as const
export const role = z.enum(['user', 'assistant', 'system', 'tool'])

/** Returns a role as the API has it. */
export const roleIn = (text: z.output<typeof role>): Role => roles[text]
/** Returns a role as tools answer it. */
export const roleOut = (text: Role | null): z.output<typeof role> | null =>
  text === null ? null : (text.toLowerCase() as z.output<typeof role>)

const block = z
  .strictObject({
    text: z.string(),
    thinking: z.strictObject({ thinking: z.string(), signature: z.string().optional() }),
    tool_call: z.strictObject({ call_id: id, name: z.string(), input: z.unknown() }),
    tool_result: z.strictObject({ call_id: id, content: z.unknown(), is_error: z.boolean().optional() }),
    attachment_id: id,
    other: z.unknown(),
  })
  .partial()
const blocksText =
  'Else blocks of one member: {text}, {thinking: {thinking, signature?}}, {tool_call: {call_id, name, input}}, ' +
  '{tool_result: {call_id, content, is_error?}}, {attachment_id}, {other}.'
export const blocks = z.array(block).meta(shownAs('array', blocksText))

/** Returns a block as the API has it; that it has one member is the API's to check. */
export function blockIn({ tool_call, tool_result, ...same }: z.output<typeof block>): ContentBlockInput {
  const result = {
    ...toApi(same),
    ...(tool_call && { toolCall: toApi(tool_call) }),
    ...(tool_result && { toolResult: toApi(tool_result) }),
  }
  return result as unknown as ContentBlockInput
}

export const thing = z
  .union([
    z.strictObject({ conversation_id: id, message_id: id, entity_id: id, attachment_id: id }).partial(),
    z.strictObject({ type: id, name: id }),
  ])
  .describe('Exactly one of the ids, or the type and name of an entity, which is made where there is none.')

/** Returns one end of a relationship as the API has it. */
export function thingIn(input: z.output<typeof thing>): ThingInput {
  return 'type' in input ? { entity: input } : (toApi(input) as unknown as ThingInput)
}

const pointText = 'a message id, or one of {message_id}, {observation_id}, {turn}: its number on the path.'
const pointValue = z.union([id, z.strictObject({ message_id: id, observation_id: id, turn: z.int() }).partial()])

export const point = pointValue.meta(shownAs(['string', 'object'], pointText))
/** Returns a point with what it is to the tool. */
export const pointNamed = (what: string) => pointValue.meta(shownAs(['string', 'object'], `${what}: ${pointText}`))

/** Returns a point as the API has it. */
export function pointIn(input: z.output<typeof point>): PointInput {
  return typeof input === 'string' ? { messageId: input } : (toApi(input) as unknown as PointInput)
}

/** Returns what was found; refuses where nothing has that id. */
export function mustExist<T>(thing: T | null | undefined, kind: string, of: string): T {
  if (thing != null) return thing
  throw new TurngraphError('NOT_FOUND', `No ${kind} has the id "${of}".`, { kind, id: of })
}
