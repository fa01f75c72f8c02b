import { membersOf } from '../turns/json.ts'
import type { GraftedTurn } from '../turns/graft.ts'
import { againOf } from '../turns/graft.ts'
import type { History } from './history.ts'
import { encodeItem, type EncodedItem } from './items.ts'

/** A change of items that are there: a call, by its id, is replaced, and what has its id behind it is dropped. */
interface Mutation {
  readonly type: string
  readonly callId: string
  readonly replacement: unknown
}

/** An item of the rewritten history: one that was there, or another one in its place. */
interface Rewritten {
  readonly item: unknown
  /** Which of the stored items it was. */
  readonly was: number
  readonly isOld: boolean
}

/** Rewrites the items of a session: what is before the first change stays where it is. */
export async function applyMutations(history: History, mutations: readonly Mutation[]): Promise<void> {
  const tail = await history.tail()
  const stored = await history.originalsOf(tail.items)
  let items = stored.map((item, was): Rewritten => ({ item, was, isOld: true }))
  for (const mutation of mutations) if (mutation.type === 'replace_function_call') items = replaced(items, mutation)
  const changed = items.findIndex(({ was, isOld }, i) => !isOld || was !== i)
  if (changed < 0 && items.length === stored.length) return
  const keepCount = changed < 0 ? items.length : changed
  const bytes: EncodedItem[] = []
  const turns = items.slice(keepCount).map(({ item, was, isOld }, i): GraftedTurn => {
    const place = tail.items[was]
    const turn = place && tail.path[place.at]
    const isAlone = tail.items.filter(({ at }) => at === place?.at).length === 1
    if (turn && isOld && isAlone) return againOf(turn)
    const encoded = encodeItem(item, i, isAlone ? (turn?.turnId ?? undefined) : undefined)
    bytes.push(encoded)
    return encoded.turn
  })
  await history.keepBytes(bytes)
  await history.replace(tail, keepCount, turns)
}

function replaced(items: readonly Rewritten[], { callId, replacement }: Mutation): Rewritten[] {
  let isDone = false
  return items.flatMap((each) => {
    const { type, callId: id } = membersOf(each.item) ?? {}
    if (type !== 'function_call' || id !== callId) return [each]
    if (isDone) return []
    isDone = true
    return [{ item: replacement, was: each.was, isOld: false }]
  })
}
