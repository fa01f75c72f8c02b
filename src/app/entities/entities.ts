import { own } from '../../own.ts'
import { nameIn, valueOf, withFact, withFacts, type EntityValue, type Entity } from '../../domain/records/entity.ts'
import type { EventKind, Instant } from '../../domain/model.ts'
import { Refusal } from '../../domain/refusals.ts'
import { present, type AsOf, type Fact, type Snapshot } from '../../domain/messages/snapshot.ts'
import { factOwner } from '../../storage/graphStore.ts'
import type { Scope } from '../scope.ts'
import { commitRecords } from '../write/lanes/commit.ts'
import { factOf, type FactInput } from '../write/draft/newFact.ts'
import { newEvent } from '../write/draft/additions.ts'
import { once } from '../write/lanes/idempotency.ts'
import type { Delete } from '../write/draft/deletion.ts'
import { changesOfRecords, putEntity, putFact } from '../write/draft/recordDraft.ts'
import { mustNotBeErased } from './erasedEntity.ts'
import { resolveEntity } from '../relationships/endpoints.ts'
import { wholeList } from '../read/walkList.ts'
import { ChangeSet, valuesOf } from '../write/draft/changeSet.ts'

export interface EntityResult {
  readonly entity: Entity
  /** The fact that it left behind; null where it left none. */
  readonly observation: Fact | null
  readonly observationsMoved: number
  readonly relationshipsMoved: number
  readonly replayed: boolean
}

/** A command on entities: what it decides is written with an event and its key. */
export interface EntityCommand {
  readonly operation: string
  readonly event: EventKind
  readonly key: string | null | undefined
  /** What a key is bound to. */
  readonly input: unknown
  readonly note?: string | null | undefined
  readonly decide: (draft: ChangeSet) => Promise<Omit<EntityResult, 'replayed'>>
}

type ReplayRecord = {
  readonly entityId: string
  readonly observationId: string | null
  readonly observationsMoved: number
  readonly relationshipsMoved: number
}

/** Runs a command on entities; one that decides nothing writes nothing, unless a key is to be bound. */
export async function changeEntity(scope: Scope, command: EntityCommand): Promise<EntityResult> {
  return once<EntityResult, ReplayRecord>(scope, {
    operation: command.operation,
    key: command.key,
    input: command.input,
    perform: async (bind) => {
      const { result } = await commitRecords(scope, async () => {
        const draft = new ChangeSet()
        const decided = await command.decide(draft)
        const { entity, observation, observationsMoved, relationshipsMoved } = decided
        const stored = {
          entityId: entity.id,
          observationId: observation?.id ?? null,
          observationsMoved,
          relationshipsMoved,
        }
        const key = bind(stored)
        if (draft.entities.size === 0 && key === null) return { changes: null, result: decided }
        const event = newEvent(scope, command.event, null, { note: command.note, details: { ...stored } })
        return { changes: changesOfRecords(event, key, valuesOf([draft])), result: decided }
      })
      return { ...result, replayed: false }
    },
    replay: (replayRecord) => replayed(scope, replayRecord),
  })
}

async function replayed(scope: Scope, { entityId, observationId, ...moved }: ReplayRecord): Promise<EntityResult> {
  const entity = await scope.reads.entity(entityId)
  if (!entity) throw new Error(`Entity ${entityId} is missing.`)
  const observation = observationId === null ? null : await scope.reads.fact(observationId)
  return { entity, observation, ...moved, replayed: true }
}

/** Notes one fact more of an entity with the present value that follows; refuses one that was erased. */
export async function addFact(
  scope: Scope,
  draft: ChangeSet,
  entity: Entity,
  factInput: FactInput,
  observedAt: Instant | null = null,
): Promise<{ entity: Entity; observation: Fact }> {
  mustNotBeErased(entity)
  const last = entity.snapshot?.computedAt ?? (await newestFact(scope, entity.id))?.observedAt ?? null
  const fact = factOf(scope, entity.id, factInput, observedAt, last)
  putFact(draft, fact)
  return { entity: putEntity(draft, entity, await entityAfter(scope, entity, fact)), observation: fact }
}

async function entityAfter(scope: Scope, entity: Entity, fact: Fact): Promise<EntityValue> {
  const type = await scope.reads.entityType(entity.type)
  return (
    withFact(entity, fact, type, await factsBehind(scope, entity, fact)) ??
    withFacts(entity, [...(await allFacts(scope, 'ENTITY', entity.id)), fact], type)
  )
}

/** The facts behind the present values of the fields that a fact says something of. */
async function factsBehind(scope: Scope, { snapshot }: Entity, { fields }: Fact): Promise<Map<string, Fact>> {
  const ids = Object.keys(fields).flatMap((field) => own(snapshot?.provenance ?? {}, field) ?? [])
  const facts = await Promise.all([...new Set(ids)].map((id) => scope.reads.fact(id)))
  return new Map(facts.flatMap((fact) => (fact === null ? [] : [[fact.id, fact]])))
}

async function newestFact(scope: Scope, ownerId: string): Promise<Fact | null> {
  const owner = factOwner({ ownerKind: 'ENTITY', ownerId })
  return (await scope.reads.list({ list: 'factsOf', owner, after: null, limit: 1 }))[0] ?? null
}

const pageLength = 1000

/** Returns the whole history of an entity or a relationship, newest first. */
export async function allFacts(scope: Scope, ownerKind: Fact['ownerKind'], ownerId: string): Promise<Fact[]> {
  const owner = factOwner({ ownerKind, ownerId })
  return wholeList(scope.reads, 'factsOf', owner, pageLength)
}

/**
 * Returns the value of an entity now or at a time, by the strategies that are declared now. The one that is kept with
 * it stands as long as its type was not declared anew since.
 */
export async function entitySnapshot(scope: Scope, entity: Entity, asOf: AsOf = present): Promise<Snapshot | null> {
  const type = await scope.reads.entityType(entity.type)
  if (entity.erased !== undefined) return null
  const isPresent = asOf.at === null && asOf.ingestedAt === null
  if (isPresent && (entity.snapshot === null || entity.snapshot.typeVersion === (type?.version ?? 0)))
    return entity.snapshot
  return valueOf(await allFacts(scope, 'ENTITY', entity.id), type, asOf)
}

/** Returns the name of an entity: the present snapshot's, while it has one. */
export async function entityName(scope: Scope, entity: Entity): Promise<string> {
  return nameIn(await entitySnapshot(scope, entity)) ?? entity.name
}

/** Returns the refusal to merge what was merged already. */
export function alreadyMerged({ id, mergedInto }: Entity, field: string): Refusal {
  const into = mergedInto ?? ''
  return new Refusal('ALREADY_MERGED', { kind: 'Entity', id, into }, `The entity "${id}" was merged into "${into}".`, [
    field,
  ])
}

/** Deletes or restores an entity; one that is so already stays as it is. */
export async function setDeleted(
  scope: Scope,
  { id, idempotencyKey, note }: Delete,
  { operation, event, kind }: { operation: string; event: EventKind; kind: 'DELETION' | 'RESTORATION' },
): Promise<EntityResult> {
  return changeEntity(scope, {
    operation,
    event,
    key: idempotencyKey,
    input: { id, note },
    note,
    decide: async (draft) => {
      const entity = await resolveEntity(scope, id)
      const moved = { observationsMoved: 0, relationshipsMoved: 0 }
      if (entity.deleted === (kind === 'DELETION')) return { entity, observation: null, ...moved }
      return { ...(await addFact(scope, draft, entity, { kind, fields: {}, note: note ?? null })), ...moved }
    },
  })
}
