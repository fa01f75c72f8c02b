import type { Tenant } from '../../../domain/model.ts'
import type { Expecting, ThingChanges } from '../../../domain/changes.ts'
import type { Relationship, EndpointKind, Endpoint } from '../../../domain/relationship.ts'
import type { Fact } from '../../../domain/snapshot.ts'
import { intOrNull, int, type Properties } from '../rows.ts'
import {
  attachmentProperties,
  entityProperties,
  entityTypeProperties,
  factProperties,
  relationshipProperties,
  runProperties,
} from '../thingRows.ts'

const labels: Readonly<Record<EndpointKind, string>> = {
  CONVERSATION: 'Conversation',
  MESSAGE: 'Message',
  ENTITY: 'Entity',
  ATTACHMENT: 'Attachment',
}

/** Says whether changes hold more than the tree: that is written by statements of its own. */
export function hasThings({ entities, entityTypes, relationships, facts, ...rest }: ThingChanges): boolean {
  const counts = [entities, entityTypes, relationships, facts, rest.attachments, rest.runs, rest.guards]
  return counts.some(({ length }) => length > 0)
}

/** Returns about how many nodes and edges they are: what a batch is measured by. */
export function weightOfThings({ entities, relationships, facts, attachments }: ThingChanges): number {
  return entities.length + 4 * relationships.length + 2 * facts.length + attachments.length
}

/** Returns names of what is checked: no two batches under way may touch one of them. */
export function keysOfThings({ entities, entityTypes, relationships, guards }: ThingChanges): string[] {
  return [
    ...entities.map(({ value }) => `entity ${value.id}`),
    ...entityTypes.map(({ value }) => `type ${value.type}`),
    ...relationships.map(({ value }) => `relationship ${value.id}`),
    ...guards.map(({ name }) => `guard ${name}`),
  ]
}

/** Returns what must be a name in them. */
export function namesOfThings(changes: ThingChanges): unknown[] {
  return [
    ...changes.entities.map(({ value }) => value.id),
    ...changes.entityTypes.map(({ value }) => value.type),
    ...changes.relationships.flatMap(({ value }) => [value.id, value.source.id, value.target.id]),
    ...changes.facts.flatMap(({ value }) => [value.id, value.ownerId]),
    ...changes.attachments.map(({ id }) => id),
    ...changes.runs.flatMap(({ conversationId, runId }) => [conversationId, runId]),
    ...changes.guards.map(({ name }) => name),
  ]
}

/** Returns the row of CHECK_THINGS, WRITE_THINGS and WRITE_EDGES for changes. */
export function thingRow(tenant: Tenant, changes: ThingChanges): Properties {
  return {
    tenant,
    entities: rowsOf(
      changes.entities,
      ({ id }) => id,
      (it) => entityProperties(tenant, it),
    ),
    entityTypes: rowsOf(
      changes.entityTypes,
      ({ type }) => type,
      (it) => entityTypeProperties(tenant, it),
    ),
    edges: byId(changes.relationships.map((it) => edgeRow(tenant, it))),
    guards: byId(changes.guards.map(({ name, expected }) => ({ id: name, expected: int(expected) }))),
    attachments: changes.attachments.map((it) => attachmentProperties(tenant, it)),
    runs: changes.runs.map((it) => runProperties(tenant, it)),
    newFacts: changes.facts
      .filter(({ isNew }) => isNew)
      .map(({ value }) => ({ entity: entityOf(value), props: factProperties(tenant, value) })),
    movedFacts: changes.facts
      .filter(({ isNew }) => !isNew)
      .map(({ value }) => {
        const { id = null, owner = null } = factProperties(tenant, value)
        return { id, owner, entity: entityOf(value) }
      }),
  }
}

function rowsOf<T>(
  items: readonly Expecting<T>[],
  idOf: (value: T) => string,
  properties: (value: T) => Properties,
): Properties[] {
  return byId(
    items.map(({ expected, value }) => ({
      id: idOf(value),
      expected: intOrNull(expected),
      props: properties(value),
    })),
  )
}

/** Everybody takes locks in the same order. */
function byId<T extends { readonly id: string }>(rows: readonly T[]): T[] {
  return [...rows].sort((a, b) => (a.id < b.id ? -1 : 1))
}

/** The ends and the id stand under the name of their label and type: each has an index of its own. */
function edgeRow(tenant: Tenant, { expected, value }: Expecting<Relationship>) {
  const { id, type, source, target } = value
  return {
    ...{ id, type, ids: { [type]: id }, expected: intOrNull(expected) },
    ...{ source: endOf(source), target: endOf(target), props: relationshipProperties(tenant, value) },
  }
}

const endOf = ({ kind, id }: Endpoint): Properties => ({ [labels[kind]]: id })

/** Edges end at nodes, so a fact of a relationship has none. */
const entityOf = ({ ownerKind, ownerId }: Fact): string | null => (ownerKind === 'ENTITY' ? ownerId : null)
