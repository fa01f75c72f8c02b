import type { ConversationId, Tenant } from '../domain/model.ts'
import { Refusal } from '../domain/refusals.ts'
import type { Frontier, GraphStore, WriteOutcome } from '../storage/graphStore.ts'

/** What a command decided: its write under way, and what the conversation is once that is done. */
export interface Decided<R> {
  readonly write: Promise<WriteOutcome>
  /** Null when it is not known: the next command reads it. */
  readonly after: Frontier | null
  readonly result: R
}

/** The turn of a command in its conversation's lane. */
export interface LaneTurn {
  /** The conversation as it stands once all earlier writes of this process are done; null when it does not exist. */
  frontier(): Promise<Frontier | null>
  /** Waits until earlier writes are in the store, for a decision that must read more than the frontier. */
  settled(): Promise<void>
}

/**
 * One lane per conversation: commands are decided one after the other, each on what the one before it will leave, and
 * their writes follow each other into the store without waiting. So they never refuse each other; another process
 * still may, and then the lane reads anew.
 */
export interface Lanes {
  run<R>(
    tenant: Tenant,
    conversationId: ConversationId,
    decide: (turn: LaneTurn) => Promise<Decided<R>>,
  ): Promise<{ result: R; outcome: WriteOutcome }>
}

interface Lane {
  frontier: Frontier | null | undefined
  /** Counts failed writes: what was decided before one may build on it. */
  epoch: number
  deciding: Promise<unknown>
  writing: Promise<unknown>
  waiting: number
}

/** Returns lanes over a store; those longest idle beyond `keep` are forgotten. */
export function createLanes(store: GraphStore, keep = 2000): Lanes {
  const lanes = new Map<string, Lane>()
  const laneOf = (name: string): Lane => {
    const lane = lanes.get(name) ?? {
      frontier: undefined,
      epoch: 0,
      deciding: Promise.resolve(),
      writing: Promise.resolve(),
      waiting: 0,
    }
    lanes.delete(name)
    lanes.set(name, lane)
    if (lanes.size > keep)
      for (const [old, { waiting }] of lanes)
        if (waiting === 0 && old !== name) {
          lanes.delete(old)
          break
        }
    return lane
  }
  return {
    async run(tenant, conversationId, decide) {
      const lane = laneOf(`${tenant}\n${conversationId}`)
      lane.waiting++
      try {
        const decided = await inTurn(lane, () => decideIn(lane, store, tenant, conversationId, decide))
        const outcome = await decided.write
        return { result: decided.result, outcome }
      } finally {
        lane.waiting--
      }
    },
  }
}

function inTurn<T>(lane: Lane, work: () => Promise<T>): Promise<T> {
  const mine = lane.deciding.then(work)
  lane.deciding = mine.catch(() => undefined)
  return mine
}

async function decideIn<R>(
  lane: Lane,
  store: GraphStore,
  tenant: Tenant,
  id: ConversationId,
  decide: (turn: LaneTurn) => Promise<Decided<R>>,
): Promise<Decided<R>> {
  const settled = async () => void (await lane.writing)
  let remembered = false
  const frontier = async () => {
    remembered = lane.frontier !== undefined
    if (lane.frontier === undefined) {
      await settled()
      lane.frontier = (await store.frontiers(tenant, [id]))[0] ?? null
    }
    return lane.frontier
  }
  const epoch = lane.epoch
  try {
    const decided = await decide({ frontier, settled })
    return follow(lane, epoch, decided)
  } catch (thrown) {
    // What is remembered may be behind what another process wrote: a refusal counts only when the store says the same.
    if (!(thrown instanceof Refusal) || !remembered) throw thrown
    lane.frontier = undefined
    await settled()
    return follow(lane, lane.epoch, await decide({ frontier, settled }))
  }
}

/** Lets the next command decide on what this one will leave, unless a write has failed since it was decided. */
function follow<R>(lane: Lane, epoch: number, decided: Decided<R>): Decided<R> {
  lane.frontier = epoch === lane.epoch ? (decided.after ?? undefined) : undefined
  const failed = () => {
    lane.frontier = undefined
    lane.epoch++
  }
  const write = decided.write.then(
    (outcome) => {
      if (outcome.kind !== 'written') failed()
      return outcome
    },
    (fault: unknown) => {
      failed()
      throw fault
    },
  )
  lane.writing = Promise.allSettled([lane.writing, write])
  return { ...decided, write }
}
