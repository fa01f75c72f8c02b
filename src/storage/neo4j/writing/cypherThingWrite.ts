/**
 * The statements that write things besides the tree. They run around WRITE (cypherWrite.ts), in one transaction: the first
 * says which rows are to be refused, the others write for those that WRITE wrote. As there, a thing is locked by writing
 * it and then read by a match of its own, and a statement divides by the number found where something must be there.
 */
import { relationshipTypes } from '../../../domain/relationship.ts'

const checked = (label: string, key: string, rows: string): string => `
    UNWIND r.${rows} AS x
    OPTIONAL MATCH (locked:${label} {tenant: r.tenant, ${key}: x.id})
    USING INDEX SEEK locked:${label}(tenant, ${key})
    SET locked.lock = 0
    WITH r, x
    OPTIONAL MATCH (n:${label} {tenant: r.tenant, ${key}: x.id})
    USING INDEX SEEK n:${label}(tenant, ${key})`

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

const CHANGED = '(x.expected IS NULL) <> (n IS NULL) OR n.version <> x.expected'

/** In the order of their ids: everybody takes locks in the same order. */
const REFUSE_CHANGED = `
  CALL (r) {${checked('Entity', 'id', 'entities')}
    RETURN collect(CASE WHEN ${CHANGED} THEN ['thingChanged', x.id, 'entity'] END)[0] AS entity
  }
  CALL (r) {${checked('EntityType', 'type', 'entityTypes')}
    RETURN collect(CASE WHEN ${CHANGED} THEN ['thingChanged', x.id, 'entityType'] END)[0] AS entityType
  }
  CALL (r) {
    UNWIND r.edges AS x${edgesNamed('locked')}
    ${relationshipTypes.map((type) => `SET locked${type}.lock = 0`).join('\n    ')}
    WITH r, x${edgesNamed('e')}
    WITH x, ${eitherOf('e')} AS n
    RETURN collect(CASE WHEN ${CHANGED} THEN ['thingChanged', x.id, 'relationship'] END)[0] AS edge
  }
  CALL (r) {${checked('Guard', 'name', 'guards')}
    RETURN collect(CASE WHEN coalesce(n.value, 0) <> x.expected THEN ['guardChanged', x.id] END)[0] AS guard
  }`

/** Answers what each row is to be refused for; the locks that it takes are kept until the end of the transaction. */
export const CHECK_THINGS = `UNWIND $q.rows AS r${REFUSE_CHANGED}
RETURN r.index AS index, coalesce(entity, entityType, edge, guard) AS thing`

const WRITE_NODES = `
  CALL (r) {
    UNWIND r.entities AS x
    MERGE (n:Entity {tenant: r.tenant, id: x.id})
    SET n += x.props
  }
  CALL (r) {
    UNWIND r.entityTypes AS x
    MERGE (n:EntityType {tenant: r.tenant, type: x.id})
    SET n += x.props
  }
  CALL (r) {
    UNWIND r.guards AS x
    MERGE (n:Guard {tenant: r.tenant, name: x.id})
    SET n.value = x.expected + 1
  }
  CALL (r) {
    UNWIND r.attachments AS x
    MERGE (n:Attachment {tenant: r.tenant, id: x.id})
    ON CREATE SET n += x
    ON MATCH SET n.fileName = coalesce(x.fileName, n.fileName)
  }
  CALL (r) {
    UNWIND r.runs AS x
    OPTIONAL MATCH (c:Conversation {tenant: r.tenant, id: x.conversationId})
    USING INDEX SEEK c:Conversation(tenant, id)
    OPTIONAL MATCH (known:Run {tenant: r.tenant, conversationId: x.conversationId, runId: x.runId})
    USING INDEX SEEK known:Run(tenant, conversationId, runId)
    WITH x, c, known, 1 / CASE WHEN c IS NULL THEN 0 ELSE 1 END AS found
    FOREACH (_ IN CASE WHEN known IS NULL THEN range(1, found) ELSE [] END |
      CREATE (n:Run)-[:RUN_OF]->(c)
      SET n += x)
    FOREACH (n IN CASE WHEN known IS NULL THEN [] ELSE [known] END | SET n += x)
  }`

/** A fact moves to another owner by its edge; it has no more than one, so the owner's are never walked. */
const WRITE_FACTS = `
  CALL (r) {
    UNWIND r.newFacts AS x
    CREATE (f:Observation:Fact)
    SET f = x.props
    WITH r, x, f
    MATCH (n:Entity {tenant: r.tenant, id: x.entity})
    USING INDEX SEEK n:Entity(tenant, id)
    CREATE (f)-[:OBSERVES]->(n)
  }
  CALL (r) {
    UNWIND r.movedFacts AS x
    OPTIONAL MATCH (f:Observation {tenant: r.tenant, id: x.id})
    USING INDEX SEEK f:Observation(tenant, id)
    WITH r, x, f, 1 / CASE WHEN f IS NULL THEN 0 ELSE 1 END AS found
    SET f.owner = x.owner, f.lock = found
    WITH r, x, f
    CALL (f) {
      MATCH (f)-[old:OBSERVES]->()
      DELETE old
    }
    MATCH (n:Entity {tenant: r.tenant, id: x.entity})
    USING INDEX SEEK n:Entity(tenant, id)
    CREATE (f)-[:OBSERVES]->(n)
  }`

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

/** One that goes elsewhere is drawn anew: an edge cannot be moved. */
const EDGES = `
  CALL (r) {
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
    SET e = x.props, e.lock = found
  }`

export const WRITE_THINGS = `UNWIND $q.rows AS r${WRITE_NODES}${WRITE_FACTS}
RETURN count(r) AS rows`
/** After WRITE_THINGS, for the ends of an edge may be new. */
export const WRITE_EDGES = `UNWIND $q.rows AS r${EDGES}
RETURN count(r) AS rows`
