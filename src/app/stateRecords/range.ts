import { isFit } from '../../domain/ids.ts'
import { badInput } from '../../domain/refusals.ts'
import type { StateRecordRange } from '../../domain/records/stateRecord.ts'
import type { Scope } from '../scope.ts'
import { checkKind, checkLength } from './checkRecords.ts'

/** Which records are meant, as a caller says it; null is as good as left out. */
export interface RangeInput {
  readonly conversationId?: string | null
  readonly kind?: string | null
  readonly kindPrefix?: string | null
  readonly keys?: readonly string[] | null
  readonly keyPrefix?: string | null
  readonly beforeKey?: string | null
}

/** Returns the range that is meant; refuses one that no record can be found by. */
export function rangeOf(scope: Scope, rangeInput: RangeInput): StateRecordRange {
  const { kind, kindPrefix, keys, keyPrefix, beforeKey } = rangeInput
  if (kind != null && kindPrefix != null)
    throw badInput('Give "kind" or "kindPrefix", not both.', { kind, kindPrefix }, ['kindPrefix'])
  if (kind != null) checkKind(kind)
  if (keys != null && kind == null) throw badInput('"keys" are of one kind: give "kind".', {}, ['keys'])
  checkLength(scope, keys?.length ?? 0, 'keys')
  for (const [index, key] of (keys ?? []).entries()) checkText(key, ['keys', String(index)])
  checkText(kindPrefix ?? '', ['kindPrefix'])
  checkText(keyPrefix ?? '', ['keyPrefix'])
  checkText(beforeKey ?? '', ['beforeKey'])
  return {
    conversationId: rangeInput.conversationId ?? null,
    kind: kind ?? null,
    kindPrefix: kindPrefix ?? null,
    keys: keys ?? null,
    keyPrefix: keyPrefix ?? null,
    beforeKey: beforeKey ?? null,
  }
}

/** Refuses what no kind or key has: a store would look for another one. */
export function checkText(text: string, field: readonly string[]): void {
  if (isFit(text)) return
  const displayText = JSON.stringify(text.slice(0, 100))
  throw badInput(`${displayText} has a control character or half of a surrogate pair.`, { text: displayText }, field)
}
