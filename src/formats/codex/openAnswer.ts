import type { JsonObject } from '../../domain/model.ts'
import { asObject, asText } from '../reading/values.ts'
import { readItem, type ItemPart } from './items.ts'
import { rolloutLine, type RolloutLine } from './lines.ts'

/** Events that announce an item before or after it is written. */
const tellsOfItem: ReadonlySet<string> = new Set(['agent_message', 'agent_reasoning', 'agent_reasoning_raw_content'])
/** Events with which a turn of the program begins or is over. */
const endsTurn: ReadonlySet<string> = new Set([
  ...['user_message', 'task_started', 'turn_started', 'task_complete', 'turn_complete', 'turn_aborted'],
  ...['thread_rolled_back', 'error'],
])

/**
 * Follows the lines of a rollout, and says where an answer is open: more of it, or its usage, may still be written.
 * Programs of 2025 write an answer's usage in front of its items, later ones behind them or behind the results of its
 * calls, and those of 2026 at once behind them, in a line of its own.
 */
export class OpenAnswer {
  private hasItems = false
  private isReported = false
  /** Events whose items have not come yet. */
  private awaited = 0
  private total = ''
  private isRecorded = false
  private isEnd = false
  private hasBegun: boolean

  /** `hasBegun`: something is said in front of the lines that come. */
  constructor(hasBegun: boolean) {
    this.hasBegun = hasBegun
  }

  /** Whether all answers are whole up to here, and anything is said: a header alone does not tell all of a session yet. */
  get isWhole(): boolean {
    return this.hasBegun && !this.hasItems && !this.isReported && this.awaited === 0
  }

  /** Takes the next line; says whether no answer goes on over it, whatever stands before. */
  line(value: JsonObject): boolean {
    const result = rolloutLine(value, true)
    if (!result) return false
    this.isEnd = false
    this.take(result)
    return this.isEnd
  }

  private take(rolloutLine: RolloutLine): void {
    const { type, payload } = rolloutLine
    if (type === 'response_item') this.item(readItem(payload)?.part ?? 'OTHER', payload)
    else if (type === 'event_msg') this.event(asText(payload['type']) ?? '', payload)
    else if (type !== 'state' && type !== 'unknown') this.over()
    if (type === 'token_usage_record') this.isRecorded = true
  }

  private item(part: ItemPart, payload: JsonObject): void {
    this.hasBegun = true
    if (part === 'PROMPT') this.over()
    if (part === 'ANSWER') {
      this.hasItems = true
      if (asText(payload['type']) === 'message' || asText(payload['type']) === 'reasoning') this.awaited = 0
    }
    if (part === 'RESULT' && this.isReported) this.over()
  }

  private event(type: string, payload: JsonObject): void {
    if (endsTurn.has(type)) this.over()
    else if (tellsOfItem.has(type)) this.awaited++
    else if (type === 'token_count') this.counted(payload)
  }

  /** A sum that equals the one before is a repetition. */
  private counted(payload: JsonObject): void {
    const info = asObject(payload['info'])
    const total = JSON.stringify(info?.['total_token_usage'] ?? null)
    if (!info || total === this.total) return
    this.total = total
    const isKnown = this.isRecorded
    this.isRecorded = false
    if (isKnown) return
    if (this.hasItems && !this.isReported) this.over()
    else this.isReported = true
  }

  private over(): void {
    this.isEnd = true
    this.hasItems = false
    this.isReported = false
    this.awaited = 0
  }
}
