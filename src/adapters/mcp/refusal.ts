import type { CallToolResult } from '@modelcontextprotocol/server'
import { TurngraphError } from '../../client/turngraphError.ts'
import { own } from '../../runtime/own.ts'

/** What an agent can do about a refusal. */
const advice: Readonly<Record<string, string>> = {
  NOT_FOUND: 'Check the id: list_conversations and get_transcript show those that there are.',
  BAD_INPUT: "Correct the arguments; the message says which. The tool's input schema says what is accepted.",
  ALREADY_EXISTS: 'Choose another id, or leave it out to have one made.',
  IDEMPOTENCY_MISMATCH: 'Use a new idempotency_key: this one belongs to another input.',
  HEAD_MOVED: 'Read get_transcript, decide whether your turn still fits, and store it with the head that is now.',
  ROLE_CONFLICT: 'Append :assistant to the turn_id of an answer, or use another turn_id.',
  UNKNOWN_PARENT: 'Name a message of this conversation, or leave it out to go on at the end.',
  FORK_POINT_UNKNOWN: 'Name a message that get_transcript shows.',
  FORK_POINT_NOT_BOUNDARY:
    'Use one of the points that the details name, before or after the open tool call, as at_observation_id or at_message_id.',
  RUN_NOT_COMPLETED: 'Complete the run first, or name another point.',
  RUN_NOT_CLAIMED: 'Claim the run first.',
  RUN_ALREADY_CLAIMED: 'Use another run_id, or leave it out to have one made.',
  RUN_ALREADY_COMPLETED: 'Claim a new run.',
  CONFLICT_ACTIVE_RUN: 'Complete the open runs that the details name, then try again.',
  TOOL_PAIR_BROKEN: 'Keep each tool call together with its result.',
  CYCLE_DETECTED: 'Relate other things: these would be in a circle.',
  ALREADY_MERGED: 'Nothing is left to do.',
  ENVIRONMENT_MISMATCH: 'Merge branches of one environment.',
  LIMIT_EXCEEDED: 'Send less at once; the details name the limit.',
  CURSOR_GONE: 'Begin again without a cursor.',
  QUERY_TOO_EXPENSIVE: 'Ask for less at once, with a smaller limit.',
  TIMEOUT: 'Try again in a moment, a write with the same idempotency_key.',
  UNREACHABLE: 'The server cannot be reached: tell the user, and try again later with the same idempotency_key.',
  STORE_FULL: 'The disk is full: tell the user.',
  UNAUTHENTICATED: 'The server wants a token: tell the user.',
  FORBIDDEN: 'You may not do this: tell the user.',
}
const otherwise = 'Tell the user, and go on without it.'

/** Returns a refusal as a tool's result: the code, why and what to do as text, and the facts as JSON. */
export function refusalOf(thrown: unknown): CallToolResult {
  const { code, message, details, field } = errorOf(thrown)
  const text = `${code}: ${message} What to do: ${own(advice, code) ?? otherwise}`
  const facts = JSON.stringify({ code, details, field })
  return {
    isError: true,
    content: [
      { type: 'text', text },
      { type: 'text', text: facts },
    ],
  }
}

/** Of a fault nothing leaves but that it was one. */
function errorOf(thrown: unknown): Pick<TurngraphError, 'code' | 'message' | 'details' | 'field'> {
  if (thrown instanceof TurngraphError) return thrown
  return { code: 'INTERNAL', message: 'Internal error.', details: null, field: null }
}
