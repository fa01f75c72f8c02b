import type { Presence } from './presence.ts'

type Around = (method: string, call: () => Promise<unknown>, requests: readonly unknown[]) => Promise<unknown>
type Method = (...args: unknown[]) => Promise<unknown>

/** Returns the store with something done around each of its calls; `close` is left alone. */
export function intercept<S extends object>(store: S, around: Around): S {
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function' || typeof name !== 'string' || name === 'close') return member
      return (...args: unknown[]) => around(name, () => (member as Method).apply(target, args), args)
    },
  })
}

/**
 * Returns the store for who reads and does not wait out an absence: each call is refused with StoreGone once the database
 * is gone. A store without a presence of its own, as a file in this process, stays as it is.
 */
export function whileConnected<S extends object>(store: S, presence: Presence | undefined): S {
  return presence ? intercept(store, (_, call) => presence.failWhenDisconnected(call())) : store
}
