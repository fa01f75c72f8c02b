import type { Tenant } from '../../../domain/model.ts'
import type { Changes, ConversationChange } from '../../../domain/changes.ts'
import { firstLineAt } from './eventRows.ts'
import { keyRow } from '../properties/key.ts'
import { conversationProperties, intOrNull, type Properties } from '../properties/rows.ts'

/** Returns what the rows of the short statements (cypherShort.ts) have in common. */
export function shortRow(
  tenant: Tenant,
  changes: Changes,
  { expected, value }: ConversationChange,
  ledger = value.id,
): Properties {
  const { events, key } = changes
  return {
    tenant,
    attempt: events[0].id,
    keyName: key?.key ?? null,
    conversationId: value.id,
    version: intOrNull(expected),
    at: firstLineAt(changes, ledger),
    keys: key ? [keyRow(tenant, key)] : [],
    conversation: conversationProperties(value),
  }
}
