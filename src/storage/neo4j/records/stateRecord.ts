import {
  isPartKind,
  recordName,
  type StateRecord,
  type StateRecordChange,
  type StateRecordPlace,
} from '../../../domain/records/stateRecord.ts'
import { stateRecordOf, stateRecordRow, type StateRecordRow } from '../../rows/stateRecord.ts'
import { inOneText, int, intOrNull, outOfOneText, type Properties } from '../properties/rows.ts'
import { boundsOf, sortOfKey } from '../stateRecords/bounds.ts'
import { allOf, index, unique, type Label } from './label.ts'

const matchRecord = (name: string, row: string): string => `
    OPTIONAL MATCH (${name}:StateRecord {tenant: r.tenant, conversationId: ${row}.conversationId, kind: ${row}.kind, sort: ${row}.sort})
    USING INDEX SEEK ${name}:StateRecord(tenant, conversationId, kind, sort)`

/** Those of a row that deletes some; of any other row, none. */
const dropped = `
      UNWIND CASE WHEN x.range IS NULL THEN [] ELSE [x.range] END AS q
      MATCH (n:StateRecord)
      USING INDEX SEEK n:StateRecord(tenant, conversationId, kind, sort)
      WHERE n.tenant = r.tenant AND n.conversationId = x.conversationId
        AND n.kind >= q.kindFrom AND n.kind < q.kindTo AND n.sort >= q.sortFrom AND n.sort < q.sortTo
        AND (q.sorts IS NULL OR n.sort IN q.sorts)`

export const stateRecords: Label<StateRecord, StateRecordChange, StateRecordPlace> = {
  label: 'StateRecord',
  schema: [
    unique('state_record_key', 'StateRecord', ['tenant', 'conversationId', 'kind', 'sort']),
    // Parts of others have no `listed`, and so no place there.
    index('state_record_kind', 'StateRecord', ['tenant', 'listed', 'sort', 'conversationId']),
    index('state_record_observation', 'StateRecord', ['tenant', 'observationId']),
  ],
  dump: [allOf('n:StateRecord', 'n.body')],
  byKey: `UNWIND range(0, size($q.ids) - 1) AS i
MATCH (n:StateRecord {tenant: $q.tenant, conversationId: $q.ids[i][0], kind: $q.ids[i][1], sort: $q.ids[i][2]})
USING INDEX SEEK n:StateRecord(tenant, conversationId, kind, sort)
RETURN i, n.body AS found`,
  keyOf: ({ conversationId, kind, key }) => [conversationId, kind, sortOfKey(key)],
  from,
  nothing: null,
  rows: (tenant, changes) => ({ stateRecords: changes.map((change) => rowOf(tenant, change)) }),
  names: (change) => {
    if ('dropped' in change) return [change.dropped.conversationId]
    const { conversationId, kind, key } = change.value
    return [conversationId, kind, key]
  },
  check: {
    rows: 'stateRecords',
    statement: `
    UNWIND r.stateRecords AS x${matchRecord('locked', 'x')}
    SET locked.lock = 0
    WITH r, x${matchRecord('n', 'x')}
    CALL (r, x) {${dropped}
      RETURN count(n) AS rows
    }
    WITH x, n, rows
    RETURN collect(CASE
      WHEN x.range IS NULL AND ((x.expected IS NULL) <> (n IS NULL) OR n.version <> x.expected)
        OR x.range IS NOT NULL AND rows <> x.expected THEN ['recordsChanged', x.id, 'stateRecord'] END)[0]`,
    // Those that are deleted and those that are written beside them are decided one after the other.
    lock: (change) =>
      `stateRecords ${'dropped' in change ? change.dropped.conversationId : change.value.conversationId}`,
  },
  writes: [
    `
    UNWIND r.stateRecords AS x
    CALL (r, x) {${dropped}
      DETACH DELETE n
    }
    WITH r, x
    WHERE x.props IS NOT NULL
    OPTIONAL MATCH (c:Conversation {tenant: r.tenant, id: x.conversationId})
    USING INDEX SEEK c:Conversation(tenant, id)${matchRecord('known', 'x')}
    WITH r, x, c, known, 1 / CASE WHEN c IS NULL THEN 0 ELSE 1 END AS found
    FOREACH (_ IN CASE WHEN known IS NULL THEN range(1, found) ELSE [] END |
      CREATE (n:StateRecord)-[:RECORD_OF]->(c)
      SET n = x.props)
    FOREACH (n IN CASE WHEN known IS NULL THEN [] ELSE [known] END | SET n += x.props)`,
    `
    UNWIND r.stateRecords AS x
    WITH r, x
    WHERE x.props IS NOT NULL AND (x.expected IS NOT NULL OR x.props.observationId IS NOT NULL)
    MATCH (n:StateRecord {tenant: r.tenant, conversationId: x.conversationId, kind: x.kind, sort: x.sort})
    USING INDEX SEEK n:StateRecord(tenant, conversationId, kind, sort)
    CALL (n) {
      MATCH (n)-[old:RECORD_FOR]->()
      DELETE old
    }
    WITH r, x, n
    MATCH (o:Observation {tenant: r.tenant, id: x.props.observationId})
    USING INDEX SEEK o:Observation(tenant, id)
    CREATE (n)-[:RECORD_FOR]->(o)`,
  ],
  weight: 3,
}

function rowOf(tenant: string, change: StateRecordChange): Properties {
  const expected = intOrNull(change.expected)
  if ('dropped' in change) {
    const { conversationId } = change.dropped
    const range = { ...boundsOf(change.dropped) }
    const id = recordName({ conversationId, kind: change.dropped.kind ?? change.dropped.kindPrefix ?? '', key: '' })
    return { id, conversationId, expected, range }
  }
  const { conversationId, kind, key, version, observationId } = change.value
  const props = {
    ...{ tenant, conversationId, kind, key, sort: sortOfKey(key), version: int(version), observationId },
    listed: isPartKind(kind) ? null : kind,
    body: bodyOf(change.value),
  }
  return { id: recordName(change.value), conversationId, kind, sort: sortOfKey(key), expected, props }
}

/** The letter says what the rest is. */
function bodyOf(record: StateRecord): string {
  const { conversationId, kind, key, version, parentKey, observationId, storedAt, text, bytes } = stateRecordRow(record)
  const rest = bytes === null ? `v${text ?? 'null'}` : `b${Buffer.from(bytes).toString('base64')}`
  return inOneText([conversationId, kind, key, version, parentKey, observationId, storedAt], rest)
}

function from(body: unknown): StateRecord {
  const [[conversationId, kind, key, version, parentKey, observationId, storedAt], rest] = outOfOneText(body)
  const fields = { conversationId, kind, key, version, parentKey, observationId, storedAt } as StateRecordRow
  const isText = rest.startsWith('v')
  return stateRecordOf({
    ...fields,
    text: isText ? rest.slice(1) : null,
    bytes: isText ? null : Buffer.from(rest.slice(1), 'base64'),
  })
}
