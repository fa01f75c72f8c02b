import type { Watches } from './watching/watches.ts'
import type { GraphStore, WriteOutcome } from '../storage/graphStore.ts'

type Around = (method: string, call: () => Promise<unknown>, asked: readonly unknown[]) => Promise<unknown>
type Method = (...asked: unknown[]) => Promise<unknown>

/** Returns the store with something done around each of its calls; `close` is left alone. */
export function aroundStore(store: GraphStore, around: Around): GraphStore {
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function' || typeof name !== 'string' || name === 'close') return member
      return (...asked: unknown[]) => around(name, () => (member as Method).apply(target, asked), asked)
    },
  })
}

/** Returns the store with each of its writes told to those who follow the conversations. */
export function telling(store: GraphStore, watches: Pick<Watches, 'written'>): GraphStore {
  return aroundStore(store, async (method, call, asked) => {
    const answer = await call()
    if (method !== 'write') return answer
    const [tenant, changes] = asked as Parameters<GraphStore['write']>
    const outcome = answer as WriteOutcome
    if (outcome.kind === 'written') watches.written(tenant, changes, outcome.seqs)
    return outcome
  })
}

/** Returns the store as long as the signal allows it: after that every call rejects with the signal's reason. */
export function whileWanted(store: GraphStore, signal: AbortSignal): GraphStore {
  return aroundStore(store, async (_, call) => {
    signal.throwIfAborted()
    return call()
  })
}
