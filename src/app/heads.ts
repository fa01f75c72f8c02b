import type { EventKind, Json, JsonObject, NewEvent, TreeNode } from '../domain/model.ts'
import type { Act, HeadResult } from './act.ts'
import { commit } from './commit.ts'
import { afterOf, changesOf, leaving, moveHead, type Draft } from './drafts.ts'
import { eventOf } from './events.ts'
import { once } from './idempotency.ts'
import { draftOf } from './openDraft.ts'
import { checkOpenRuns } from './openRuns.ts'
import { headMoved } from './expectedHead.ts'

/** Where a head goes, and what more the ledger says of it. */
export interface Target {
  readonly node: TreeNode | null
  readonly details?: JsonObject
}

/** A command that moves a head and stores nothing. */
export interface Move {
  readonly kind: EventKind
  readonly operation: string
  readonly input: {
    readonly conversationId: string
    readonly expectedHeadId?: string | null
    readonly idempotencyKey?: string | null
    readonly note?: string | null
    readonly actor?: Json
  }
  /** Where the head is to go; refuses what is no such place. */
  readonly target: (draft: Draft) => Promise<Target>
}

/** Moves a head, with expected head, idempotency and event; what was after it stays in the tree (design §5). */
export async function moveHeadOf(act: Act, move: Move): Promise<HeadResult> {
  const { idempotencyKey, expectedHeadId: _expected, ...compared } = move.input
  return once<HeadResult>(act, {
    operation: move.operation,
    key: idempotencyKey,
    input: compared,
    perform: async (bind) => {
      const { result, seqs } = await commit(act, [move.input.conversationId], async ([standing]) => {
        await standing?.settled()
        const draft = draftOf(act, move.input.conversationId, standing?.frontier ?? null)
        const { event, leftTranscript } = await moved(act, move, draft)
        const kept = { conversationId: draft.conversation.id, eventId: event.id, leftTranscript }
        const changes = changesOf([draft], bind(kept))
        const conversation = changes.conversations[0]?.value ?? draft.conversation
        return { changes, after: afterOf([draft]), result: { conversation, event, leftTranscript } }
      })
      return { ...result, event: { ...result.event, seq: seqs.get(result.event.id) ?? 0 }, replayed: false }
    },
    replay: (kept) => replayed(act, kept as { conversationId: string; eventId: string; leftTranscript: number }),
  })
}

async function moved(
  act: Act,
  { kind, input, target }: Move,
  draft: Draft,
): Promise<{ event: NewEvent; leftTranscript: number }> {
  const from = draft.head
  const { expectedHeadId } = input
  if (expectedHeadId !== undefined && expectedHeadId !== (from?.id ?? null))
    throw headMoved(draft.conversation.id, expectedHeadId, from?.id ?? null)
  const { node: to, details } = await target(draft)
  await checkOpenRuns(draft, to)
  const leftTranscript = await leaving(draft, to)
  await moveHead(draft, to)
  const { actor, note } = input
  const head = { from: from?.id ?? null, to: to?.id ?? null }
  const event = eventOf(act, kind, draft.conversation.id, {
    actor,
    note,
    pathHash: to?.place.pathHash ?? null,
    details: { leftTranscript, ...details },
    head,
  })
  draft.events.push(event)
  return { event, leftTranscript }
}

async function replayed(
  act: Act,
  kept: { conversationId: string; eventId: string; leftTranscript: number },
): Promise<HeadResult> {
  const [conversation, event] = await Promise.all([
    act.reads.conversation(kept.conversationId),
    act.reads.event(kept.eventId),
  ])
  if (!conversation || !event) throw new Error(`What was done as event ${kept.eventId} is missing.`)
  return { conversation, event, leftTranscript: kept.leftTranscript, replayed: true }
}
