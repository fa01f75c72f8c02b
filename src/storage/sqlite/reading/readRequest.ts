import type { Axis, BelowNode, ListKey, ListName, RelationshipList, RollupQuery, StoreFault } from '../../graphStore.ts'
import type { StateRecordKindRequest, StateRecordListRequest } from '../../graphStore.ts'
import type { StateRecordRange } from '../../../domain/records/stateRecord.ts'
import type { SqlRow } from '../connection/connection.ts'
import type { Kind } from './readSql.ts'
import type { ReadRollups } from '../rollups/read.ts'
import type { RegistryRead } from '../registry/registrySql.ts'
import type { WalkedTable } from './walkSql.ts'

/** The filter of a conversation list in the words of its statements. */
export interface ConversationFilter {
  /** JSON text of a list, null where there is no such filter. */
  readonly origins: string | null
  readonly cwdKey: string | null
  readonly titleKey: string | null
  readonly memberKeys: string | null
  /** From this on, and below that: instants, or bounds outside all of them. */
  readonly from: string
  readonly below: string
  readonly forkedFrom: string | null
  readonly includeDeleted: boolean
  readonly withoutForks: boolean
  readonly withoutSidechains: boolean
  /** Two members of the metadata that none may have, each null where there is no such filter. */
  readonly withoutMembers: readonly [string | null, string | null]
  /** 1: those in which a tool failed alone; 0: none of them; null: both. */
  readonly failing: 0 | 1 | null
  readonly limit: number
}

/** A list of relationships; `owner` is the end as one text (endpointKey). */
export type RelationshipEnd = Omit<RelationshipList, 'thing'> & { readonly owner: string }

export type NodesWithMessages = readonly [nodes: readonly SqlRow[], messages: readonly SqlRow[]]

/** Every question that a reader's thread answers: what it is asked and what it gives. */
export interface ReadKinds {
  /** An id each, or the key of a table's row. */
  byId: { asked: { kind: Kind; ids: readonly (string | SqlRow)[] }; given: (SqlRow | null)[] }
  externals: { asked: readonly string[]; given: SqlRow[][] }
  junctions: { asked: readonly (readonly [conversationId: string, parentId: string])[]; given: (SqlRow | null)[] }
  ranges: {
    asked: readonly (readonly [axis: Axis, segmentId: string, from: number, to: number])[]
    given: SqlRow[][]
  }
  /** The row of the frontier, the first USER turn's, and the messages of it and the head; null: no such conversation. */
  grounds: { asked: readonly string[]; given: (readonly [SqlRow, SqlRow | null, readonly SqlRow[]] | null)[] }
  tails: {
    asked: readonly (readonly [axis: Axis, headId: string, last: number])[]
    given: NodesWithMessages[]
  }
  shown: {
    asked: readonly (readonly [axis: Axis, segmentId: string, from: number, to: number])[]
    given: NodesWithMessages[]
  }
  lineages: { asked: readonly string[]; given: SqlRow[][] }
  lists: {
    asked: readonly { list: ListName; owner: string; after: ListKey | null; limit: number }[]
    given: SqlRow[][]
  }
  counts: { asked: { lists: readonly { list: ListName; owner: string }[]; limit: number }; given: number[] }
  countsBelow: { asked: { nodes: readonly BelowNode[]; limit: number }; given: number[] }
  relationshipLists: {
    asked: readonly (RelationshipEnd & { after: ListKey | null; limit: number })[]
    given: SqlRow[][]
  }
  relationshipCounts: { asked: { lists: readonly RelationshipEnd[]; limit: number }; given: number[] }
  stateRecordLists: { asked: readonly StateRecordListRequest[]; given: SqlRow[][] }
  stateRecordCounts: { asked: { ranges: readonly StateRecordRange[]; limit: number }; given: number[] }
  stateRecordKinds: { asked: StateRecordKindRequest; given: string[] }
  conversationList: { asked: { filter: ConversationFilter; after: ListKey | null }; given: SqlRow[] }
  conversationCount: { asked: ConversationFilter; given: number }
  directories: { asked: { after: ListKey | null; limit: number }; given: SqlRow[] }
  rawSources: { asked: string; given: SqlRow[] }
  rawChunks: {
    asked: readonly [conversationId: string, source: string, fromLine: number, limit: number]
    given: SqlRow[]
  }
  walk: { asked: { table: WalkedTable; after: string | null; limit: number }; given: SqlRow[] }
  rollups: { asked: RollupQuery; given: ReadRollups }
  unfoldedDays: { asked: null; given: string[] }
  answers: { asked: readonly string[]; given: (SqlRow | null)[] }
  rowCounts: { asked: null; given: Record<string, number> }
  registry: { asked: { statement: RegistryRead; values: SqlRow }; given: SqlRow[] }
  faults: { asked: null; given: StoreFault[] }
}
export type ReadName = keyof ReadKinds
export interface ReadRequest<N extends ReadName = ReadName> {
  /** '' for what is of no tenant. */
  readonly tenant: string
  readonly name: N
  readonly asked: ReadKinds[N]['asked']
}
