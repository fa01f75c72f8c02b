import type {
  Conversation,
  ConversationId,
  Message,
  Observation,
  ObservationId,
  Segment,
  SegmentId,
} from '../domain/model.ts'
import type { Tenant } from '../domain/access/tenant.ts'

/** How the nodes of a segment can be numbered: all of them, its numbered turns, or its turns of any role. */
export type Axis = 'depth' | 'turn' | 'entry'

/** The nodes of one segment whose number on the axis is from `from` to `to`, both included. */
export interface Range {
  readonly segmentId: SegmentId
  readonly axis: Axis
  readonly from: number
  readonly to: number
}

/** Rows that are read by one question because they are used together, each kind in a list of its own. */
export type Bundle = readonly [
  conversations: readonly Conversation[],
  observations: readonly Observation[],
  segments: readonly Segment[],
  messages: readonly Message[],
]

/** The end of a path: its head, and the last nodes of the head's segment up to it. */
export interface Tail {
  readonly headId: ObservationId
  readonly axis: Axis
  readonly last: number
}

/** Reads of several kinds in one round trip. What is not there is missing from its list. */
export interface BundleReads {
  /** Each conversation with its head and that one's segment, the first USER turn of the path, and the messages of both. */
  grounds(tenant: Tenant, ids: readonly ConversationId[]): Promise<Bundle[]>
  /** Nodes by rising number, with their messages; none where the head has no number on the axis. */
  tails(tenant: Tenant, tails: readonly Tail[]): Promise<Bundle[]>
  /** What `ranges` gives, with the messages of the nodes; where a commit is seen by halves, fewer nodes. */
  shown(tenant: Tenant, ranges: readonly Range[]): Promise<Bundle[]>
}
