import { observable } from './observable.ts'

const place = 'turngraph.key'

/** The key that is sent with each request: kept in this tab alone, never in an address. */
export const apiKey = observable(sessionStorage.getItem(place) ?? '')
/** Whether the server has refused what was sent, and a key must be given. */
export const keyWanted = observable(false)

/** Keeps the key for as long as the tab is open; an empty one is forgotten. */
export function keepKey(key: string): void {
  if (key === '') sessionStorage.removeItem(place)
  else sessionStorage.setItem(place, key)
  keyWanted.set(false)
  apiKey.set(key)
}

/** The headers that say who asks. */
export function keyHeaders(): Record<string, string> {
  const key = apiKey.get()
  return key === '' ? {} : { authorization: `Bearer ${key}` }
}

/** The first answer to what was sent with this key, or without one; the others wait for it. */
let first: Promise<unknown> | null = null
apiKey.follow(() => (first = null))

/** Asks the server's root, and for a key where that is missing. */
export async function ask(url: URL | RequestInfo, init: RequestInit = {}): Promise<Response> {
  // A server counts what it refuses, and in the end asks for patience instead of a key: one request finds out.
  if (first !== null) await first
  if (keyWanted.get()) return Response.json({ errors: [{ message: 'A valid key is needed.' }] }, { status: 401 })
  const answered = send(url, init)
  first ??= answered.catch(() => undefined)
  return answered
}

async function send(url: URL | RequestInfo, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers)
  for (const [name, value] of Object.entries(keyHeaders())) headers.set(name, value)
  const key = apiKey.get()
  const answer = await fetch(url, { ...init, headers })
  // What was sent with another key says nothing of this one.
  if (answer.status === 401 && key === apiKey.get()) keyWanted.set(true)
  return answer
}
