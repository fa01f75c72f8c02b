import type { GateOver, MergeStrategy, Refuted, Verdict } from '../../domain/records/merge.ts'
import type { Block, Conversation, Event, Json, JsonObject, Observation, TreeNode } from '../../domain/model.ts'
import type { Endpoint } from '../../domain/records/relationship.ts'

export interface Merge {
  readonly into: string
  readonly from: readonly string[]
  readonly strategy: MergeStrategy
  readonly turns?: readonly string[] | null
  readonly gate?: GateRef | null
  /** EACH unless said. */
  readonly over?: GateOver | null
  readonly reviewer?: string | null
  readonly actor?: Json
  readonly expectedHeadId?: string | null
  readonly note?: string | null
  readonly idempotencyKey?: string | null
}
export type GateRef = { readonly jsonSchema: Json } | { readonly command: string }

/** `join` is null where no input survived; `verdict` where no gate judged. */
export interface MergeResult {
  readonly conversation: Conversation
  readonly join: Observation | null
  readonly event: Event
  readonly verdict: Verdict | null
  readonly refuted: readonly Refuted[]
  /** Conversation ids. */
  readonly undecided: readonly string[]
  readonly replayed: boolean
}

/** What a strategy takes of the branches. */
export interface Gathered {
  /** The heads of the branches that the join is to have for its other parents; none: there is no join. */
  readonly parents: readonly TreeNode[]
  readonly verdict: Verdict | null
  readonly refuted: readonly Refuted[]
  /** The content of the join. */
  readonly blocks: readonly Block[]
  /** What the join says of itself beside its content. */
  readonly fields: JsonObject
  /** Turns to be copied below the join, in their order. */
  readonly picks: readonly TreeNode[]
  /** What the conversation is to refer to. */
  readonly refersTo: readonly Endpoint[]
  /** What the event says of it. */
  readonly details: JsonObject
}
