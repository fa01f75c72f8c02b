import type { Instant, Json } from '../model.ts'
import type { LoopCounts } from './loop.ts'
import type { Outcome } from './outcome.ts'

export type CallState = Outcome | 'UNANSWERED' | 'RUNNING'

/** One node of a path as the model of prompts needs it. */
export interface PathNode {
  readonly id: string
  readonly depth: number
  readonly isAssistant: boolean
  readonly beginsRow: boolean
  readonly observedAt: Instant
  readonly model: string | null
  /** What was said in it, '' for nothing. */
  readonly text: string
  readonly calls: readonly { readonly callId: string; readonly name: string; readonly input: Json }[]
  readonly results: readonly { readonly callId: string; readonly outcome: Outcome }[]
  /** What is counted along its path, up to itself. */
  readonly upTo: LoopCounts
}

/** A call of a path with what came of it. */
export interface PathCall {
  readonly callId: string
  readonly name: string
  readonly input: Json
  readonly state: CallState
  /** Depth of the node that made it. */
  readonly depth: number
  /** Depth of the node with its result; null where there is none. */
  readonly resultDepth: number | null
  /** What was said since the call before, the last of it. */
  readonly text: string
}

/** The sign of each state in a strip. */
const signs: Readonly<Record<CallState, string>> = {
  DONE: '.',
  FAILED: 'x',
  DECLINED: '-',
  UNANSWERED: '?',
  RUNNING: '+',
}

/** Returns the sign of a call's state. */
export const signOf = (state: CallState): string => signs[state]

/**
 * Returns the calls of a path in order, each with its result: it answers the newest open call of its id. A call without
 * one is RUNNING where `isRunning` says so.
 */
export function callsOf(nodes: readonly PathNode[], isRunning: (callId: string) => boolean = () => false): PathCall[] {
  const calls: PathCall[] = []
  const open = new Map<string, number[]>()
  let text = ''
  for (const node of nodes) {
    if (node.isAssistant && node.text.trim() !== '') text = node.text
    for (const { callId, outcome } of node.results) {
      const at = open.get(callId)?.pop()
      const call = at === undefined ? undefined : calls[at]
      if (at !== undefined && call) calls[at] = { ...call, state: outcome, resultDepth: node.depth }
    }
    for (const { callId, name, input } of node.calls) {
      open.set(callId, [...(open.get(callId) ?? []), calls.length])
      calls.push({ callId, name, input, state: 'UNANSWERED', depth: node.depth, resultDepth: null, text })
      text = ''
    }
    if (node.beginsRow) text = ''
  }
  return calls.map((call) =>
    call.state === 'UNANSWERED' && isRunning(call.callId) ? { ...call, state: 'RUNNING' } : call,
  )
}
