import type { TreeNode, Tenant } from '../../domain/model.ts'
import { withBends, type Above } from '../bends.ts'
import type { Connection } from './connection/connection.ts'
import { OBSERVATION, OBSERVATIONS, SEGMENT } from './reading/cypherRead.ts'
import { int, observationFrom, observationProperties, segmentFrom, type Properties } from './properties/rows.ts'

const TENANTS = 'MATCH (c:Conversation) RETURN DISTINCT c.tenant AS tenant'
const SEGMENTS = `MATCH (s:Segment)
USING INDEX SEEK s:Segment(tenant, id)
WHERE s.tenant = $q.tenant AND s.id > $q.after
RETURN ${SEGMENT} AS found ORDER BY s.tenant, s.id LIMIT 1000`
const NODES = `MATCH (o:Observation)
USING INDEX SEEK o:Observation(tenant, segmentId, depth)
WHERE o.tenant = $q.tenant AND o.segmentId = $q.segmentId AND o.depth > $q.after
RETURN ${OBSERVATION} AS found ORDER BY o.tenant, o.segmentId, o.depth LIMIT 500`
const REWRITE = `UNWIND $q.rows AS r
MATCH (o:Observation {tenant: $q.tenant, id: r[0]})
USING INDEX SEEK o:Observation(tenant, id)
SET o.body = r[1], o.text = r[2]`
const patience = 600_000

/** Adds to every node the bends of its path, ancestors first. Done twice it changes nothing more. */
export async function addBends(connection: Connection): Promise<void> {
  for (const record of await connection.read(TENANTS)) {
    const tenant = record.get('tenant') as Tenant
    const found = await segmentsOf(connection, tenant)
    for (const { id } of found.sort((a, b) => a.level - b.level)) await addInSegment(connection, tenant, id)
  }
}

/** Of segments no more than this is held: there may be millions. */
async function segmentsOf(connection: Connection, tenant: Tenant): Promise<{ id: string; level: number }[]> {
  const found: { id: string; level: number }[] = []
  for (let after = ''; ;) {
    const records = await connection.read(SEGMENTS, { tenant, after })
    found.push(...records.map((record) => segmentFrom(record.get('found'))).map(({ id, level }) => ({ id, level })))
    const last = found.at(-1)
    if (records.length === 0 || !last) return found
    after = last.id
  }
}

async function addInSegment(connection: Connection, tenant: Tenant, segmentId: string): Promise<void> {
  let above: Above | null = null
  for (let depth = -1; ;) {
    const records = await connection.read(NODES, { tenant, segmentId, after: int(depth) })
    const page = records.map((record) => observationFrom(record.get('found')) as TreeNode)
    const last = page.at(-1)
    if (!page[0] || !last) return
    const { changed, last: next } = withBends(page, above ?? (await aboveFirst(connection, tenant, page[0])))
    const rows = changed.map((node) => [node.id, ...bodyAndText(observationProperties(tenant, node))])
    if (rows.length > 0) await connection.write(REWRITE, { tenant, rows }, patience)
    above = next
    depth = last.place.depth
  }
}

/** The text of a body lies beside it. */
const bodyAndText = (properties: Properties) => [properties['body'] ?? '', properties['text'] ?? null]

async function aboveFirst(connection: Connection, tenant: Tenant, { place }: TreeNode): Promise<Above> {
  const node = async (id: string | null) => {
    const [record] = id === null ? [] : await connection.read(OBSERVATIONS, { tenant, ids: [id] })
    return record === undefined ? null : (observationFrom(record.get('found')) as TreeNode)
  }
  const parent = await node(place.parentId)
  return { node: parent, bend: await node(parent?.place.bendId ?? null) }
}
