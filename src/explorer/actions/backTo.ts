import type { Client } from 'urql'
import { Rewind, Switch } from '../documents/generated.ts'
import type { Action } from './action.ts'
import { inputOf } from './inputOf.ts'

type Return = Extract<Action, { kind: 'return' }>

/**
 * Moves a head to any place of its tree where it stood, and returns the last answer: back along its path or, from another branch,
 * to the newest leaf below that place and back from there.
 */
export async function backTo(client: Client, action: Return, key: string) {
  const back = (from: Return, ownKey: string) =>
    client.mutation(Rewind, { input: inputOf(from, ownKey) as never }).toPromise()
  const first = await back(action, key)
  const [refusal] = first.data?.result.userErrors ?? []
  if (refusal?.code !== 'FORK_POINT_UNKNOWN' || action.to === null) return first
  const over: Action = { kind: 'switch', conversationId: action.conversationId, to: action.to, head: action.head }
  const second = await client.mutation(Switch, { input: inputOf(over, `${key}-over`) as never }).toPromise()
  const head = second.data?.result.conversation?.head?.id ?? null
  const isThere = head === action.to || (second.data?.result.userErrors.length ?? 1) > 0
  return isThere ? second : back({ ...action, head }, `${key}-back`)
}
