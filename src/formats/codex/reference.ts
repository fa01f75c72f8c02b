/** Forks that do not repeat the past: their first line names so much of another rollout. */
import type { JsonObject } from '../../domain/model.ts'
import { codexHeader } from '../sessions/codexSession.ts'
import { milliseconds, type Session, type SessionLine } from '../sessions/session.ts'
import { asCount, asObject, asText } from '../reading/values.ts'
import { historyBase, type HistoryBase } from './past.ts'

/** A rollout whose lines are numbered, so that a fork may name them. */
export interface NumberedRollout {
  readonly thread: string
  readonly base: HistoryBase | null
}

/** Returns what the first line of a rollout says of it; null where its lines have no numbers. */
export function numberedRollout(first: JsonObject): NumberedRollout | null {
  const header = first['type'] === 'session_meta' ? asObject(first['payload']) : null
  const thread = asText(header?.['id'])
  if (!header || thread === null || header['history_mode'] !== 'paginated') return null
  return asCount(first['ordinal']) === null ? null : { thread, base: historyBase(header) }
}

/** Events behind an entry that are of its answer or turn, and no part of what a model is sent. */
const afterwards: ReadonlySet<string> = new Set(['item_completed', 'token_count', 'task_complete', 'turn_complete'])

/** Says whether a line belongs to the answer before it: a fork at that answer has it too. */
export function isAfterword({ type, payload }: JsonObject): boolean {
  if (type === 'token_usage_record') return true
  return type === 'event_msg' && afterwards.has(asText(asObject(payload ?? null)?.['type']) ?? '')
}

/** Where in another rollout a fork begins. */
export interface ForkBase extends HistoryBase {
  /** Bytes of that rollout before the line `end`. */
  readonly bytes: number
}

/** Returns the one line of a session that goes on from another rollout. */
export function forkLine(session: Session, { thread, end, bytes }: ForkBase): SessionLine {
  const timestamp = milliseconds(session.startedAt)
  const payload = {
    ...{ session_id: session.id, ...codexHeader(session) },
    ...{ forked_from_id: thread, forked_from_ordinal_exclusive: end, history_mode: 'paginated' },
    history_base: { thread_id: thread, end_ordinal_exclusive: end, end_byte_offset: bytes },
  }
  return { value: { timestamp, ordinal: end, type: 'session_meta', payload }, nodeId: null }
}
