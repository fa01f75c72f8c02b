import type { Tenant } from '../../domain/model.ts'
import type { GraphStore, RelationshipList } from '../graphStore.ts'
import { thingKey } from '../thingRows.ts'
import type { SqlRow } from './connection.ts'
import * as decode from './decodeThings.ts'
import type { ReadName, Reads, RelationshipEnd } from './readRequest.ts'
import type { Kind } from './readSql.ts'

/** Asks a reader's thread. */
export type Ask = <N extends ReadName>(name: N, tenant: Tenant, asked: Reads[N]['asked']) => Promise<Reads[N]['given']>
/** Asks it for things by id. */
export type ById = <T>(
  kind: Kind,
  tenant: Tenant,
  ids: readonly string[],
  decoded: (row: SqlRow) => T,
) => Promise<(T | null)[]>

type ThingReads = Pick<
  GraphStore,
  | 'entities'
  | 'entityTypes'
  | 'relationships'
  | 'attachments'
  | 'facts'
  | 'runs'
  | 'guards'
  | 'relationshipLists'
  | 'relationshipCounts'
>

/** Returns the reads of what turns refer to. */
export function thingReads(ask: Ask, byId: ById): ThingReads {
  return {
    entities: (tenant, ids) => byId('entities', tenant, ids, decode.decodeEntity),
    entityTypes: (tenant, types) => byId('entityTypes', tenant, types, decode.decodeEntityType),
    relationships: (tenant, ids) => byId('relationships', tenant, ids, decode.decodeRelationship),
    attachments: (tenant, ids) => byId('attachments', tenant, ids, decode.decodeAttachment),
    facts: (tenant, ids) => byId('facts', tenant, ids, decode.decodeFact),
    runs: async (tenant, places) => {
      const asked = places.map(({ conversationId, runId }) => [conversationId, runId] as const)
      return (await ask('runs', tenant, asked)).map((row) => row && decode.decodeRun(row))
    },
    guards: async (tenant, names) =>
      (await byId('guards', tenant, names, ([value]) => Number(value))).map((value) => value ?? 0),
    relationshipLists: async (tenant, requests) => {
      const asked = requests.map(({ after, limit, ...list }) => ({ ...endOf(list), after, limit }))
      return (await ask('relationshipLists', tenant, asked)).map((rows) => rows.map(decode.decodeRelationship))
    },
    relationshipCounts: (tenant, lists, limit) => ask('relationshipCounts', tenant, { lists: lists.map(endOf), limit }),
  }
}

function endOf({ thing, end, type, deleted }: RelationshipList): RelationshipEnd {
  return { owner: thingKey(thing), end, type, deleted }
}
