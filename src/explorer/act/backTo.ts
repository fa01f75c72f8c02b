import type { Client } from 'urql'
import { Rewind, Switch } from '../documents/generated.ts'
import { inputOf, type Act } from './act.ts'

type Return = Extract<Act, { kind: 'return' }>

/**
 * Moves a head to any place of its tree where it stood, and returns the last answer: back along its path or, from another branch,
 * to the newest leaf below that place and back from there.
 */
export async function backTo(client: Client, act: Return, key: string) {
  const back = (from: Return, ownKey: string) =>
    client.mutation(Rewind, { input: inputOf(from, ownKey) as never }).toPromise()
  const first = await back(act, key)
  const [refusal] = first.data?.result.userErrors ?? []
  if (refusal?.code !== 'FORK_POINT_UNKNOWN' || act.to === null) return first
  const over: Act = { kind: 'switch', talkId: act.talkId, to: act.to, head: act.head }
  const second = await client.mutation(Switch, { input: inputOf(over, `${key}-over`) as never }).toPromise()
  const head = second.data?.result.conversation?.head?.id ?? null
  const isThere = head === act.to || (second.data?.result.userErrors.length ?? 1) > 0
  return isThere ? second : back({ ...act, head }, `${key}-back`)
}
