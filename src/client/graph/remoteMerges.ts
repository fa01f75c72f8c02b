import type { Verdict } from '../../domain/merge.ts'
import { CommandFailed } from '../failures.ts'
import type { Integrity } from '../graph.ts'
import type { Mended, Merged, MergeAsked, RepairAsked } from '../merges.ts'
import type { Query } from './remoteQueries.ts'

interface Refusable {
  readonly userErrors: readonly { readonly code: string; readonly message: string; readonly details: unknown }[]
}

function accepted<T extends Refusable>(payload: T): T {
  const [error] = payload.userErrors
  if (error) throw new CommandFailed(error.code, error.message, error.details)
  return payload
}

interface MergeAnswer {
  readonly done: Refusable & {
    readonly join: { readonly id: string } | null
    readonly verdict: Verdict | null
    readonly refuted: readonly { readonly conversation: { readonly id: string }; readonly reason: string }[]
  }
}

/** Merges branches of a running server, by the gates that it has. */
export async function mergeThere(query: Query, input: MergeAsked): Promise<Merged> {
  const answer = await query<MergeAnswer>(
    `mutation ($input: MergeInput!) {
      done: mergeConversations(input: $input) {
        join { id } verdict refuted { conversation { id } reason } userErrors { code message details }
      }
    }`,
    { input },
  )
  const { join, verdict, refuted } = accepted(answer.done)
  const named = refuted.map(({ conversation, reason }) => ({ conversationId: conversation.id, reason }))
  return { joinId: join?.id ?? null, verdict, refuted: named }
}

interface RepairAnswer {
  readonly done: Refusable & {
    readonly report: Integrity
    readonly event: { readonly details: Readonly<Record<string, unknown>> } | null
  }
}

/** Mends a path of a running server, or tells what there is to mend. */
export async function repairThere(query: Query, input: RepairAsked): Promise<Mended> {
  const answer = await query<RepairAnswer>(
    `mutation ($input: RepairInput!) {
      done: repair(input: $input) {
        report { damage repairable findings { code message details } } event { details } userErrors { code message details }
      }
    }`,
    { input },
  )
  const { report, event } = accepted(answer.done)
  return { ...report, faults: event === null ? null : Number(event.details['faults']) }
}
