import { one, type Mutant } from './mutant.ts'

const cypher = { file: 'test/tenants/cypher.test.ts' }
const apart = { file: 'test/tenants/noninterference.stores.test.ts' }

const ofCypher = (name: string, file: string, from: string, to: string): Mutant => ({
  ...{ name, file, edits: [[from, to]], killers: [cypher] },
})

/** Of the statements of Neo4j; what needs a database says so. */
export const ofNeo4j: readonly Mutant[] = [
  ofCypher(
    'Neo4j: anything by its id alone',
    'src/storage/neo4j/reading/cypherRead.ts',
    'MATCH (${node} {tenant: $q.tenant, ${key}: $q.ids[i]})',
    'MATCH (${node} {${key}: $q.ids[i]})',
  ),
  ofCypher(
    'Neo4j: a range of anybody',
    'src/storage/neo4j/reading/cypherRead.ts',
    'WHERE o.tenant = $q.tenant AND o.segmentId',
    'WHERE o.segmentId',
  ),
  ofCypher(
    'Neo4j: raw lines of anybody',
    'src/storage/neo4j/reading/cypherRead.ts',
    'AND n.source = $q.source AND n.firstLine >= start',
    'AND n.source = $q.source AND n.firstLine >= start OR n.tenant <> $q.tenant',
  ),
  ofCypher(
    'Neo4j: an idempotency key by itself',
    'src/storage/neo4j/writing/cypherWrite.ts',
    '(k:IdempotencyKey {tenant: r.tenant, key: r.keyName})',
    '(k:IdempotencyKey {key: r.keyName})',
  ),
  ofCypher(
    'Neo4j: a conversation is taken over',
    'src/storage/neo4j/writing/cypherWrite.ts',
    'MERGE (c:Conversation {tenant: r.tenant, id: x.id})',
    'MERGE (c:Conversation {id: x.id})',
  ),
  ofCypher(
    'Neo4j: an edge to another tenant',
    'src/storage/neo4j/writing/cypherWrite.ts',
    'MATCH (p:Observation {tenant: r.tenant, id: x.parentId})',
    'MATCH (p:Observation {id: x.parentId})',
  ),
  ofCypher(
    'Neo4j: a search of everybody',
    'src/search/neo4j/cypher.ts',
    'WHERE o.tenant = $q.tenant\n    AND (o.ingestedAt < $q.fromAt',
    'WHERE (o.ingestedAt < $q.fromAt',
  ),
  {
    ...one(
      'Neo4j: answers for one tenant are of another',
      'src/storage/neo4j/reading/reads.ts',
      'connection.read(statement, { tenant, ids })',
      "connection.read(statement, { tenant: tenant.replace(/^(same|with|other|ours|theirs)/, 'one'), ids })",
      apart,
    ),
    onNeo4j: true,
  },
  {
    ...one(
      'Neo4j: rows of a batch are all the first one’s',
      'src/storage/neo4j/properties/key.ts',
      'return { tenant, key, operation,',
      "return { tenant: 'any', key, operation,",
      apart,
    ),
    onNeo4j: true,
  },
]
