import type { Event, Conversation, EventKind, Json, JsonObject, NewEvent, TreeNode } from '../../domain/model.ts'
import type { Scope } from '../scope.ts'
import { changeConversation } from '../write/changeConversation.ts'
import { command, found, type CommandInput } from '../write/command.ts'
import { leaving, moveHead, type Draft } from '../write/draft/draft.ts'
import { newEvent } from '../write/draft/additions.ts'
import { checkBoundary } from '../forks/forkPoint.ts'
import { isEndHere } from '../trees/leaves.ts'
import { checkOpenRuns } from '../runs/openRuns.ts'
import { checkExpected } from '../write/expectedHead.ts'

export interface HeadResult {
  readonly conversation: Conversation
  readonly event: Event
  readonly leftTranscript: number
  readonly replayed: boolean
}

/** Where a head goes, and what more the ledger says of it. */
export interface HeadTarget {
  readonly node: TreeNode | null
  readonly details?: JsonObject
}

/** A command that moves a head and stores nothing. */
export interface Move {
  readonly kind: EventKind
  readonly operation: string
  readonly input: CommandInput & {
    readonly conversationId: string
    readonly note?: string | null
    readonly actor?: Json
  }
  /** Where the head is to go; refuses what is no such place. */
  readonly target: (draft: Draft) => Promise<HeadTarget>
}

/** Moves a head, with expected head, idempotency and event; what was after it stays in the tree (design §5). */
export async function moveHeadTo(scope: Scope, move: Move): Promise<HeadResult> {
  const { conversationId } = move.input
  const { reads } = scope
  return command(scope, move.input, {
    operation: move.operation,
    decide: async (commandScope) => {
      const { result, conversation, stored } = await changeConversation(commandScope, conversationId, async (draft) => {
        const result = await moved(scope, move, draft)
        return { result, record: { conversationId, eventId: result.event.id } }
      })
      const { event, leftTranscript } = result
      return { conversation, event: stored(event, 0), leftTranscript }
    },
    load: async (record: MoveRecord) => {
      const { conversationId, eventId } = record
      const done = await found(record, {
        conversation: reads.conversation(conversationId),
        event: reads.event(eventId),
      })
      return { ...done, leftTranscript: Number(done.event.details['leftTranscript']) }
    },
  })
}

/** How many turns left the transcript stands in the event. */
type MoveRecord = { readonly conversationId: string; readonly eventId: string }

/**
 * Refuses a place where a head would part a tool call from its result. At an end it parts none: there a call that is open waits, as it
 * did when the head stood there, so that every move of a head can be taken back.
 */
export async function checkStand(draft: Draft, node: TreeNode | null): Promise<void> {
  if (node !== null && (await isEndHere(draft, node))) return
  await checkBoundary(draft, { node }, 'MESSAGE')
}

async function moved(
  scope: Scope,
  { kind, input, target }: Move,
  draft: Draft,
): Promise<{ event: NewEvent; leftTranscript: number }> {
  const from = draft.head
  await checkExpected(draft, input.expectedHeadId)
  const { node: to, details } = await target(draft)
  await checkOpenRuns(draft, to)
  const leftTranscript = await leaving(draft, to)
  await moveHead(draft, to)
  const { actor, note } = input
  const head = { from: from?.id ?? null, to: to?.id ?? null }
  const event = newEvent(scope, kind, draft.conversation.id, {
    actor,
    note,
    pathHash: to?.place.pathHash ?? null,
    details: { leftTranscript, ...details },
    head,
  })
  draft.events.push(event)
  return { event, leftTranscript }
}
