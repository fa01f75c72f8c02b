import type { Block, ConversationId, Instant, Tenant } from '../../../domain/model.ts'
import { Refusal } from '../../../domain/refusals.ts'
import type { Frontier, GraphStore, WriteOutcome } from '../../../storage/graphStore.ts'
import { tenantCache, type TenantCache } from '../../read/caches/tenantCache.ts'

/** What a command decided: its write under way, and what the conversation is once that is done. */
export interface Decided<R> {
  readonly write: Promise<WriteOutcome>
  /** A conversation that is missing here is read by the next command. */
  readonly after: ReadonlyMap<ConversationId, Frontier>
  readonly result: R
  /** Nothing has to be written: then no write says whether what it was decided on was still so. */
  readonly writesNothing?: boolean
}

/** The place of a command in its conversation's lane. */
export interface LanePlace {
  /** The conversation as it stands once all earlier writes of this process are done; null when it does not exist. */
  readonly frontier: () => Promise<Frontier | null>
  /** Waits until earlier writes are in the store, for a decision that must read more than the frontier. */
  readonly settled: () => Promise<void>
}

/**
 * One lane per conversation: commands are decided one after the other, each on what the one before it will leave, and
 * their writes follow each other into the store without waiting. So they never refuse each other; another process
 * still may, and then the lane reads again.
 */
export interface Lanes {
  /** Runs a command in the lanes of all conversations that it changes. */
  run<R>(
    tenant: Tenant,
    conversationIds: readonly ConversationId[],
    decide: (places: readonly LanePlace[]) => Promise<Decided<R>>,
  ): Promise<{ result: R; outcome: WriteOutcome }>
  /** Waits until what this process has decided in a conversation's lane is written. */
  settled(tenant: Tenant, conversationId: ConversationId): Promise<void>
  /** Says whether a message is known to exist: a hint that saves a write that would be refused. */
  isKnown(tenant: Tenant, messageId: string): boolean
  know(tenant: Tenant, messageId: string): void
  /** The same for answers that have parts, by their keys: where they stand is to be looked up. */
  isAnswerKnown(tenant: Tenant, answerKey: string): boolean
  knowAnswer(tenant: Tenant, answerKey: string): void
  /** When the last lines of ledgers are dated, by their conversations, where a clock was found to be behind them. */
  readonly lastLines: TenantCache<Instant>
}

interface Lane {
  frontier: Frontier | null | undefined
  /** Counts failed writes: what was decided before one may build on it. */
  epoch: number
  deciding: Promise<undefined>
  writing: Promise<undefined>
  waiting: number
  /** When a command was decided in it last. */
  usedAt: number
}

/** For so long after another process wrote in between, lanes are checked against the store, in milliseconds. */
const recheckForMs = 10_000
/** Then a lane that was not used for so long, in milliseconds, is read before a decision: a busy client is not slower. */
const freshMs = 100

/** Returns lanes over a store; about `keep` of them (`laneCache`). */
export function createLanes(store: GraphStore, keep = 2000, now: () => number = () => performance.now()): Lanes {
  const lanes = laneCache<Lane>(keep, () => ({
    frontier: undefined,
    epoch: 0,
    deciding: Promise.resolve(undefined),
    writing: Promise.resolve(undefined),
    waiting: 0,
    usedAt: 0,
  }))
  let changedAt = -Infinity
  const known = tenantCache<true>(keep * 20)
  const answers = tenantCache<true>(keep * 20)
  return {
    async run(tenant, conversationIds, decide) {
      const taken = [...new Set(conversationIds)].map((id) => ({ id, lane: lanes.of(tenant, id) }))
      for (const { lane } of taken) lane.waiting++
      const forgetOld = () => {
        const at = now()
        for (const { lane } of taken) {
          if (at - changedAt < recheckForMs && at - lane.usedAt > freshMs) lane.frontier = undefined
          lane.usedAt = at
        }
      }
      try {
        const decided = await queued(taken, () => {
          forgetOld()
          return decideIn(taken, store, tenant, decide)
        })
        const outcome = await decided.write
        if (outcome.kind === 'conversationChanged') changedAt = now()
        return { result: decided.result, outcome }
      } finally {
        for (const { lane } of taken) lane.waiting--
      }
    },
    async settled(tenant, id) {
      await lanes.of(tenant, id).writing
    },
    isKnown: (tenant, id) => known.get(tenant, id) === true,
    know: (tenant, id) => known.set(tenant, id, true),
    isAnswerKnown: (tenant, key) => answers.get(tenant, key) === true,
    knowAnswer: (tenant, key) => answers.set(tenant, key, true),
    lastLines: tenantCache(keep),
  }
}

interface Taken {
  readonly id: ConversationId
  readonly lane: Lane
}

/** Queues in all lanes at once, so that two commands never wait for each other. */
function queued<T>(taken: readonly Taken[], work: () => Promise<T>): Promise<T> {
  const mine = Promise.all(taken.map(({ lane }) => lane.deciding)).then(work)
  const done = mine.then(nothing, nothing)
  for (const { lane } of taken) lane.deciding = done
  return mine
}

/** A lane lives long: a promise in it that kept what a command answered would keep that answer in memory. */
const nothing = (): undefined => undefined

async function decideIn<R>(
  taken: readonly Taken[],
  store: GraphStore,
  tenant: Tenant,
  decide: (places: readonly LanePlace[]) => Promise<Decided<R>>,
): Promise<Decided<R>> {
  const recalled = new Set<ConversationId>()
  const places = taken.map(({ id, lane }): LanePlace => {
    const settled = async () => {
      await lane.writing
    }
    const frontier = async () => {
      if (lane.frontier !== undefined) recalled.add(id)
      else {
        await settled()
        lane.frontier = (await store.frontiers(tenant, [id]))[0] ?? null
      }
      return lane.frontier
    }
    return { frontier, settled }
  })
  const started = taken.map(({ lane }) => lane.epoch)
  try {
    const decided = await decide(places)
    if (decided.writesNothing !== true || recalled.size === 0) return follow(taken, started, decided)
  } catch (thrown) {
    if (!(thrown instanceof Refusal) || recalled.size === 0) throw thrown
  }
  // What is remembered may be behind what another process wrote: a refusal, and that nothing is to be done, count only when the store says the same.
  for (const { lane } of taken) lane.frontier = undefined
  const restarted = taken.map(({ lane }) => lane.epoch)
  return follow(taken, restarted, await decide(places))
}

/** Lets the next command decide on what this one will leave, unless a write has failed since it was decided. */
function follow<R>(taken: readonly Taken[], started: readonly number[], decided: Decided<R>): Decided<R> {
  taken.forEach(({ id, lane }, i) => {
    const after = started[i] === lane.epoch ? decided.after.get(id) : undefined
    lane.frontier = after && isLight(after) ? after : undefined
  })
  const failed = () => {
    for (const { lane } of taken) {
      lane.frontier = undefined
      lane.epoch++
    }
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
  const done = write.then(nothing, nothing)
  for (const { lane } of taken) lane.writing = Promise.all([lane.writing, done]).then(nothing)
  return { ...decided, write }
}

/** A head or a conversation with much content is read again rather than kept in memory. */
function isLight({ head, conversation }: Frontier): boolean {
  const size = (block: Block) => (block.type === 'text' ? block.text.length : JSON.stringify(block).length)
  const json = [conversation.metadata, head?.metadata ?? null, head?.fields ?? null]
  const lengths = [...(head?.blocks.map(size) ?? []), ...json.map((value) => JSON.stringify(value).length)]
  return lengths.reduce((sum, length) => sum + length, 0) < 64 * 1024
}

/** Lanes by tenant and conversation; those in which no command waits and that are unused longest are forgotten. */
export interface LaneCache<L> {
  /** Returns the lane of that name, made where there is none. */
  of(tenant: string, id: string): L
}

/**
 * Returns what keeps lanes: beyond `keep` of them a tenant that has at least half of what tenants have on average forgets one
 * of its own, any other one of the tenant that has most.
 */
export function laneCache<L extends { readonly waiting: number }>(keep: number, make: () => L): LaneCache<L> {
  const tenants = new Map<string, Map<string, L>>()
  let count = 0
  const forget = (tenant: string, lanes: Map<string, L>, but: L): void => {
    for (const [id, lane] of lanes)
      if (lane.waiting === 0 && lane !== but) {
        lanes.delete(id)
        count--
        break
      }
    if (lanes.size === 0) tenants.delete(tenant)
  }
  const makeRoom = (tenant: string, own: Map<string, L>, but: L): void => {
    if (own.size >= count / tenants.size / 2) forget(tenant, own, but)
    else {
      const largest = [...tenants].reduce((a, b) => (b[1].size > a[1].size ? b : a))
      forget(...largest, but)
    }
  }
  return {
    of(tenant, id) {
      const own = tenants.get(tenant) ?? new Map<string, L>()
      tenants.set(tenant, own)
      const known = own.get(id)
      const lane = known ?? make()
      own.delete(id)
      own.set(id, lane)
      if (!known && ++count > keep) makeRoom(tenant, own, lane)
      return lane
    },
  }
}
