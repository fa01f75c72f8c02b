import { setTimeout as sleep } from 'node:timers/promises'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'

/** How long a request for the metrics waits for one of them, in milliseconds. */
const maxWaitMs = 500

/** What the server counts and times, for Prometheus. */
export interface Metrics {
  readonly contentType: string
  text(): Promise<string>
  /** Returns what ends the measurement, once it is known what the request was. */
  startRequest(): (operation: string) => void
  readonly startStoreCall: () => (call: string) => void
  countError(code: string): void
  /** Counts the subscriptions that are open, whenever they are asked for. */
  watch(size: () => { readonly subscriptions: number; readonly watches: number }): void
  /** Says, whenever it is asked for, how many observations the search index has not seen. */
  follow(behind: () => Promise<number | null>): void
  /** Returns what ends the measurement of a search. */
  startSearch(): () => void
  /** Counts requests for models that were recorded, by their API. */
  countRecorded(api: string): void
  /** Counts those that were passed on and could not be recorded, by why. */
  countUnrecorded(code: string): void
  /** Says, whenever it is asked for, how many bytes of them wait to be stored. */
  followProxy(waiting: () => number): void
  close(): void
}

/** Returns metrics of their own registry, so that two servers in one process do not mix. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'turngraph_request_duration_seconds',
    help: 'Requests and how long they took, by operation: query, mutation, import, export, attachment or invalid.',
    labelNames: ['operation'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30],
    registers: [registry],
  })
  const storeCalls = new Histogram({
    name: 'turngraph_store_call_duration_seconds',
    help: 'Calls of the store and how long they took, by the method called.',
    labelNames: ['call'],
    buckets: [0.0005, 0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  })
  const searches = new Histogram({
    name: 'turngraph_search_seconds',
    help: 'Questions to the search index and how long they took.',
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  })
  const errors = new Counter({
    name: 'turngraph_errors_total',
    help: 'Errors that clients were shown, by code.',
    labelNames: ['code'],
    registers: [registry],
  })
  const recorded = new Counter({
    name: 'turngraph_proxy_recorded_total',
    help: 'Requests for models that were passed on and recorded, by API.',
    labelNames: ['api'],
    registers: [registry],
  })
  const unrecorded = new Counter({
    name: 'turngraph_proxy_unrecorded_total',
    help: 'Requests for models that were passed on and could not be recorded, by why.',
    labelNames: ['code'],
    registers: [registry],
  })
  const timing = (histogram: Histogram, label: string) => () => {
    const end = histogram.startTimer()
    return (value: string) => void end({ [label]: value })
  }
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      ...{ name, help, registers: [registry] },
      collect() {
        this.set(value())
      },
    })
  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    startRequest: timing(requests, 'operation'),
    startStoreCall: timing(storeCalls, 'call'),
    countError: (code) => errors.inc({ code }),
    watch: (size) => {
      gauge('turngraph_subscriptions', 'Subscriptions that are open.', () => size().subscriptions)
      gauge('turngraph_watched_conversations', 'Conversations that have a subscriber.', () => size().watches)
    },
    follow: (behind) => {
      const help = 'Stored observations that the search index has not seen; NaN where that is not known.'
      new Gauge({
        ...{ name: 'turngraph_search_behind', help, registers: [registry] },
        async collect() {
          const known = behind().catch(() => null)
          this.set((await Promise.race([known, sleep(maxWaitMs, null, { ref: false })])) ?? NaN)
        },
      })
    },
    startSearch: () => {
      const end = searches.startTimer()
      return () => void end()
    },
    countRecorded: (api) => recorded.inc({ api }),
    countUnrecorded: (code) => unrecorded.inc({ code }),
    followProxy: (waiting) => {
      gauge('turngraph_proxy_waiting_bytes', 'Bytes of requests for models that wait to be stored.', waiting)
    },
    close: () => registry.clear(),
  }
}
