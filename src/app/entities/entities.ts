import { own } from '../../runtime/own.ts'
import { nameIn, valueOf, withFact, withFacts, type EntityValue, type Entity } from '../../domain/records/entity.ts'
import type { EventKind, Instant } from '../../domain/model.ts'
import { Refusal } from '../../domain/refusals.ts'
import { present, type AsOf, type Fact, type Snapshot } from '../../domain/messages/snapshot.ts'
import { factOwner } from '../../storage/graphStore.ts'
import type { Scope } from '../scope.ts'
import { commitRecords } from '../write/lanes/commit.ts'
import { factOf, type FactInput } from '../write/draft/newFact.ts'
import { newEvent } from '../write/draft/additions.ts'
import { command, found, type CommandInput } from '../write/command.ts'
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
  readonly input: CommandInput
  readonly note?: string | null | undefined
  readonly decide: (draft: ChangeSet) => Promise<Decided>
}
type Decided = Omit<EntityResult, 'replayed'>

/** Of moved observations and relationships it says nothing where there are none. */
type EntityRecord = {
  readonly entityId: string
  readonly observationId?: string
  readonly observationsMoved?: number
  readonly relationshipsMoved?: number
}

/** Runs a command on entities; one that decides nothing writes nothing, unless a key is to be bound. */
export async function changeEntity(scope: Scope, change: EntityCommand): Promise<EntityResult> {
  const { operation, input, event: kind, note } = change
  const { reads } = scope
  return command(scope, input, {
    operation,
    decide: async (commandScope) => {
      const { result } = await commitRecords(commandScope, async () => {
        const draft = new ChangeSet()
        const result = await change.decide(draft)
        const { entity, observation, ...moved } = result
        const details = { entityId: entity.id, observationId: observation?.id ?? null, ...moved }
        const event = newEvent(scope, kind, null, { note, details })
        const changes = changesOfRecords(event, valuesOf([draft]))
        return { changes, result, record: recordOf(result), isForKeyAlone: draft.entities.size === 0 }
      })
      return result
    },
    load: async (record: EntityRecord) => {
      const { entityId, observationId, observationsMoved = 0, relationshipsMoved = 0 } = record
      const { entity } = await found(record, { entity: reads.entity(entityId) })
      const observation = observationId === undefined ? null : await reads.fact(observationId)
      return { entity, observation, observationsMoved, relationshipsMoved }
    },
  })
}

function recordOf({ entity, observation, observationsMoved, relationshipsMoved }: Decided): EntityRecord {
  return {
    entityId: entity.id,
    ...(observation && { observationId: observation.id }),
    ...(observationsMoved > 0 && { observationsMoved }),
    ...(relationshipsMoved > 0 && { relationshipsMoved }),
  }
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
 * it stands as long as its type was not declared again since.
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
  input: Delete,
  { operation, event, kind }: { operation: string; event: EventKind; kind: 'DELETION' | 'RESTORATION' },
): Promise<EntityResult> {
  const { id, note } = input
  return changeEntity(scope, {
    operation,
    event,
    input,
    note,
    decide: async (draft) => {
      const entity = await resolveEntity(scope, id)
      const moved = { observationsMoved: 0, relationshipsMoved: 0 }
      if (entity.deleted === (kind === 'DELETION')) return { entity, observation: null, ...moved }
      return { ...(await addFact(scope, draft, entity, { kind, fields: {}, note: note ?? null })), ...moved }
    },
  })
}
