import { codeOf, membersOf } from '../turns/json.ts'
import { whileMoved } from '../turns/whileMoved.ts'
import { againOf, placedTurns, type GraftedTurn } from '../turns/graft.ts'
import { cutAt, type History, type Tail } from './history.ts'
import { encodeItem, isSameItem, type EncodedItem } from './items.ts'
import { isOf, markDone, newOperation, operationOf, recordOf } from './operations.ts'
import { areItems, userError } from './peer.ts'

/** A transaction that was checked. */
interface Transaction {
  readonly operationId: string
  /** What must stand at the end, and is replaced. */
  readonly suffix: readonly EncodedItem[]
  readonly items: readonly EncodedItem[]
  /** The whole of it, as it is remembered. */
  readonly canonical: unknown
}

/** Does a transaction once: all of it, or nothing where it is not what it was, or the end of the path is another. */
export async function applyTransaction(history: History, args: unknown): Promise<void> {
  const transaction = await readTransaction(args)
  await history.keepBytes(transaction.items)
  await whileMoved(async () => {
    const known = await operationOf(history.conversation, transaction.operationId)
    if (!known) return apply(history, transaction)
    if (!isOf(known, transaction.canonical))
      throw await userError(
        'Session history operation was already applied with a different transaction.',
        'IDEMPOTENCY_MISMATCH',
      )
    if (known.emptying !== null) await finishEmptying(history, transaction.operationId, known)
  })
}

async function apply(history: History, transaction: Transaction): Promise<void> {
  const { operationId, suffix, items, canonical } = transaction
  const tail = await history.tail(suffix.length + 1)
  const keepCount = tail.items.length - suffix.length
  const stored = keepCount < 0 ? [] : tail.items.slice(keepCount)
  const isThere = keepCount >= 0 && suffix.every(({ flat }, i) => stored[i] && isSameItem(flat, stored[i].flat))
  if (!isThere || !(await areItems(await history.originalsOf(stored))))
    throw await userError('Session history suffix no longer matches the transaction precondition.', 'HEAD_CHANGED')
  const head = tail.path.at(-1)?.observationId ?? null
  const turns = items.map(({ turn }) => turn)
  if (suffix.length > 0 && items.length === 0 && keepCount === 0 && tail.isWhole) {
    const operation = newOperation(canonical, head)
    await remember(history, operationId, () => history.conversation.records.put(recordOf(operationId, operation)))
    await finishEmptying(history, operationId, operation)
    return
  }
  const { parent, all } = placeOf(tail, keepCount, turns, suffix.length)
  const records = [recordOf(operationId, newOperation(canonical))]
  await remember(history, operationId, () =>
    history.conversation.append(placedTurns(all, parent, head), { expectedHead: head, records }),
  )
}

/** Returns behind what the turns go. A path that only becomes shorter ends with its last turn stored again. */
function placeOf(tail: Tail, keepCount: number, turns: readonly GraftedTurn[], replaced: number) {
  const { path, items } = tail
  const cut = cutAt(path, items, keepCount)
  const all = [...cut.again, ...turns]
  const last = items[keepCount - 1]
  if (all.length > 0 || replaced === 0 || !last) return { parent: path[cut.at - 1]?.observationId ?? null, all }
  const again = path[last.at]
  return { parent: path[last.at - 1]?.observationId ?? null, all: again ? [againOf(again)] : [] }
}

/** Another process may do the same operation at the same time: then it is read again. */
async function remember(history: History, operationId: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write()
  } catch (thrown) {
    const isThere =
      codeOf(thrown) === 'ALREADY_EXISTS' && (await operationOf(history.conversation, operationId)) !== null
    if (!isThere) throw thrown
    throw Object.assign(new Error('The operation is being done by another process.', { cause: thrown }), {
      code: 'HEAD_MOVED',
    })
  }
}

/** What stands between the record and the move of a head is done by the next operation. */
async function finishEmptying(
  history: History,
  operationId: string,
  operation: { readonly emptying: string | null; readonly salt: string; readonly hash: string },
) {
  const head = (await history.conversation.summary())?.head?.id ?? null
  if (head !== null && head === operation.emptying) await history.clear(head)
  await markDone(history.conversation, operationId, operation)
}

/** Returns a transaction as it was given; refuses what the SDK's own sessions refuse, in their words. */
async function readTransaction(args: unknown): Promise<Transaction> {
  const refuse = async (message: string): Promise<never> => {
    throw await userError(message)
  }
  const members = membersOf(args)
  if (!members) return refuse('Session history transaction arguments are invalid.')
  const { operationId } = members
  if (typeof operationId !== 'string' || operationId.trim() === '')
    return refuse('Session history transaction operationId must be a non-empty string.')
  const transaction = membersOf(members['transaction'])
  if (!transaction) return refuse('Session history transaction must be an object.')
  const { type, items, expectedSuffix, replacement } = transaction
  const lists = type === 'append_items' ? { items } : type === 'replace_suffix' ? { expectedSuffix, replacement } : null
  if (!lists) return refuse('Unsupported session history transaction type.')
  const isWhole = Object.keys(transaction).length === 1 + Object.keys(lists).length
  if (!isWhole || !Object.values(lists).every(Array.isArray))
    return refuse(`Session history ${type === 'append_items' ? 'append' : 'suffix'} transaction fields are invalid.`)
  const all = Object.entries(lists) as [string, unknown[]][]
  const unsupported = 'Session history transaction items contain invalid or unsupported data.'
  const encoded = all.map(([, list]) => encodedOr(list))
  if (!(await areItems(all.flatMap(([, list]) => list)))) return refuse(unsupported)
  const results = encoded.filter((each) => each !== null)
  if (results.length < encoded.length) return refuse(unsupported)
  const [first = [], second] = results
  const flat = results.map((each) => each.map(({ flat: { value, odd } }) => ({ value, odd })))
  return {
    operationId,
    suffix: second ? first : [],
    items: second ?? first,
    canonical: { type, lists: flat },
  }
}

function encodedOr(list: readonly unknown[]): EncodedItem[] | null {
  try {
    return list.map((item, i) => encodeItem(item, i))
  } catch {
    return null
  }
}
