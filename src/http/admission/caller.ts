import type { DocumentNode, GraphQLSchema, OperationDefinitionNode } from 'graphql'
import type { Budget } from '../../app/read/budget.ts'
import { operationScopes } from '../../app/requestStore.ts'
import type { Scope } from '../../app/scope.ts'
import type { FollowCaller } from '../../app/access/untilRevoked.ts'
import { requireScope, unauthenticated } from '../../app/access/accessRefused.ts'
import { freshMs, registeredIn, rememberedMs, type Registered } from '../../app/access/registered.ts'
import { anonymous, type AccessScope, type Principal } from '../../domain/access/principal.ts'
import type { Requester, TenantRecord } from '../../domain/access/requester.ts'
import { tenantNamed, type Tenant } from '../../domain/access/tenant.ts'
import type { Context } from '../../graphql/context.ts'
import { checkScopes } from '../../graphql/access/scopes.ts'
import { requestBudget } from '../../graphql/cost/cost.ts'
import { authenticator } from './authenticate/authenticate.ts'
import type { Identity } from './authenticate/identity.ts'
import { whileConnected } from '../../storage/intercept.ts'
import { onRevoked } from './revalidation.ts'
import { ratesOf, type Rates } from './rates.ts'
import { contextPerTick } from '../responses/contextPerTick.ts'
import type { ServerParts } from '../parts.ts'
import type { SeenRequest } from '../seenTokens.ts'

/** Who sent a request, and what is worked with on its behalf: the only way from a request to a scope. */
export interface Caller {
  readonly tenant: Tenant
  /** For one request that is no GraphQL operation: refuses who may not; what it reads ends with the signal. */
  readonly scope: (needed: AccessScope, signal?: AbortSignal) => Scope
  /** For one operation: its reads end with the signal and draw on a budget of their own, its writes do not. */
  readonly contextOf: (signal: AbortSignal) => Context
  /** For what is resolved for subscribers: the same for all within one tick of the event loop. */
  readonly contextOfTick: () => Context
  /** Takes points of what the caller has left of this minute, or rejects; absent: nobody counts them. */
  readonly spend: ((points: number) => Promise<void>) | undefined
  /** Refuses an operation that the caller may not ask for. */
  readonly allows: (schema: GraphQLSchema, document: DocumentNode, operation: OperationDefinitionNode) => void
  /** For all that takes time: calls `onEnd` once the caller may do it no more, and returns what stops that. */
  readonly onRevoked: FollowCaller
}

/** Tells who sent a request by its `Authorization` header and the address it came from, or refuses it. */
export type Identify = (authorization: string | undefined, address: string) => Promise<Caller>

/** The callers of a server. */
export interface Callers {
  readonly identify: Identify
  /** For what the holder of a signed address may read of that tenant; null where there is no such tenant. */
  readonly reader: (name: string) => Promise<Caller | null>
}

/** Returns what finds the caller of a request. Without authentication all requests have the same one. */
export function callersOf(parts: ServerParts): Callers {
  const { access, store, log } = parts
  const registered = registeredIn(whileConnected(store.registry, store.presence))
  const reader: Callers['reader'] = async (name) => {
    const tenant = tenantNamed(name)
    // Nothing that is remembered: an address opens nothing from when its tenant is suspended.
    const record = tenant && (await registered.tenant(tenant, 0))
    if (record?.state !== 'ACTIVE') return null
    const requester = { principal: linkHolder, tenant: record }
    return callerOf(parts, requester, { requester, endsAt: null, holds: isActive(registered, record.name) })
  }
  if (access.auth === null) return { identify: withoutKeys(parts, registered), reader }
  const rates = ratesOf(access)
  const authenticate = authenticator(access.auth, { registered, registry: store.registry, log })
  return {
    identify: async (authorization, address) => {
      const identified = authenticate(authorization)
      const identity = await (rates ? rates.counting(address, identified) : identified)
      return callerOf(parts, identity.requester, identity, rates)
    },
    reader,
  }
}

const isActive = (registered: Registered, name: Tenant) => async () =>
  (await registered.tenant(name, freshMs))?.state === 'ACTIVE'

/** The holder of a signed address: it says what may be read, and nothing else. */
const linkHolder: Principal = { ...anonymous, scopes: ['READ'] }

/** What is known of the tenant is asked for again beside the requests: one waits for it where what is known has become too old. */
function withoutKeys(parts: ServerParts, registered: Registered): Identify {
  const { name } = parts.tenant
  const made = (tenant: TenantRecord) => {
    const requester = { principal: anonymous, tenant }
    return tenant.state === 'ACTIVE'
      ? callerOf(parts, requester, { requester, endsAt: null, holds: isActive(registered, name) })
      : null
  }
  let everybody = made(parts.tenant)
  let knownAt = performance.now()
  let asking: Promise<void> | null = null
  // A registry that cannot be asked changes nothing.
  const ask = () =>
    registered
      .tenant(name, freshMs)
      .then(
        (tenant) => tenant && (everybody = made(tenant)),
        () => undefined,
      )
      .then(() => {
        knownAt = performance.now()
        asking = null
      })
  return async () => {
    const age = performance.now() - knownAt
    if (age > rememberedMs / 2) asking ??= ask()
    if (age > rememberedMs) await asking
    if (everybody === null) throw unauthenticated()
    return everybody
  }
}

function callerOf(
  { scopeOf, readScopeOf, watches, probing, gates, limits, addresses, beginSeen }: ServerParts,
  requester: Requester,
  identity: Identity | null = null,
  rates: Rates | null = null,
): Caller {
  const spend = rates ? (points: number) => rates.spend(requester, points) : undefined
  const follow: FollowCaller = (onEnd) =>
    identity === null ? () => undefined : onRevoked(identity, onEnd, limits.recheckMs)
  const parts = { watches, probing, gates, sign: addresses?.sign ?? null, spend, onRevoked: follow }
  const scope = (signal?: AbortSignal, budget?: Budget) => scopeOf(requester, signal, budget)
  const readScope = (signal?: AbortSignal, budget?: Budget) => readScopeOf(requester, signal, budget)
  const { sign } = parts
  const contextOf = (signal: AbortSignal): Context => {
    if (beginSeen) return seeingContext(beginSeen(), signal)
    const { scope: reading, newScope } = operationScopes(scope, signal, requestBudget(limits), readScope)
    // Member by member: objects put together from others cost several times as much.
    return { scope: reading, newScope, watches, probing, gates, sign, spend, onRevoked: follow }
  }
  const seeingContext = (seen: SeenRequest, signal: AbortSignal): Context => {
    const { causality } = seen
    const [make, makeRead] = [scopeOf, readScopeOf].map(
      (of) => (signal?: AbortSignal, budget?: Budget) => of(requester, signal, budget, causality),
    ) as [typeof scope, typeof readScope]
    const { scope: reading, newScope } = operationScopes(make, signal, requestBudget(limits), makeRead)
    const deciding = () => {
      causality.readFromLeader()
      return newScope()
    }
    return { scope: reading, newScope: deciding, ...parts, seen }
  }
  const ofTick = (signal: AbortSignal): Context => ({ scope: scope(signal), newScope: () => scope(), ...parts })
  return {
    tenant: requester.tenant.name,
    scope: (needed, signal) => {
      requireScope(requester.principal, needed)
      return needed === 'READ' ? readScope(signal) : scope(signal)
    },
    allows: (...args) => checkScopes(...args, requester.principal),
    spend,
    contextOf,
    contextOfTick: contextPerTick(ofTick, limits.requestMs),
    onRevoked: follow,
  }
}
