import type { Event, Json, JsonObject, NewEvent } from '../../domain/model.ts'
import { type PrincipalKind, anonymous, operator, type Principal } from '../../domain/access/principal.ts'
import { own } from '../../runtime/own.ts'

/** The order of the members in a body, which never changes; nulls at the end go without saying. */
const names = ['details', 'head', 'pathHash', 'actor', 'note', 'principal'] as const satisfies (keyof NewEvent)[]
type Members = Pick<Event, (typeof names)[number]>

/** Principals of whom their kind says all, by the number that stands for them; their order never changes. */
const numbered: readonly unknown[] = ['ANONYMOUS', 'OPERATOR'] satisfies PrincipalKind[]

/** Returns the body of an event. Most say no more than their details and such a principal: its number stands where a head would. */
export function eventBody(event: Members): string {
  const details = { ...event, principal: principalValue(event.principal) }
  const members = names.map((name) => details[name])
  const number = numbered.indexOf(details.principal)
  const isShort = number >= 0 && members.slice(1, -1).every((member) => member === null)
  const count = members.findLastIndex((member) => member !== null) + 1
  return JSON.stringify(isShort ? [details.details, number] : members.slice(0, count))
}

/** Returns what a body says, once it is parsed. */
export function membersOfEvent(body: readonly Json[]): Members {
  const short = typeof body[1] === 'number' ? numbered[body[1]] : undefined
  const members = short === undefined ? body : [body[0], null, null, null, null, short as Json]
  const named = Object.fromEntries(names.map((name, k) => [name, members[k] ?? null]))
  return { ...(named as unknown as Members), principal: principalOf(named['principal']) }
}

/** Those of whom nothing but their kind is known, which is most of them: it says all. */
const plain: Readonly<Record<string, Principal>> = { ANONYMOUS: anonymous, OPERATOR: operator }

/** Returns who did something as it lies in a store. */
export function principalValue(principal: Principal | null): Json {
  if (principal === null) return null
  if (plain[principal.kind]) return principal.kind
  const { kind, id, label, scopes } = principal
  return { kind, id, label, scopes: [...scopes] }
}

/** Returns who did what a store holds; null: a file brought it in. */
export function principalOf(value: Json | undefined): Principal | null {
  if (value == null) return null
  return typeof value === 'string' ? (own(plain, value) ?? null) : (value as unknown as Principal)
}

/**
 * Returns the event with the details that a lean row holds. Most lines say of turns no more than which observations they became, the last being
 * the head: in the place of their details lies the list of those before it. A line of no conversation has no head there.
 */
export function leanEvent(event: NewEvent): NewEvent {
  const { conversationId, kind, head, details } = event
  if (conversationId === null || kind !== 'STORE' || head?.to == null) return event
  const { observationIds, leftTranscript } = details
  if (leftTranscript !== 0 || !Array.isArray(observationIds) || observationIds.at(-1) !== head.to) return event
  if (Object.keys(details).join() !== 'observationIds,leftTranscript') return event
  return { ...event, details: observationIds.slice(0, -1) as unknown as JsonObject }
}

/** Returns the members of a body with whole details; `headTo` is where the line moved the head. */
export function wholeBody(body: Json[], headTo: string | null): Json[] {
  const [before, ...rest] = body
  if (!Array.isArray(before)) return body
  return [{ observationIds: [...(before as Json[]), headTo], leftTranscript: 0 }, ...rest]
}
