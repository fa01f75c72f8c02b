/** The life of a run, as decisions that take values and return values (docs/runs.md draws it). */
import type {
  ConversationId,
  ConversationRuns,
  EventId,
  Hash,
  Instant,
  Json,
  JsonObject,
  ObservationId,
  OpenRun,
} from '../model.ts'
import { badInput, Refusal } from '../refusals.ts'
import { canonicalJson, sha256 } from '../tree/pathHash.ts'

export type RunState = 'CLAIMED' | 'SUSPENDED' | 'COMPLETED' | 'ABORTED'

/** One prompt to final answer cycle of a conversation. Changed only by writes that also change its conversation. */
export interface Run {
  readonly conversationId: ConversationId
  readonly runId: string
  readonly state: RunState
  readonly exclusive: boolean
  readonly claimedAt: Instant
  /** Where the head stood when it was claimed; null: the empty path. */
  readonly claimedAtHeadId: ObservationId | null
  readonly completedAt: Instant | null
  /** 1, 2, … per conversation in the order of completion. */
  readonly completionSeq: number | null
  /** What a fork at it carries, once it is completed. */
  readonly end: RunEnd | null
  /** What it waits for while it is suspended. */
  readonly pending: { readonly questionId: string; readonly request: Json } | null
  /** Answers given so far, oldest first. */
  readonly answers: readonly { readonly questionId: string; readonly answer: Json; readonly eventId: EventId }[]
  /** Model, seed, sampling, as they were given with it; not there where none were. */
  readonly settings?: JsonObject
}

/** How far a fork at a completed run goes: fixed when it is completed, since the past never changes. */
export interface RunEnd {
  /** The last node that the fork carries; null: it carries nothing. */
  readonly observationId: ObservationId | null
  /** Depth of that node, -1 for none. */
  readonly depth: number
  /** Depth of the first turn above that node which the fork leaves out; null: it carries the path as it is. */
  readonly leftOut: number | null
}

/** A run after a decision, with what its conversation keeps of all its runs. */
export interface RunChange {
  readonly run: Run
  readonly runs: ConversationRuns
}

/** A run to open. */
export interface Claim {
  readonly conversationId: ConversationId
  readonly runId: string
  readonly exclusive: boolean
  readonly at: Instant
  /** Where the head stands; null: the empty path. */
  readonly head: { readonly id: ObservationId; readonly depth: number } | null
  readonly settings?: JsonObject | null
}

/** A tool or middleware that waits for an answer, and the run that it was bound to. */
export interface Binding {
  readonly name: string
  readonly runId?: string | null
}

/** Returns the run opened; an exclusive one stands alone. */
export function claim(runs: ConversationRuns, of: Claim): RunChange {
  const { conversationId, runId, exclusive, head, settings } = of
  const open = runs.open.map((one) => one.runId)
  if (open.length > 0 && (exclusive || runs.open.some((one) => one.exclusive)))
    throw activeRuns(conversationId, open, `"${runId}" cannot be claimed beside it`, { runId, exclusive })
  const startDepth = (head?.depth ?? -1) + 1
  const opened: OpenRun = { runId, exclusive, suspended: false, startDepth, startHeadId: head?.id ?? null }
  const run: Run = {
    conversationId,
    runId,
    state: 'CLAIMED',
    exclusive,
    claimedAt: of.at,
    claimedAtHeadId: head?.id ?? null,
    completedAt: null,
    completionSeq: null,
    end: null,
    pending: null,
    answers: [],
    ...(settings != null && { settings }),
  }
  const since = Math.min(runs.since ?? startDepth, startDepth)
  return { run, runs: { ...runs, open: [...runs.open, opened], since } }
}

/** Refuses to claim an id that was claimed before: it is taken for good, whatever became of its run. */
export function checkUnclaimed(known: Run | null, conversationId: ConversationId): void {
  if (known?.state === 'COMPLETED') throw alreadyCompleted(conversationId, known.runId)
  if (known === null) return
  const { runId, state } = known
  throw new Refusal(
    'RUN_ALREADY_CLAIMED',
    { conversationId, runId, state },
    `Run "${runId}" of "${conversationId}" is ${state} already; a run's id is used once.`,
    ['runId'],
  )
}

/** Refuses bindings that name no run or another one than is claimed; each refusal names both (spec C-24). */
export function checkBindings(bindings: readonly Binding[], runId: string | null): void {
  const wrong = bindings.find((binding) => binding.runId == null || binding.runId !== runId)
  if (!wrong) return
  const bound = wrong.runId ?? null
  const quoted = (id: string | null) => (id === null ? 'no run' : `"${id}"`)
  throw badInput(
    `"${wrong.name}" is bound to ${quoted(bound)}, and ${quoted(runId)} is claimed.`,
    { name: wrong.name, boundRunId: bound, runId },
    ['bindings'],
  )
}

/** Returns the run completed: the next of its conversation in the order of completion. */
export function complete(runs: ConversationRuns, run: Run, at: Instant, end: RunEnd): RunChange {
  checkAnswered(run)
  const completed = runs.completed + 1
  return {
    run: { ...run, state: 'COMPLETED', completedAt: at, completionSeq: completed, end },
    runs: { ...without(runs, run.runId), completed },
  }
}

/** Refuses to complete a run that waits for an answer. */
export function checkAnswered(run: Run): void {
  if (run.pending !== null) throw unanswered(run, 'cannot be completed before its answer')
}

/** Returns the run aborted: its id is not free again and takes no turns. */
export function abort(runs: ConversationRuns, run: Run): RunChange {
  return { run: { ...run, state: 'ABORTED', pending: null }, runs: without(runs, run.runId) }
}

/** Returns the run waiting for an answer; it asks one question at a time. */
export function suspend(runs: ConversationRuns, run: Run, pending: NonNullable<Run['pending']>): RunChange {
  if (run.pending !== null) throw unanswered(run, 'asks one question at a time')
  if (run.answers.some((answer) => answer.questionId === pending.questionId))
    throw badInput(
      `Question "${pending.questionId}" of run "${run.runId}" is answered already; ask under another id.`,
      { runId: run.runId, questionId: pending.questionId, pending: null },
      ['questionId'],
    )
  return { run: { ...run, state: 'SUSPENDED', pending }, runs: marked(runs, run.runId, true) }
}

/** Returns the run going on with an answer; without a question id it is the pending one's. */
export function answer(
  runs: ConversationRuns,
  run: Run,
  input: { readonly questionId: string | null; readonly answer: Json; readonly eventId: EventId },
): RunChange {
  const { pending, runId } = run
  if (pending === null || (input.questionId !== null && input.questionId !== pending.questionId))
    throw stale(runId, input.questionId, pending && [pending.questionId])
  const answers = [...run.answers, { questionId: pending.questionId, answer: input.answer, eventId: input.eventId }]
  return { run: { ...run, state: 'CLAIMED', pending: null, answers }, runs: marked(runs, runId, false) }
}

/** Returns the refusal of an answer to no pending question; names the questions that are pending. */
export function stale(runId: string | null, questionId: string | null, pending: readonly string[] | null): Refusal {
  const names = pending?.map((id) => `"${id}"`).join(', ')
  const why = names ? `pending is ${names}` : 'no question is pending'
  const what = questionId === null ? 'The answer' : `The answer to "${questionId}"`
  return badInput(`${what} fits no question: ${why}.`, { runId, questionId, pending: pending ?? [] }, ['questionId'])
}

function unanswered({ runId, pending }: Run, why: string): Refusal {
  const { questionId, request } = pending as NonNullable<Run['pending']>
  return badInput(
    `Run "${runId}" waits for the answer to "${questionId}" and ${why}.`,
    { runId, pending: { questionId, request } },
    ['runId'],
  )
}

/** Returns the run when it is open; refuses one that was not claimed, one that was aborted and a completed one. */
export function checkOpen(conversationId: ConversationId, runId: string, run: Run | null): Run {
  if (run?.state === 'COMPLETED') throw alreadyCompleted(conversationId, runId)
  if (run !== null && run.state !== 'ABORTED') return run
  throw notClaimed(conversationId, runId, run?.state ?? null)
}

/** Returns the refusal of a run that was not claimed, or of one that was aborted. */
export function notClaimed(conversationId: ConversationId, runId: string, state: RunState | null): Refusal {
  const why = state === null ? 'was not claimed' : 'was aborted'
  return new Refusal(
    'RUN_NOT_CLAIMED',
    { conversationId, runId, state },
    `Run "${runId}" of "${conversationId}" ${why}.`,
    ['runId'],
  )
}

function alreadyCompleted(conversationId: ConversationId, runId: string): Refusal {
  return new Refusal(
    'RUN_ALREADY_COMPLETED',
    { conversationId, runId },
    `Run "${runId}" of "${conversationId}" is completed.`,
    ['runId'],
  )
}

/** Returns the refusal of what an open run stands in the way of. */
export function activeRuns(
  conversationId: ConversationId,
  openRunIds: readonly string[],
  why: string,
  facts: { readonly [fact: string]: Json } = {},
): Refusal {
  const names = openRunIds.map((id) => `"${id}"`).join(', ')
  return new Refusal(
    'CONFLICT_ACTIVE_RUN',
    { conversationId, openRunIds, ...facts },
    `Open in "${conversationId}": ${names}; ${why}.`,
  )
}

function without(runs: ConversationRuns, runId: string): ConversationRuns {
  return { ...runs, open: runs.open.filter((one) => one.runId !== runId) }
}

function marked(runs: ConversationRuns, runId: string, suspended: boolean): ConversationRuns {
  return { ...runs, open: runs.open.map((one) => (one.runId === runId ? { ...one, suspended } : one)) }
}

/** Returns the SHA-256 of a run's settings in their canonical form, null where none were given: beside the path's hash, never in it. */
export function settingsHash({ settings }: Run): Hash | null {
  return settings === undefined ? null : sha256(canonicalJson(settings))
}
