import type { Expected } from '../../../domain/changes.ts'
import {
  relationshipTypes,
  type Endpoint,
  type EndpointKind,
  type Relationship,
} from '../../../domain/records/relationship.ts'
import { relationshipOf, relationshipRow, type RelationshipRow } from '../../rows/relationship.ts'
import { timeText } from '../reading/compactText.ts'
import { inOneText, int, intOrNull, outOfOneText, type Properties } from '../properties/rows.ts'
import { inOrder, refusedChanges, type Label } from './label.ts'

/** The edges of a thing are read from either end by these, in order, never by a walk from a node with many. */
const schema = relationshipTypes.flatMap((type) => {
  const name = type.toLowerCase()
  const keys = (...properties: string[]) => properties.map((property) => `n.${property}`).join(', ')
  return [
    `CREATE CONSTRAINT ${name}_id IF NOT EXISTS FOR ()-[n:${type}]-() REQUIRE (${keys('tenant', 'id')}) IS UNIQUE`,
    ...['source', 'target'].map(
      (end) =>
        `CREATE INDEX ${name}_${end} IF NOT EXISTS FOR ()-[n:${type}]-() ON (${keys('tenant', end, 'deleted', 'changedAt')})`,
    ),
  ]
})

/**
 * An edge is found by the index of its type: of `x.ids` only the member of its own type is there. The matches are kept
 * apart, since the planner would weigh every order of those that stand together.
 */
const edgesNamed = (name: string): string =>
  relationshipTypes
    .map(
      (type) => `
    OPTIONAL MATCH ()-[${name}${type}:${type} {tenant: r.tenant, id: x.ids.${type}}]->()
    USING INDEX SEEK ${name}${type}:${type}(tenant, id)
    WITH *`,
    )
    .join('')
const eitherOf = (name: string): string => `coalesce(${relationshipTypes.map((type) => name + type).join(', ')})`

const endsOf = (end: 'source' | 'target'): string =>
  ['Conversation', 'Message', 'Entity', 'Attachment']
    .map(
      (label) => `
    OPTIONAL MATCH (${end}${label}:${label} {tenant: r.tenant, id: x.${end}.${label}})
    USING INDEX SEEK ${end}${label}:${label}(tenant, id)
    WITH *`,
    )
    .join('')
const eitherEnd = (end: 'source' | 'target'): string =>
  `coalesce(${end}Conversation, ${end}Message, ${end}Entity, ${end}Attachment)`

/** Edges, which end at nodes: written behind those, and read by statements of their own (cypherRelationships.ts). */
export const relationships: Omit<
  Label<Relationship, Expected<Relationship>>,
  'label' | 'byKey' | 'keyOf' | 'nothing'
> = {
  schema,
  dump: relationshipTypes.map(
    (
      type,
    ) => `MATCH ()-[n:${type}]->() USING INDEX n:${type}(tenant, id) WHERE n.tenant = $q.tenant AND n.id IS NOT NULL
RETURN n.body AS found`,
  ),
  from,
  rows: (tenant, changes) => ({ edges: inOrder(changes.map((change) => rowOf(tenant, change))) }),
  names: ({ value }) => [value.id, value.source.id, value.target.id],
  check: {
    rows: 'edges',
    statement: `
    UNWIND r.edges AS x${edgesNamed('locked')}
    ${relationshipTypes.map((type) => `SET locked${type}.lock = 0`).join('\n    ')}
    WITH r, x${edgesNamed('e')}
    WITH x, ${eitherOf('e')} AS n${refusedChanges('relationship')}`,
    lock: ({ value }) => `relationship ${value.id}`,
  },
  // One that goes elsewhere is drawn again: an edge cannot be moved.
  writes: [
    `
    UNWIND r.edges AS x${edgesNamed('e')}
    WITH r, x, ${eitherOf('e')} AS e
    WITH r, x, e, e IS NOT NULL AND e.source = x.props.source AND e.target = x.props.target AS stays
    FOREACH (known IN CASE WHEN stays THEN [e] ELSE [] END | SET known += x.props)
    FOREACH (moved IN CASE WHEN stays OR e IS NULL THEN [] ELSE [e] END | DELETE moved)
    WITH r, x, stays
    WHERE NOT stays${endsOf('source')}${endsOf('target')}
    WITH x, ${eitherEnd('source')} AS source, ${eitherEnd('target')} AS target
    WITH x, source, target, 1 / CASE WHEN source IS NULL OR target IS NULL THEN 0 ELSE 1 END AS found
    CREATE (source)-[e:$(x.type)]->(target)
    SET e = x.props, e.lock = found`,
  ],
  weight: 4,
}

const labels: Readonly<Record<EndpointKind, string>> = {
  CONVERSATION: 'Conversation',
  MESSAGE: 'Message',
  ENTITY: 'Entity',
  ATTACHMENT: 'Attachment',
}

/** The ends and the id stand under the name of their label and type: each has an index of its own. */
function rowOf(tenant: string, { expected, value }: Expected<Relationship>) {
  const { id, type, source, target } = value
  return {
    ...{ id, type, ids: { [type]: id }, expected: intOrNull(expected) },
    ...{ source: endOf(source), target: endOf(target), props: properties(tenant, value) },
  }
}

const endOf = ({ kind, id }: Endpoint): Properties => ({ [labels[kind]]: id })

function properties(tenant: string, relationship: Relationship): Properties {
  const { body: rest, ...row } = relationshipRow(relationship)
  const { id, version, type, source, target, createdAt, changedAt, deletedAt } = row
  return {
    ...{ tenant, id, version: int(version), source, target, deleted: deletedAt !== null },
    ...{ createdAt: timeText(createdAt), changedAt: timeText(changedAt), deletedAt: deletedAt && timeText(deletedAt) },
    body: inOneText([id, version, type, source, target, createdAt, changedAt, deletedAt], rest),
  }
}

function from(value: unknown): Relationship {
  const [[id, version, type, source, target, createdAt, changedAt, deletedAt], body] = outOfOneText(value)
  const columns = { id, version, type, source, target, createdAt, changedAt, deletedAt }
  return relationshipOf({ ...(columns as RelationshipRow), body })
}
