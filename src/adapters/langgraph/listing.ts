/** The checkpoints of a thread, or of all threads, newest first. */
import type { StateRecord } from '../../client/client.ts'
import type { ConnectedGraph } from '../../client/client.ts'
import { checkpointOf, type CheckpointBody } from './checkpoint.ts'
import { checkpointKind, checkpoints, namespaceOf } from './names.ts'
import type { Placed } from './reading.ts'

/** Which checkpoints are listed; what is left out is any. */
export interface CheckpointRange {
  readonly threadId?: string | undefined
  readonly namespace?: string | undefined
  readonly checkpointId?: string | undefined
  /** Only those whose ids are before this one. */
  readonly before?: string | undefined
}

/** Yields checkpoints with their threads, greatest id first. */
export async function* listCheckpoints(
  client: ConnectedGraph,
  range: CheckpointRange,
  pageSize: number,
): AsyncGenerator<Placed & { readonly threadId: string }> {
  const { conversations } = client
  const { threadId, namespace, checkpointId, before } = range
  const within = threadId === undefined ? conversations.records : conversations.open(threadId).records
  const recordKinds = namespace === undefined ? await within.kinds(checkpoints) : [checkpointKind(namespace)]
  const rest = { order: 'DESCENDING', first: pageSize, ...(before !== undefined && { beforeKey: before }) } as const
  const only = checkpointId === undefined ? {} : { keys: [checkpointId] }
  const lists = recordKinds.filter(isOfCheckpoints).map((kind) => within.list({ kind, ...only, ...rest }))
  for await (const record of merged(lists.map((list) => list[Symbol.asyncIterator]()))) {
    const stored = checkpointOf(record)
    yield { threadId: record.conversation.id, namespace: namespaceOf(record.kind) ?? nameIn(record), stored }
  }
}

const isOfCheckpoints = (kind: string): boolean => kind === checkpoints || kind.startsWith(`${checkpoints}/`)
const nameIn = ({ value }: StateRecord): string => (value as CheckpointBody).namespace ?? ''

/** Yields what several lists have, greatest key first; each of them is in that order. */
async function* merged(lists: readonly AsyncIterator<StateRecord>[]): AsyncGenerator<StateRecord> {
  const heads = await Promise.all(lists.map((list) => list.next()))
  for (;;) {
    let greatest = -1
    for (const [i, head] of heads.entries()) {
      if (head.done === true) continue
      const best = heads[greatest]
      if (best === undefined || best.done === true || compare(head.value.key, best.value.key) > 0) greatest = i
    }
    const head = heads[greatest]
    if (head === undefined || head.done === true) return
    yield head.value
    heads[greatest] = await (lists[greatest] as AsyncIterator<StateRecord>).next()
  }
}

const compare = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
