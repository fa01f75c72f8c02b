import type { AnswerPart } from '../domain/usage/answer.ts'
import type { Role, Tenant, TreeShape } from '../domain/model.ts'
import { answerSumNames } from '../domain/usage/counters.ts'

/** Sums that are kept: of turns, of tools, and of moves of heads. */
export type RollupKind = 'usage' | 'tools' | 'moves'
/**
 * What sums are grouped by; `row`: as they are kept, `conversation, day, role, model, tool` or `conversation, day, kind`;
 * `cell`: the same of all conversations together; `cwd` and `cwdCell`, of usage alone: by working directory ('' for none), alone and last of a cell's.
 */
export type RollupKey =
  'total' | 'model' | 'role' | 'day' | 'conversation' | 'tool' | 'kind' | 'cwd' | 'row' | 'cell' | 'cwdCell'

/** What is added of each kind, in this order. */
export const rollupColumns = {
  usage: ['messages', 'observations', ...answerSumNames],
  tools: ['calls', 'errors', ...answerSumNames],
  moves: ['count'],
} as const satisfies Record<RollupKind, readonly string[]>
/** What a row of each kind is found by, its tenant aside. */
export const rollupKeys = {
  usage: ['conversationId', 'day', 'role', 'model'],
  tools: ['conversationId', 'day', 'role', 'model', 'tool'],
  moves: ['conversationId', 'day', 'kind'],
} as const satisfies Record<RollupKind, readonly string[]>

/** What a row of all conversations together is found by, its tenant aside. */
export const rollupDayKeys = {
  usage: ['day', 'role', 'model', 'experiment'],
  tools: ['day', 'role', 'model', 'tool', 'experiment'],
  moves: ['day', 'kind', 'experiment'],
} as const satisfies Record<RollupKind, readonly string[]>

/** Says whether days that are folded over all conversations answer a query. */
export function isOfDays({ by, conversationIds }: Pick<RollupQuery, 'by' | 'conversationIds'>): boolean {
  return conversationIds === null && by !== 'conversation' && by !== 'row'
}

/** The number of rows of unfolded days from which on a reader has the days folded. */
export const worthFolding = 1_000

/** Which of the rows are added up. A filter that is null leaves everything; those of models and roles are none of moves. */
export interface RollupQuery {
  readonly kind: RollupKind
  readonly by: RollupKey
  /** Days, both included. */
  readonly from: string
  readonly to: string
  readonly conversationIds: readonly string[] | null
  readonly models: readonly string[] | null
  readonly roles: readonly Role[] | null
  readonly includeExperiments: boolean
  /** The most groups, those of the most input and output tokens first; null: all of them. */
  readonly limit: number | null
}

/** One group: what it is of (nothing for `total`), and the sums in the order of `rollupColumns`. */
export interface RollupRow {
  readonly keys: readonly string[]
  readonly sums: readonly number[]
}

/** What the conversations of one depth of forks come to, those that are deleted apart. */
export interface ConversationSum {
  readonly deleted: boolean
  readonly forkLevel: number
  readonly conversations: number
  /** Of what they recorded themselves: what a fork inherited counts where it was recorded. */
  readonly shape: TreeShape
}

/** The sums that are kept in the same write as what they are of. */
export interface UsageRollups {
  /** Of all conversations, or those of some working directories; null where the store keeps no such sums. */
  conversationSums(
    tenant: Tenant,
    filter: { readonly includeExperiments: boolean; readonly cwd: readonly string[] | null },
  ): Promise<ConversationSum[] | null>
  rollups(tenant: Tenant, query: RollupQuery): Promise<RollupRow[]>
  /** Adds up days over all conversations, where the store keeps such sums; `rollups` has it done where it reads many rows. */
  foldRollups(tenant: Tenant): Promise<void>
  /** The parts of each answer; empty for one that nobody named. */
  answers(tenant: Tenant, ids: readonly string[]): Promise<AnswerPart[][]>
}

/** Says whether groups are known by the working directory of their conversations, which comes last of their keys. */
export const isByCwd = ({ by }: Pick<RollupQuery, 'by'>): boolean => by === 'cwd' || by === 'cwdCell'

/** Returns the keys of a group as they are given: its directory is stored as JSON. */
export function keysWithCwd(keys: readonly string[]): string[] {
  return keys.map((key, k) => (k === keys.length - 1 && key !== '' ? (JSON.parse(key) as string) : key))
}

/** Returns the columns that a group is known by. */
export function groupedBy(kind: RollupKind, by: RollupKey): readonly string[] {
  if (by === 'row') return rollupKeys[kind]
  const cell = rollupKeys[kind].filter((name) => name !== 'conversationId')
  if (by === 'cell') return cell
  if (by === 'cwdCell') return [...cell, 'cwdKey']
  if (by === 'cwd') return ['cwdKey']
  if (by === 'total') return []
  return [by === 'conversation' ? 'conversationId' : by]
}
