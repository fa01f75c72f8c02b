import type { Json, JsonObject } from '../../domain/model.ts'
import { asObject, asText } from '../reading/values.ts'

/** What a line of a rollout is, in either layout. */
export interface RolloutLine {
  readonly type:
    | 'session_meta'
    | 'turn_context'
    | 'response_item'
    | 'event_msg'
    | 'compacted'
    | 'token_usage_record'
    | 'inter_agent_communication'
    | 'state'
    | 'unknown'
  readonly payload: JsonObject
  readonly timestamp: Json
}

const wrapped: ReadonlySet<string> = new Set([
  'session_meta',
  'turn_context',
  'response_item',
  'event_msg',
  'compacted',
  'token_usage_record',
  'inter_agent_communication',
])

/** Lines about the state of the program, of which the history has no part. */
const states: ReadonlySet<string> = new Set(['world_state', 'inter_agent_communication_metadata'])

/** Types of items as the older layout has them, without a wrapping. */
const bare: ReadonlySet<string> = new Set([
  'message',
  'reasoning',
  'function_call',
  'function_call_output',
  'custom_tool_call',
  'custom_tool_call_output',
  'local_shell_call',
  'local_shell_call_output',
  'web_search_call',
])

/** Returns what a line is; null when it is none of a rollout. */
export function rolloutLine(value: JsonObject, isInside: boolean): RolloutLine | null {
  const { type, payload, timestamp = null } = value
  const inner = asObject(payload)
  if (inner && typeof type === 'string' && 'timestamp' in value)
    return { type: typeOf(type), payload: inner, timestamp }
  if (value['record_type'] === 'state') return { type: 'state', payload: value, timestamp }
  if (isHeader(value)) return { type: 'session_meta', payload: value, timestamp }
  if (!isInside) return null
  return { type: bare.has(asText(type) ?? '') ? 'response_item' : 'unknown', payload: value, timestamp }
}

function typeOf(type: string): RolloutLine['type'] {
  if (states.has(type)) return 'state'
  return wrapped.has(type) ? (type as RolloutLine['type']) : 'unknown'
}

/** Says whether a line is the first one of the older layout. */
function isHeader(value: JsonObject): boolean {
  const names = ['instructions', 'git', 'cli_version', 'originator']
  return (
    !('type' in value) &&
    asText(value['id']) !== null &&
    'timestamp' in value &&
    names.some((name) => Object.hasOwn(value, name))
  )
}

/** Says whether a line shows marks of a rollout. */
export function isRolloutLine(value: JsonObject): boolean {
  const { type, payload } = value
  if (typeof type === 'string' && wrapped.has(type)) return asObject(payload) !== null && 'timestamp' in value
  return value['record_type'] === 'state' || isHeader(value)
}
