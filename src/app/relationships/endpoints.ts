import { parseMessageId, checkLookupId } from '../../domain/ids.ts'
import type { ConversationId, Message } from '../../domain/model.ts'
import { mustFind, notFound } from '../../domain/refusals.ts'
import type { Entity } from '../../domain/records/entity.ts'
import type { EndpointKind, Endpoint } from '../../domain/records/relationship.ts'
import type { Reads } from '../read/reads.ts'
import type { Scope } from '../scope.ts'

/** Either end of a relationship, as the API's one-of input gives it. */
export type EndpointRef =
  | { readonly conversationId: string }
  | { readonly messageId: string }
  | { readonly entityId: string }
  | { readonly attachmentId: string }
  | { readonly entity: { readonly type: string; readonly name: string } }
/** A thing by its id. */
export type EndpointIdRef = Exclude<EndpointRef, { readonly entity: unknown }>

/** Says whether a one-of input names a thing by that member. */
export function isRefTo<M extends string>(
  ref: EndpointRef,
  member: M,
): ref is Extract<EndpointRef, { readonly [K in M]: unknown }> {
  return (ref as Readonly<Record<string, unknown>>)[member] !== undefined
}

const kinds = {
  conversationId: 'CONVERSATION',
  messageId: 'MESSAGE',
  entityId: 'ENTITY',
  attachmentId: 'ATTACHMENT',
} as const satisfies Record<string, EndpointKind>
/** Returns the thing that a one-of input names, as it is written there. */
export function namedEndpoint(ref: EndpointIdRef): Endpoint {
  const [[member, id]] = Object.entries(ref) as [[keyof typeof kinds, string]]
  return { kind: kinds[member], id }
}
const names = { CONVERSATION: 'Conversation', MESSAGE: 'Message', ENTITY: 'Entity', ATTACHMENT: 'Attachment' } as const
/**
 * Returns the things that are meant, in order: an entity that was merged stands for the one that it was merged into.
 * Refuses the first one that is unknown. Reads entities again, after the guards that stand for them; those that the
 * command makes itself are given.
 */
export async function resolveEndpoints(
  scope: Scope,
  named: readonly { readonly reads: Reads; readonly thing: Endpoint }[],
  made: readonly Entity[] = [],
): Promise<Endpoint[]> {
  const ids = named.flatMap(({ thing }) => (thing.kind === 'ENTITY' ? [thing.id] : []))
  const entities = await resolveEntities(scope, ids, made)
  const endpoints = await Promise.all(
    named.map(async ({ reads, thing: { kind, id } }): Promise<Endpoint | null> => {
      if (kind === 'ENTITY') return endpointOfEntity(entities.get(id))
      if (kind === 'MESSAGE') return (await reads.message(id)) && { kind, id }
      return (await (kind === 'CONVERSATION' ? scope.reads.conversation(id) : reads.attachment(id))) && { kind, id }
    }),
  )
  return endpoints.map((thing, i) => {
    if (thing) return thing
    const { kind, id } = (named[i] as (typeof named)[number]).thing
    throw notFound(names[kind], id)
  })
}

function endpointOfEntity(entity: Entity | undefined): Endpoint | null {
  return entity ? { kind: 'ENTITY', id: entity.id } : null
}

/** Returns the entity of that id, or the one that it was merged into in the end; refuses an unknown one. */
export async function resolveEntity(scope: Scope, id: string): Promise<Entity> {
  return mustFind((await resolveEntities(scope, [id])).get(id), 'Entity', id)
}

/** Returns by id the entities of those ids, or the ones that they were merged into in the end; an unknown one is left out. */
async function resolveEntities(
  scope: Scope,
  ids: readonly string[],
  made: readonly Entity[] = [],
): Promise<Map<string, Entity>> {
  const known = new Map(made.map((entity) => [entity.id, entity]))
  const first = [...new Set(ids.map(checkLookupId))].filter((id) => !known.has(id))
  for (let requests = first; requests.length > 0;) {
    for (const entity of await scope.store.entities(requests)) if (entity) known.set(entity.id, entity)
    const merged = requests.flatMap((id) => known.get(id)?.mergedInto ?? [])
    requests = [...new Set(merged)].filter((id) => !known.has(id))
  }
  return new Map(
    ids.flatMap((id) => {
      const entity = resolvedEntity(id, known)
      return entity ? [[id, entity] as const] : []
    }),
  )
}

/** Of entities that were merged into each other, which no command does, one stands for all: whichever is asked for. */
function resolvedEntity(id: string, known: ReadonlyMap<string, Entity>): Entity | undefined {
  const seen = new Map<string, number>()
  for (let at = known.get(id); at; at = known.get(at.mergedInto)) {
    if (at.mergedInto === null) return at
    const since = seen.get(at.id)
    if (since !== undefined) return known.get([...seen.keys()].slice(since).sort()[0] as string)
    seen.set(at.id, seen.size)
  }
  return undefined
}

/** Returns the entity of that id and those that it was merged into, one after the other; empty for an unknown one. */
export async function mergedChain(scope: Scope, id: string): Promise<Entity[]> {
  const chain = new Map<string, Entity>()
  for (let at: string | null = checkLookupId(id); at !== null && !chain.has(at);) {
    const [entity]: (Entity | null)[] = await scope.store.entities([at])
    if (entity) chain.set(at, entity)
    at = entity?.mergedInto ?? null
  }
  return [...chain.values()]
}

/** Returns the conversation whose ledger has a thing's events; null where it belongs to none. */
export function homeOf({ kind, id }: Endpoint): ConversationId | null {
  if (kind === 'CONVERSATION') return id
  return kind === 'MESSAGE' ? (parseMessageId(id)?.conversationId ?? null) : null
}

/** Returns the message that a thing is, or null. */
export async function messageOfEndpoint(
  reads: Pick<Reads, 'message'>,
  { kind, id }: Endpoint,
): Promise<Message | null> {
  return kind === 'MESSAGE' ? reads.message(id) : null
}
