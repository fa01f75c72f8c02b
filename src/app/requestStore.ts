import type { Tenant } from '../domain/model.ts'
import type { Changes } from '../domain/changes.ts'
import { notFound } from '../domain/refusals.ts'
import { TenantGone, type GraphStore, type ReceiptKey, type WriteOutcome } from '../storage/graphStore.ts'
import type { Causality } from '../storage/causality.ts'
import type { TenantStore } from '../storage/tenantStore.ts'
import { unlimited, type Budget, cost } from './read/budget.ts'
import type { Watches } from './subscriptions/watches.ts'
import type { Scope } from './scope.ts'

/** What is done around each call. */
export interface StoreWatchers {
  /** Begins to time a call; what it returns is called with the name of the call once that ended. */
  readonly timed?: (() => (call: string) => void) | undefined
  /** Called after each write that was done. */
  readonly written?: Watches['written'] | undefined
  /** Called after each erasure that is done. */
  readonly erased?: (() => void) | undefined
}

/** What one request may ask of the store. */
export interface RequestStoreOptions extends StoreWatchers {
  readonly tenant: Tenant
  /** Called where a write is refused because the tenant is erased, or is being erased: bytes that came before it go. */
  readonly gone?: ((tenant: Tenant) => Promise<unknown>) | undefined
  /** Once it is aborted, every call rejects with its reason. */
  readonly signal?: AbortSignal | undefined
  readonly budget?: Budget | undefined
  /** Given for a request that only reads and does not wait out an absence: it is refused with StoreGone. */
  readonly presence?: GraphStore['presence']
  /** What the request has seen, where followers of a cluster may answer it. */
  readonly causality?: Causality | undefined
}

type Call = (method: string, call: () => Promise<unknown>, requests: readonly unknown[]) => Promise<unknown>
type Method = (...args: unknown[]) => Promise<unknown>

/**
 * Returns the store as one request has it: methods of one tenant, which is given to each. Around a call, in this order:
 * the signal is looked at, the budget pays (and few calls are under way together), an absence ends it, a write of a tenant that is
 * erased is refused, as who comes is, a write is passed on to those who follow, and the call itself is timed.
 */
export function requestStore(store: GraphStore, options: RequestStoreOptions): TenantStore {
  const { tenant } = options
  const ofTenant = {
    record: () => store.registry.tenant(tenant),
    receiptKeys: () => store.registry.receiptKeys(),
    addReceiptKey: (key: ReceiptKey) => store.registry.addReceiptKey(key),
    setNameKey: (nameKey: string) => store.registry.setNameKey(tenant, nameKey),
  }
  const around = aroundCalls(options)
  const { causality } = options
  const followers = causality && store.followers
  const seeing = <T>(call: () => T): T => (followers ? followers.within(causality, call) : call())
  return new Proxy(ofTenant as unknown as TenantStore, {
    get(_, name) {
      if (Object.hasOwn(ofTenant, name)) return ofTenant[name as keyof typeof ofTenant]
      const member: unknown = Reflect.get(store, name)
      if (typeof member !== 'function' || typeof name !== 'string') return undefined
      return (...args: unknown[]) =>
        around(name, () => seeing(() => (member as Method).call(store, tenant, ...args)), args)
    },
  })
}

function aroundCalls({
  tenant,
  gone,
  signal,
  budget = unlimited,
  presence,
  timed,
  written,
}: RequestStoreOptions): Call {
  const paid = budget === unlimited ? null : paidCalls(budget)
  const timedCall = async (method: string, call: () => Promise<unknown>) => {
    const end = timed?.()
    try {
      return await call()
    } finally {
      end?.(method)
    }
  }
  const refusal = async () => {
    await gone?.(tenant)
    return notFound('Tenant', tenant)
  }
  const passedOn: Call = async (method, call, [changes]) => {
    const answer = await timedCall(method, call).catch(async (error: unknown) => {
      throw error instanceof TenantGone ? await refusal() : error
    })
    if (method !== 'write') return answer
    const outcome = answer as WriteOutcome
    if (outcome.kind === 'tenantGone') throw await refusal()
    if (outcome.kind === 'written') written?.(tenant, changes as Changes, outcome.seqs)
    return outcome
  }
  const whileConnected: Call = presence ? (...args) => presence.failWhenDisconnected(passedOn(...args)) : passedOn
  return async (method, call, requests) => {
    signal?.throwIfAborted()
    return paid ? paid(method, () => whileConnected(method, call, requests)) : whileConnected(method, call, requests)
  }
}

/** What one operation works with. */
export interface OperationScopes {
  /** For reading; its store is given up with the operation. */
  readonly scope: Scope
  /** For one mutation: reads of its own, and a store that finishes what it began. */
  readonly newScope: () => Scope
}

/**
 * Returns what an operation reads with until the signal, and what each of its mutations writes with; both draw on the budget.
 * What a server reads with for others may be made otherwise: `makeRead`.
 */
export function operationScopes(
  make: (signal?: AbortSignal, budget?: Budget) => Scope,
  signal: AbortSignal,
  budget: Budget,
  makeRead = make,
): OperationScopes {
  const newScope = () => {
    // Those of one request follow each other: none begins once the time is over.
    budget.spend(cost.mutation)
    return make()
  }
  return { scope: makeRead(signal, budget), newScope }
}

/** Makes a call of the store, by its name, and returns what it brings. */
export type PaidCalls = (method: string, call: () => Promise<unknown>) => Promise<unknown>

/**
 * Returns what makes calls whose answers are drawn from a budget: calls, rows, counts, and the content of the rows. The
 * rows of ranges are paid for where they are asked for (reads.ts), since their number is known before.
 */
function paidCalls(budget: Budget): PaidCalls {
  const throughGate = gate(callsAtOnce)
  return (method, call) =>
    throughGate(async () => {
      budget.spend(cost.call)
      const answer = await call()
      const { rows, segments, counted, characters } = sizeOf(answer)
      budget.spend((method === 'ranges' ? 0 : rows * cost.row) + segments * cost.segment + counted * cost.counted)
      budget.hold(characters)
      return answer
    })
}

/** Calls of one request that are under way together: what has not begun when the budget is used up is never done. */
const callsAtOnce = 8

function gate(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let free = most
  return async (work) => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free++
    }
  }
}

interface Size {
  rows: number
  /** Rows that are short, and come by the thousands where a tree is outlined. */
  segments: number
  counted: number
  characters: number
}

function sizeOf(answer: unknown): Size {
  const size = { rows: 0, segments: 0, counted: 0, characters: 0 }
  add(answer, size)
  return size
}

/** An answer is a row, a number, or a list of these. */
function add(answer: unknown, size: Size): void {
  if (typeof answer === 'number') size.counted += answer
  else if (Array.isArray(answer)) for (const one of answer) add(one, size)
  else if (answer !== null && typeof answer === 'object') {
    if ('tipDepth' in answer) size.segments++
    else size.rows++
    size.characters += contentOf(answer)
  }
}

/** The members of rows whose size callers choose; all others are short. */
const heavy = ['blocks', 'fields', 'metadata', 'details', 'overlay', 'snapshot', 'values', 'value', 'base64'] as const

function contentOf(row: object): number {
  let characters = 0
  for (const name of heavy) characters += charactersIn((row as Readonly<Record<string, unknown>>)[name])
  return characters
}

/** Returns how many characters the texts of a value have together, the names of its members included. */
function charactersIn(value: unknown): number {
  if (typeof value === 'string') return value.length
  if (value === null || typeof value !== 'object') return 0
  let characters = 0
  if (Array.isArray(value)) for (const one of value) characters += charactersIn(one)
  // Not by entries: a pair for each member of each row is much to collect.
  else for (const name in value) characters += name.length + charactersIn((value as Record<string, unknown>)[name])
  return characters
}
