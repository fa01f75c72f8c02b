import { noRecords } from '../../../domain/changes.ts'
import type { Erasure } from '../../../domain/erasure/erasure.ts'
import { noRewrites } from '../../../domain/erasure/rewrites.ts'
import { withoutValues } from '../../../domain/messages/annotation.ts'
import type { Fact } from '../../../domain/messages/snapshot.ts'
import { withFacts, type Entity, type EntityType } from '../../../domain/records/entity.ts'
import { splitBatch } from '../../read/loaders.ts'
import { guardOfName } from '../../relationships/namedEntity.ts'
import type { Scope } from '../../scope.ts'
import { newEvent } from '../../write/draft/additions.ts'
import { changesOfRecords } from '../../write/draft/recordDraft.ts'
import { commitRecords } from '../../write/lanes/commit.ts'
import { factsOfEntity } from './facts.ts'
import { mergedWith } from './mergedEntities.ts'

/** Facts that one transaction empties. */
const atOnce = 200

/** Ids of what an erasure of entities empties. */
export interface EmptiedThings {
  /** Those that were merged into one of them, too. */
  readonly entityIds: readonly string[]
  readonly factIds: readonly string[]
}

/**
 * Takes names, fields and notes out of the entities that an erasure is of and out of all that was stored of them; ids, types,
 * times and counts stay. Returns what that was.
 */
export async function eraseEntities(scope: Scope, erasure: Erasure): Promise<EmptiedThings> {
  const entityIds = await mergedWith(scope, erasure.plan?.entityIds ?? [])
  const factIds: string[] = []
  for (const id of entityIds) {
    const facts = await factsOfEntity(scope, id)
    await emptyEntity(scope, erasure, id)
    for (let from = 0; from < facts.length; from += atOnce)
      await emptyFacts(scope, erasure, facts.slice(from, from + atOnce))
    factIds.push(...facts.map((fact) => fact.id))
  }
  return { entityIds, factIds }
}

/** The entity goes first: from then on nothing more is stored of it. */
async function emptyEntity(scope: Scope, erasure: Erasure, id: string): Promise<void> {
  await commitRecords(scope, async () => {
    scope.reads.clear()
    const [entity] = await scope.store.entities([id])
    if (!entity || entity.erased !== undefined) return { changes: null, result: null }
    const facts = await factsOfEntity(scope, id)
    const names = new Set([
      entity.name,
      ...facts.flatMap(({ fields }) => (typeof fields['name'] === 'string' ? [fields['name']] : [])),
    ])
    const guards = [...names].map((name) => guardOfName(scope, { type: entity.type, name }))
    const type = await scope.reads.entityType(entity.type)
    const value = emptiedEntity(
      entity,
      facts.map((fact) => emptiedFact(fact, erasure.id)),
      type,
      erasure.id,
    )
    const entities = [{ expected: entity.version, value }]
    const event = newEvent(scope, 'ERASE', null, { details: { erasureId: erasure.id } })
    const changes = changesOfRecords(event, { ...noRecords, entities })
    return { changes: { ...changes, rewrites: { ...noRewrites, guards } }, result: null }
  })
}

/** Returns an entity without its name and fields: what is kept of it follows from its facts as they are once they are empty. */
export function emptiedEntity(entity: Entity, facts: readonly Fact[], type: EntityType | null, by: string): Entity {
  const bare = { ...entity, version: entity.version + 1, name: '', erased: { by } }
  return entity.mergedInto === null ? { ...bare, ...withFacts(bare, facts, type) } : bare
}

/** Returns a fact without what it says. */
export function emptiedFact(fact: Fact, by: string): Fact {
  return { ...fact, fields: {}, note: null, sourceKind: null, erased: fact.erased ?? { by } }
}

async function emptyFacts(scope: Scope, erasure: Erasure, facts: readonly Fact[]): Promise<void> {
  await commitRecords(scope, async () => {
    const ids = facts.map(({ id }) => id)
    const storedAnnotations = await splitBatch(ids, (some) => scope.store.annotations(some))
    const annotations = storedAnnotations.flatMap(withoutValues)
    const open = (await splitBatch(ids, (some) => scope.store.facts(some))).flatMap((one) => one ?? [])
    const rewrites = { ...noRewrites, facts: open.map((fact) => emptiedFact(fact, erasure.id)) }
    const event = newEvent(scope, 'ERASE', null, { details: { erasureId: erasure.id } })
    return { changes: { ...changesOfRecords(event, { ...noRecords, annotations }), rewrites }, result: null }
  })
}
