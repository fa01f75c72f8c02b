import type { Tenant } from '../../../domain/model.ts'
import type { StateRecordRange } from '../../../domain/records/stateRecord.ts'
import type { GraphStore, StateRecordListRequest } from '../../graphStore.ts'
import type { Connection } from '../connection/connection.ts'
import { stateRecords } from '../records/stateRecord.ts'
import { int, numberFrom, type Properties } from '../properties/rows.ts'
import { whole } from '../reading/tornRead.ts'
import { boundsOf, kindsBehind, rightBehind, sortOfKey } from './bounds.ts'
import { scopeOfKinds, STATE_RECORD_COUNTS, STATE_RECORD_KINDS, STATE_RECORD_PAGES, type Scope } from './cypher.ts'

type StateRecordReads = Pick<GraphStore, 'stateRecordLists' | 'stateRecordCounts' | 'stateRecordKinds'>

/** Returns the reads of lists of state records. */
export function stateRecordReadsOn(connection: Connection, timeout: number): StateRecordReads {
  return {
    stateRecordLists: (tenant, requests) =>
      whole(() => Promise.all(requests.map((request) => readPage(connection, tenant, request))), timeout),
    stateRecordCounts: (tenant, ranges, limit) =>
      Promise.all(
        ranges.map(async (range) => {
          const parameters = { ...parametersOf(tenant, range), limit: int(Math.min(limit, Number.MAX_SAFE_INTEGER)) }
          const [record] = await connection.read(STATE_RECORD_COUNTS[scopeOf(range)], parameters)
          return numberFrom(record?.get('rows'))
        }),
      ),
    stateRecordKinds: async (tenant, request) => {
      const { conversationId, prefix, after, limit } = request
      const parameters = { tenant, conversationId, ...kindsBehind(prefix, after), limit: int(limit) }
      const records = await connection.read(STATE_RECORD_KINDS[scopeOfKinds(request)], parameters)
      return records.map((record) => record.get('kind') as string)
    },
  }
}

async function readPage(connection: Connection, tenant: Tenant, request: StateRecordListRequest) {
  const { after, descending, limit } = request
  const place = {
    ...(after !== null && { sort: sortOfKey(after.key), after: after.conversationId }),
    ...(after !== null && request.kind === null && { kind: after.kind }),
  }
  const parameters = { ...parametersOf(tenant, request), ...place, ...nearer(request), limit: int(limit) }
  const statement = STATE_RECORD_PAGES[scopeOf(request)][descending ? 'descending' : 'ascending']
  return (await connection.read(statement, parameters)).map((record) => stateRecords.from(record.get('found')))
}

/** Where one kind is read, the place after which a page begins is a bound of its keys: what lies before it is not walked. */
function nearer({ after, descending, kind }: StateRecordListRequest): Properties {
  if (after === null) return {}
  if (kind === null) return descending ? { kindTo: rightBehind(after.kind) } : { kindFrom: after.kind }
  return descending ? { sortTo: rightBehind(sortOfKey(after.key)) } : { sortFrom: sortOfKey(after.key) }
}

function parametersOf(tenant: Tenant, range: StateRecordRange) {
  const { conversationId, kind } = range
  return { tenant, conversationId, kind, ...boundsOf(range), sort: null, after: null }
}

function scopeOf({ conversationId, kind }: StateRecordRange): Scope {
  if (conversationId === null) return 'all'
  return kind === null ? 'kinds' : 'kind'
}
