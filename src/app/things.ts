import { parseMessageId } from '../domain/ids.ts'
import type { ConversationId, KeyRecord, Message, NewEvent, Changes } from '../domain/model.ts'
import { notFound } from '../domain/refusals.ts'
import { noThings, type Attachment, type Entity, type Fact, type Relationship, type Thing } from '../domain/things.ts'
import type { Expecting, ThingChanges, ThingKind } from '../domain/things.ts'
import type { Act } from './act.ts'
import type { ThingRef } from './inputs.ts'
import type { Reads } from './reads.ts'

/** What a command wants written of things, before it is: what is decided later sees what was decided before. */
export interface ThingDraft {
  readonly entities: Map<string, Expecting<Entity>>
  readonly relationships: Map<string, Expecting<Relationship>>
  readonly facts: Map<string, { readonly isNew: boolean; readonly value: Fact }>
  readonly attachments: Map<string, Attachment>
  /** Name to the value that the counter must have. */
  readonly guards: Map<string, number>
}

/** Returns a draft of things that changes nothing yet. */
export function createThingDraft(): ThingDraft {
  return { entities: new Map(), relationships: new Map(), facts: new Map(), attachments: new Map(), guards: new Map() }
}

/** Returns what drafts of things want written. */
export function thingChanges(drafts: readonly ThingDraft[]): ThingChanges {
  const guards = new Map(drafts.flatMap((draft) => [...draft.guards]))
  const attachments = new Map(drafts.flatMap((draft) => [...draft.attachments]))
  return {
    ...noThings,
    entities: drafts.flatMap((draft) => [...draft.entities.values()]),
    relationships: drafts.flatMap((draft) => [...draft.relationships.values()]),
    attachments: [...attachments.values()],
    facts: drafts.flatMap((draft) => [...draft.facts.values()]),
    guards: [...guards].map(([name, expected]) => ({ name, expected })),
  }
}

/** Returns changes of things alone, with the event that tells of them. */
export function changesOfThings(event: NewEvent, key: KeyRecord | null, things: ThingChanges): Changes {
  const tree = { conversations: [], messages: [], observations: [], segments: [], junctions: [] }
  return { events: [event], ...tree, key, rawChunks: [], importMarks: [], ...things }
}

/** Notes a changed entity in a draft. */
export function putEntity(draft: ThingDraft, before: Entity | null, value: Omit<Entity, 'version'>): Entity {
  return put(draft.entities, before, { ...value, version: (before?.version ?? 0) + 1 })
}

/** Notes a changed relationship in a draft. */
export function putRelationship(
  draft: ThingDraft,
  before: Relationship | null,
  value: Omit<Relationship, 'version'>,
): Relationship {
  return put(draft.relationships, before, { ...value, version: (before?.version ?? 0) + 1 })
}

/** What was drafted before keeps what it expects of the store, also that there is none. */
function put<T extends { readonly id: string; readonly version: number }>(
  drafted: Map<string, Expecting<T>>,
  before: T | null,
  value: T,
): T {
  const earlier = drafted.get(value.id)
  drafted.set(value.id, { expected: earlier ? earlier.expected : (before?.version ?? null), value })
  return value
}

/** Notes a new fact in a draft. */
export function putFact(draft: ThingDraft, value: Fact): void {
  draft.facts.set(value.id, { isNew: true, value })
}

const kinds = {
  conversationId: 'CONVERSATION',
  messageId: 'MESSAGE',
  entityId: 'ENTITY',
  attachmentId: 'ATTACHMENT',
} as const satisfies Record<string, ThingKind>

/** Returns the thing that a one-of input names, as it is written there. */
export function namedThing(ref: ThingRef): Thing {
  const [[member, id]] = Object.entries(ref) as [[keyof typeof kinds, string]]
  return { kind: kinds[member], id }
}

const names = { CONVERSATION: 'Conversation', MESSAGE: 'Message', ENTITY: 'Entity', ATTACHMENT: 'Attachment' } as const

/**
 * Returns the things that are meant, in order: an entity that was merged stands for the one that it was merged into.
 * Refuses the first one that is unknown. Reads entities anew, after the guards that stand for them.
 */
export async function standingThings(
  act: Act,
  named: readonly { readonly reads: Reads; readonly thing: Thing }[],
): Promise<Thing[]> {
  const ids = named.flatMap(({ thing }) => (thing.kind === 'ENTITY' ? [thing.id] : []))
  const entities = await standingEntities(act, ids)
  const found = await Promise.all(
    named.map(async ({ reads, thing: { kind, id } }): Promise<Thing | null> => {
      if (kind === 'ENTITY') return thingOfEntity(entities.get(id))
      if (kind === 'MESSAGE') return (await reads.message(id)) && { kind, id }
      return (await (kind === 'CONVERSATION' ? act.reads.conversation(id) : reads.attachment(id))) && { kind, id }
    }),
  )
  return found.map((thing, i) => {
    if (thing) return thing
    const { kind, id } = (named[i] as (typeof named)[number]).thing
    throw notFound(names[kind], id)
  })
}

function thingOfEntity(entity: Entity | undefined): Thing | null {
  return entity ? { kind: 'ENTITY', id: entity.id } : null
}

/** Returns the entity of that id, or the one that it was merged into in the end; refuses an unknown one. */
export async function standingEntity(act: Act, id: string): Promise<Entity> {
  const entity = (await standingEntities(act, [id])).get(id)
  if (!entity) throw notFound('Entity', id)
  return entity
}

/** Returns by id the entities of those ids, or the ones that they were merged into in the end; an unknown one is left out. */
async function standingEntities(act: Act, ids: readonly string[]): Promise<Map<string, Entity>> {
  const known = new Map<string, Entity>()
  for (let asked = [...new Set(ids)]; asked.length > 0;) {
    for (const entity of await act.store.entities(act.tenant, asked)) if (entity) known.set(entity.id, entity)
    const merged = asked.flatMap((id) => known.get(id)?.mergedInto ?? [])
    asked = [...new Set(merged)].filter((id) => !known.has(id))
  }
  const standing = (id: string): Entity | undefined => {
    let entity = known.get(id)
    while (entity?.mergedInto != null) entity = known.get(entity.mergedInto)
    return entity
  }
  return new Map(
    ids.flatMap((id) => {
      const entity = standing(id)
      return entity ? [[id, entity] as const] : []
    }),
  )
}

/** Returns the entity of that id and those that it was merged into, one after the other; empty for an unknown one. */
export async function mergedChain(act: Act, id: string): Promise<Entity[]> {
  const chain: Entity[] = []
  for (let at: string | null = id; at !== null;) {
    const [entity]: (Entity | null)[] = await act.store.entities(act.tenant, [at])
    if (entity) chain.push(entity)
    at = entity?.mergedInto ?? null
  }
  return chain
}

/** Returns the conversation whose ledger tells of a thing; null where it belongs to none. */
export function homeOf({ kind, id }: Thing): ConversationId | null {
  if (kind === 'CONVERSATION') return id
  return kind === 'MESSAGE' ? (parseMessageId(id)?.conversationId ?? null) : null
}

/** Returns the message that a thing is, or null. */
export async function messageOfThing(reads: Pick<Reads, 'message'>, { kind, id }: Thing): Promise<Message | null> {
  return kind === 'MESSAGE' ? reads.message(id) : null
}
