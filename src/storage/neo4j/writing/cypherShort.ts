import { goneStates } from '../../../domain/access/requester.ts'
import { KEY } from '../reading/cypherRead.ts'

/** What the short statements, APPEND and CONVERSATION_WRITE, have in common: each changes one conversation that is there. */

/** Looks up the key, locks the conversation before it is read, as WRITE does, and looks for the attempt. */
export const LOCKED = `
  OPTIONAL MATCH (k:IdempotencyKey {tenant: r.tenant, key: r.keyName})
  USING INDEX SEEK k:IdempotencyKey(tenant, key)
  OPTIONAL MATCH (locked:Conversation {tenant: r.tenant, id: r.conversationId})
  USING INDEX SEEK locked:Conversation(tenant, id)
  SET locked.lock = 0
  WITH r, k
  OPTIONAL MATCH (c:Conversation {tenant: r.tenant, id: r.conversationId})
  USING INDEX SEEK c:Conversation(tenant, id)
  OPTIONAL MATCH (a:Event {tenant: r.tenant, id: r.attempt})
  USING INDEX SEEK a:Event(tenant, id)`

/** Says whether the last line of a locked conversation's ledger is dated after `at`; not where that is null. */
export const endsAfter = (id: string, conversation: string, at: string): string => `EXISTS {
              MATCH (last:Event {tenant: r.tenant, conversationId: ${id}, seq: ${conversation}.seq})
              USING INDEX SEEK last:Event(tenant, conversationId, seq)
              WHERE last.at > ${at} }`

/** Says whether a tenant is erased, or is being erased. */
export const isTenantGone = (name: string): string => `EXISTS {
              MATCH (t:Tenant {name: ${name}})
              USING INDEX SEEK t:Tenant(name)
              WHERE t.state IN [${goneStates.map((state) => `'${state}'`).join(', ')}] }`

/** The first cases of the outcome. */
export const REFUSED = `WHEN ${isTenantGone('r.tenant')} THEN 'unusual'
            WHEN a IS NOT NULL THEN 'unusual'
            WHEN k IS NOT NULL THEN 'keyUsed'
            WHEN c IS NULL OR c.version <> r.version THEN 'conversationChanged'
            WHEN ${endsAfter('r.conversationId', 'c', 'r.at')} THEN 'unusual'`

/** Ends the row's own part. */
export const OUTCOME = `
  RETURN outcome, seq, CASE outcome WHEN 'keyUsed' THEN ${KEY} END AS record`
