import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { worth } from '../app/read/budget.ts'
import type { Budget } from '../app/read/budget.ts'
import type { Scope } from '../app/scope.ts'
import { anonymous } from '../domain/principal.ts'
import type { Requester } from '../domain/requester.ts'
import type { Context } from '../graphql/context.ts'
import { TimedOut } from '../graphql/interruptions.ts'
import { requestBudget } from '../graphql/requestBudget.ts'
import type { ServerParts } from './parts.ts'

/** Who sent a request, and what is worked with on its behalf: the only way from a request to a scope. */
export interface Caller {
  /** For one request that is no GraphQL operation; what it reads ends with the signal. */
  readonly scope: (signal?: AbortSignal) => Scope
  /** For one operation: its reads end with the signal and draw on a budget of their own, its writes do not. */
  readonly contextOf: (signal: AbortSignal) => Context
  /** For what is resolved for subscribers: the same for all within one turn of the event loop. */
  readonly contextOfTurn: () => Context
}

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller
  }
}

/** Tells who sent a request: of HTTP, or one to change the protocol. */
export type Identify = (request: IncomingMessage) => Caller

/** Gives every request its caller, before any route, and returns the same for requests that no hook sees. */
export function identifyCallers(server: FastifyInstance, parts: ServerParts): Identify {
  // Without authentication everybody is the same caller.
  const everybody = callerOf(parts, { principal: anonymous, tenant: parts.tenant })
  const identify: Identify = () => everybody
  server.decorateRequest('caller')
  server.addHook('onRequest', async (request) => {
    request.caller = identify(request.raw)
  })
  return identify
}

function callerOf({ scopeOf, watches, probing, gates, limits }: ServerParts, requester: Requester): Caller {
  const parts = { watches, probing, gates }
  const scope = (signal?: AbortSignal, budget?: Budget) => scopeOf(requester, signal, budget)
  const contextOf = (signal: AbortSignal): Context => {
    const budget = requestBudget(limits)
    const newScope = () => {
      // Those of one request follow each other: none begins once the time is over.
      budget.spend(worth.mutation)
      return scope()
    }
    return { scope: scope(signal, budget), newScope, ...parts }
  }
  const ofTurn = (signal: AbortSignal): Context => ({ scope: scope(signal), newScope: () => scope(), ...parts })
  return { scope: (signal) => scope(signal), contextOf, contextOfTurn: oncePerTurn(ofTurn, limits.requestMs) }
}

/**
 * An event wakes all subscribers of a conversation in one turn, so what they ask for is read once, however many they are;
 * the next turn reads anew.
 */
function oncePerTurn(make: (signal: AbortSignal) => Context, requestMs: number): () => Context {
  let current: Context | null = null
  return () => {
    if (current) return current
    const controller = new AbortController()
    setTimeout(() => controller.abort(new TimedOut(requestMs)), requestMs).unref()
    setImmediate(() => (current = null))
    return (current = make(controller.signal))
  }
}
