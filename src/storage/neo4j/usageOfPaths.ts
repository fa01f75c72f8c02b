import { withPathUsage } from '../usageOfPaths.ts'
import type { Connection } from './connection/connection.ts'
import { nextAsStored, storedFirst, type StoredAt } from './contents/asStored.ts'

const nodesPerPage = 500
const writeTime = 60_000

const CONVERSATIONS = 'MATCH (c:Conversation) RETURN c.tenant AS tenant, c.id AS id, c.forkedFrom AS source'
export const NODES = nextAsStored(
  'o.depth IS NOT NULL',
  'OPTIONAL MATCH (p:Observation {tenant: o.tenant, id: o.parentId})',
  'o.id AS id, o.parentId AS parentId, o.copyOf AS copyOf, o.body AS body, p.body AS parentBody',
)
const SET_BODIES = `UNWIND $q.rows AS r MATCH (o:Observation {tenant: $q.tenant, id: r.id}) SET o.body = r.body`

interface Known {
  readonly tenant: string
  readonly id: string
  readonly source: string | null
}

/** Keeps the sums of usage with each node: a conversation after the one it was forked from, its nodes as they were stored. */
export async function usageOfPaths(connection: Connection): Promise<void> {
  const all = (await connection.read(CONVERSATIONS)).map((record) => record.toObject() as Known)
  for (const conversation of sourcesFirst(all)) await usageOfNodes(connection, conversation)
}

/** A source that is not there is no reason to wait. */
function sourcesFirst(all: readonly Known[]): Known[] {
  const nameOf = (tenant: string, id: string) => JSON.stringify([tenant, id])
  const names = new Set(all.map(({ tenant, id }) => nameOf(tenant, id)))
  const forks = new Map<string, Known[]>()
  const ordered: Known[] = []
  for (const one of all) {
    const source = one.source === null ? null : nameOf(one.tenant, one.source)
    if (source === null || !names.has(source)) ordered.push(one)
    else forks.set(source, [...(forks.get(source) ?? []), one])
  }
  for (const { tenant, id } of ordered) ordered.push(...(forks.get(nameOf(tenant, id)) ?? []))
  return ordered
}

async function usageOfNodes(connection: Connection, { tenant, id }: Known): Promise<void> {
  const limit = connection.int(nodesPerPage)
  for (let after = storedFirst; ;) {
    const records = await connection.read(NODES, { tenant, id, after: { ...after }, limit })
    const nodes = records.map((record) => record.toObject() as Node)
    const bodies = bodiesWithUsage(nodes)
    const rows = [...bodies].map(([node, body]) => ({ id: node, body }))
    if (rows.length > 0) await connection.write(SET_BODIES, { tenant, rows }, writeTime)
    const last = nodes.at(-1)
    if (!last) return
    after = last.place
  }
}

interface Node {
  readonly id: string
  readonly place: StoredAt
  readonly parentId: string | null
  readonly copyOf: string | null
  readonly body: string
  readonly parentBody: string | null
}

/** The first line of a body holds the hashes. */
function bodiesWithUsage(nodes: readonly Node[]): Map<string, string> {
  const bodies = new Map<string, string>()
  for (const { id, parentId, copyOf, body, parentBody } of nodes) {
    const parent = (parentId === null ? undefined : bodies.get(parentId)) ?? parentBody
    const [hashes = '', own = ''] = body.split('\n')
    const next = withPathUsage(own, parent === null ? null : (parent.split('\n')[1] ?? null), copyOf)
    if (next !== null) bodies.set(id, `${hashes}\n${next}`)
  }
  return bodies
}
