import { cacheExchange } from '@urql/exchange-graphcache'
import { createClient as createSocket } from 'graphql-ws'
import { Client, fetchExchange, subscriptionExchange } from 'urql'
import { actions } from '../actions/toasts.ts'
import { apiKey, ask, keyHeaders, keyWanted } from './key.ts'
import { dropRefused } from './dropRefused.ts'
import { keepLastResult } from './keepLastResult.ts'
import { conversationInCache } from './knownConversation.ts'
import { root } from '../urls/urls.ts'
import { plainErrors } from './plainErrors.ts'
import { watchQueries } from './pendingQueries.ts'
import { observable } from './observable.ts'

const url = new URL('graphql', root).href
/** Milliseconds until what was not answered is asked again. */
const [shortest, longest] = [1_000, 15_000]

/** Whether changes arrive as they happen. */
export const live = observable(false)
/** When a server that does not answer is asked again, as milliseconds of the clock; null while it answers. */
export const retryAt = observable<number | null>(null)
/** Milliseconds between one try and the next. */
const pauses = [1_000, 2_000, 4_000, 8_000, 15_000] as const

// Refused for want of a valid key: there is no sense in asking again without another.
const refused = new Set([4401, 4403, 4408])

const socket = createSocket({
  url: url.replace(/^http/, 'ws'),
  connectionParams: keyHeaders,
  retryAttempts: Infinity,
  retryWait: async (retries) => wait(pauses[Math.min(retries, pauses.length - 1)] ?? 15_000),
  shouldRetry: (closed) => !(closed instanceof CloseEvent && refused.has(closed.code)),
  on: {
    connected: () => {
      live.set(true)
      retryAt.set(null)
    },
    closed: (closed) => {
      live.set(false)
      if (closed instanceof CloseEvent && refused.has(closed.code)) keyWanted.set(true)
    },
  },
})

let isDue: () => void = () => undefined

function wait(ms: number): Promise<void> {
  retryAt.set(Date.now() + ms)
  return new Promise((done) => {
    const timer = setTimeout(done, ms)
    isDue = () => {
      clearTimeout(timer)
      retryAt.set(Date.now())
      done()
    }
  })
}

/** Asks a server that does not answer at once, instead of after the pause. */
export function retryNow(): void {
  isDue()
}

/** What has no id of its own is part of what holds it. */
const withIds = new Set(['Conversation', 'Message', 'Observation', 'Event', 'Attachment', 'Run', 'Entity', 'Erasure'])
const keys = new Proxy<Record<string, () => null>>(
  {},
  { get: (_, name) => (typeof name === 'string' && withIds.has(name) ? undefined : () => null) },
)

/**
 * Returns what has all that is shown read again some time after a query that was not answered: later each time, for there may
 * be one that never is.
 */
function askAgain(): () => void {
  let [pause, timer, lostAt] = [shortest, 0, -Infinity]
  return () => {
    const now = performance.now()
    if (now - lostAt > 2 * longest) pause = shortest
    lostAt = now
    timer ||= window.setTimeout(() => {
      timer = 0
      pause = Math.min(2 * pause, longest)
      // While the server is away, its return is reported by itself.
      if (live.get()) actions.set(actions.get() + 1)
    }, pause)
  }
}

/** Returns a client of this server's API, and of nothing else. */
export function newClient(): Client {
  return new Client({
    url,
    preferGetMethod: false,
    fetch: async (input, init) => ask(input, init),
    exchanges: [
      keepLastResult(askAgain()),
      cacheExchange({ keys, resolvers: { Query: { conversation: conversationInCache } } }),
      dropRefused,
      plainErrors,
      watchQueries,
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables }) => ({
          subscribe: (sink) => ({
            unsubscribe: socket.subscribe(
              { query, variables: variables as Record<string, unknown> },
              { ...sink, next: ({ data, errors }) => sink.next({ data: data ?? null, ...(errors && { errors }) }) },
            ),
          }),
        }),
      }),
    ],
  })
}

apiKey.follow(() => socket.terminate())
