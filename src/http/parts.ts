import type { Logger } from 'pino'
import type { OpenSorter } from '../app/backups/sorter.ts'
import type { ImportTranscript } from '../app/imports/job/importTranscript.ts'
import type { Gates } from '../app/merges/gate.ts'
import type { Asking } from '../app/answers/asking.ts'
import type { Budget } from '../app/read/budget.ts'
import type { Requester, TenantRecord } from '../domain/access/requester.ts'
import type { Scope } from '../app/scope.ts'
import type { Watches } from '../app/subscriptions/watches.ts'
import type { GraphStore } from '../storage/graphStore.ts'
import type { BoundSizes } from '../config/limits.ts'
import type { Quotas } from './admission/quotas.ts'
import type { AccessConfig } from '../config/access.ts'
import type { ProxyConfig } from '../config/proxy.ts'
import type { Causality } from '../storage/causality.ts'
import type { SeenRequest } from './seenTokens.ts'
import type { SignedAddresses } from './signedAddresses.ts'
import type { Metrics } from './metrics.ts'
import type { Sites } from './admission/siteRules.ts'

/** Bounds of what one request may ask. */
export interface ServerLimits {
  readonly bodyBytes: number
  readonly importBytes: number
  /** How long an import may get on with nothing. */
  readonly importStallMs: number
  readonly requestMs: number
  readonly queryDepth: number
  /** The work of one request, in plain fields. */
  readonly queryFields: number
  readonly answerBytes: number
  /** Operations at once on one WebSocket. */
  readonly operations: number
  /** What is done at once, and how much of it for one tenant. */
  readonly bounds: BoundSizes
  /** How often it is asked whether who follows a stream may still; where it is not given, each 30 s. */
  readonly recheckMs?: number | undefined
}

/** What the server is made of. */
export interface ServerParts extends RouteParts {
  /** Returns what one request works with (caller.ts). */
  readonly scopeOf: (requester: Requester, signal?: AbortSignal, budget?: Budget, causality?: Causality) => Scope
  /** The same for a request that only reads: it is refused soon while the database is gone. */
  readonly readScopeOf: ServerParts['scopeOf']
  /** The tenant of callers without authentication. */
  readonly tenant: TenantRecord
  readonly sites: Sites
  readonly access: AccessConfig
  readonly watches: Watches
  readonly probing: Asking
  readonly gates: Gates
  /** Begins a request whose reads followers of a cluster may answer; null where the leader answers all. */
  readonly beginSeen: (() => SeenRequest) | null
  /** Where requests for models are passed on to; null: nowhere. */
  readonly proxy: ProxyConfig | null
  /** By how many milliseconds the clock is ahead of the database's, where that is more than a second. */
  readonly wrongClockMs: () => number | null
}

/** What routes are made of: what they work with comes with each request. */
export interface RouteParts {
  readonly log: Logger
  readonly metrics: Metrics
  readonly store: GraphStore
  /** What signs addresses of downloads; null where everybody may read. */
  readonly addresses: SignedAddresses | null
  readonly limits: ServerLimits
  readonly quotas: Quotas
  /** Apollo Sandbox, which needs the internet, instead of the built-in GraphiQL. */
  readonly sandbox: boolean
  readonly loadSorter: () => Promise<OpenSorter>
  readonly loadScratch: () => Promise<NonNullable<ImportTranscript['openScratch']>>
}
