import type { Rewrites } from '../../../domain/erasure/rewrites.ts'
import { own } from '../../../runtime/own.ts'
import type { Tenant } from '../../../domain/model.ts'
import { factRow } from '../../rows/fact.ts'
import type { RunStatement } from '../connection/connection.ts'
import { observationProperties, type Properties } from '../properties/rows.ts'
import { attachmentProperties } from '../records/attachment.ts'
import { DROP_KEYS } from './cypherKeys.ts'
import { eventProperties } from './eventRows.ts'

/** The statements of an erasure: the only ones that change what is written once. */
export const REWRITES = {
  observations: `UNWIND $q.rows AS x
MATCH (o:Observation {tenant: $q.tenant, id: x.id})
USING INDEX SEEK o:Observation(tenant, id)
SET o = x.props`,
  events: `UNWIND $q.rows AS x
MATCH (e:Event {tenant: $q.tenant, id: x.id})
USING INDEX SEEK e:Event(tenant, id)
SET e.body = x.body`,
  facts: `UNWIND $q.rows AS x
MATCH (f:Observation {tenant: $q.tenant, id: x.id})
USING INDEX SEEK f:Observation(tenant, id)
SET f.body = x.body, f.sourceKind = null`,
  attachments: `UNWIND $q.rows AS x
MATCH (n:Attachment {tenant: $q.tenant, id: x.id})
USING INDEX SEEK n:Attachment(tenant, id)
SET n = x.props`,
  keys: DROP_KEYS,
  guards: `UNWIND $q.rows AS x
MATCH (n:Guard {tenant: $q.tenant, name: x.id})
USING INDEX SEEK n:Guard(tenant, name)
DETACH DELETE n`,
  importMarks: `UNWIND $q.rows AS x
MATCH (n:ImportMark {tenant: $q.tenant, name: x.id})
USING INDEX SEEK n:ImportMark(tenant, name)
DETACH DELETE n`,
  recordsAbout: `UNWIND $q.rows AS x
MATCH (o:Observation {tenant: $q.tenant, id: x.id})
USING INDEX SEEK o:Observation(tenant, id)
MATCH (n:StateRecord {tenant: $q.tenant})-[:RECORD_FOR]->(o)
DETACH DELETE n`,
  recordsIn: `UNWIND $q.rows AS x
MATCH (c:Conversation {tenant: $q.tenant, id: x.id})
USING INDEX SEEK c:Conversation(tenant, id)
MATCH (n:StateRecord {tenant: $q.tenant})-[:RECORD_OF]->(c)
DETACH DELETE n`,
} as const satisfies { readonly [K in keyof Rewrites]: string }

/** Writes rewrites over what is there, in the transaction of the write that they belong to. */
export async function rewrite(run: RunStatement, tenant: Tenant, rewrites: Rewrites): Promise<void> {
  const named = (ids: readonly string[]): Properties[] => ids.map((id) => ({ id }))
  const rows: { readonly [K in keyof Rewrites]: readonly Properties[] } = {
    observations: rewrites.observations.map((one) => ({ id: one.id, props: observationProperties(tenant, one) })),
    events: rewrites.events.map((one) => ({ id: one.id, body: eventProperties(tenant, one)['body'] ?? null })),
    facts: rewrites.facts.map((one) => ({ id: one.id, body: factRow(one).body })),
    attachments: rewrites.attachments.map((one) => ({ id: one.id, props: attachmentProperties(tenant, one) })),
    keys: named(rewrites.keys),
    guards: named(rewrites.guards),
    importMarks: named(rewrites.importMarks),
    recordsAbout: named(rewrites.recordsAbout),
    recordsIn: named(rewrites.recordsIn),
  }
  for (const [kind, statement] of Object.entries(REWRITES)) {
    const properties = own<readonly Properties[]>(rows, kind) ?? []
    if (properties.length > 0) await run(statement, { tenant, rows: properties })
  }
}
