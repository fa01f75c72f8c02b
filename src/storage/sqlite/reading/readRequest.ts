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
  readonly cwdKeys: string | null
  readonly titleKey: string | null
  readonly memberKeys: string | null
  /** From this on, and below that: instants, or bounds outside all of them. */
  readonly from: string
  readonly below: string
  readonly forkedFrom: string | null
  readonly includeDeleted: boolean
  /** The shelves on which these stand, each a stretch of the index. */
  readonly shelves: readonly number[]
  readonly withoutForks: boolean
  readonly withoutSidechains: boolean
  /** Members of the metadata that none may have, as a JSON list; null where there is no such filter. */
  readonly withoutMembers: string | null
  /** 1: those in which a tool failed alone; 0: none of them; null: both. */
  readonly failing: 0 | 1 | null
  readonly limit: number
}

/** A list of relationships; `owner` is the end as one text (endpointKey). */
export type RelationshipEnd = Omit<RelationshipList, 'thing'> & { readonly owner: string }

/** The nodes of a segment between two numbers on an axis, both included. */
export type RangeRequest = readonly [axis: Axis, segmentId: string, from: number, to: number]
/** The last nodes up to a head, in its segment. */
export type TailRequest = readonly [axis: Axis, headId: string, last: number]

export type NodesWithMessages = readonly [nodes: readonly SqlRow[], messages: readonly SqlRow[]]

/** Every question that a reader's thread answers: what it is asked and what it gives. */
export interface ReadKinds {
  /** An id each, or the key of a table's row. */
  byId: { request: { kind: Kind; ids: readonly (string | SqlRow)[] }; answer: (SqlRow | null)[] }
  externals: { request: readonly string[]; answer: SqlRow[][] }
  junctions: { request: readonly (readonly [conversationId: string, parentId: string])[]; answer: (SqlRow | null)[] }
  /** These three answer with the epoch of the tenant's observations, as of the same commit. */
  observations: { request: readonly string[]; answer: readonly [epoch: number, rows: (SqlRow | null)[]] }
  ranges: { request: readonly RangeRequest[]; answer: readonly [epoch: number, rows: SqlRow[][]] }
  /** Nodes with their messages, and messages by their ids. */
  pages: {
    request: { readonly places: readonly (RangeRequest | TailRequest)[]; readonly messageIds: readonly string[] }
    answer: readonly [epoch: number, nodes: NodesWithMessages[], messages: SqlRow[]]
  }
  /** The row of the frontier, the first USER turn's, and the messages of it and the head; null: no such conversation. */
  grounds: { request: readonly string[]; answer: (readonly [SqlRow, SqlRow | null, readonly SqlRow[]] | null)[] }
  lineages: { request: readonly string[]; answer: SqlRow[][] }
  lists: {
    request: readonly { list: ListName; owner: string; after: ListKey | null; limit: number }[]
    answer: SqlRow[][]
  }
  counts: { request: { lists: readonly { list: ListName; owner: string }[]; limit: number }; answer: number[] }
  countsBelow: { request: { nodes: readonly BelowNode[]; limit: number }; answer: number[] }
  relationshipLists: {
    request: readonly (RelationshipEnd & { after: ListKey | null; limit: number })[]
    answer: SqlRow[][]
  }
  relationshipCounts: { request: { lists: readonly RelationshipEnd[]; limit: number }; answer: number[] }
  stateRecordLists: { request: readonly StateRecordListRequest[]; answer: SqlRow[][] }
  stateRecordCounts: { request: { ranges: readonly StateRecordRange[]; limit: number }; answer: number[] }
  stateRecordKinds: { request: StateRecordKindRequest; answer: string[] }
  conversationList: { request: { filter: ConversationFilter; after: ListKey | null }; answer: SqlRow[] }
  conversationCount: { request: ConversationFilter; answer: number }
  directories: { request: { after: ListKey | null; limit: number }; answer: SqlRow[] }
  rawSources: { request: string; answer: SqlRow[] }
  rawChunks: {
    request: readonly [conversationId: string, source: string, fromLine: number, limit: number]
    answer: SqlRow[]
  }
  walk: { request: { table: WalkedTable; after: string | null; limit: number }; answer: SqlRow[] }
  keysNaming: { request: readonly string[]; answer: SqlRow[] }
  rollups: { request: RollupQuery; answer: ReadRollups }
  conversationSums: { request: { includeExperiments: boolean; cwdKeys: string | null }; answer: SqlRow[] }
  unfoldedDays: { request: null; answer: string[] }
  answers: { request: readonly string[]; answer: (SqlRow | null)[] }
  rowCounts: { request: null; answer: Record<string, number> }
  registry: { request: { statement: RegistryRead; values: SqlRow }; answer: SqlRow[] }
  faults: { request: null; answer: StoreFault[] }
}
export type ReadName = keyof ReadKinds
export interface ReadRequest<N extends ReadName = ReadName> {
  /** '' for what is of no tenant. */
  readonly tenant: string
  readonly name: N
  readonly request: ReadKinds[N]['request']
}
