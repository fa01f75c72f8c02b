import type { Connection } from './connection/connection.ts'
import { nextAsStored, storedFirst, type StoredAt } from './contents/asStored.ts'

const nodesPerPage = 500
const writeTime = 60_000

const CONVERSATIONS = 'MATCH (c:Conversation) RETURN c.tenant AS tenant, c.id AS id, c.forkedFrom AS source'
const SET_BODIES = `UNWIND $q.rows AS r MATCH (o:Observation {tenant: $q.tenant, id: r.id}) SET o.body = r.body`

/** Returns the statement that reads the next nodes of a conversation with their parents' bodies, and what else is asked of each. */
export const nextNodes = (asked: string): string =>
  nextAsStored(
    'o.depth IS NOT NULL',
    'OPTIONAL MATCH (p:Observation {tenant: o.tenant, id: o.parentId})',
    `o.id AS id, o.parentId AS parentId, o.body AS body, p.body AS parentBody, ${asked}`,
  )

/** Returns the body that a node is to have, made of its own and its parent's (null: a root); null where it stays as it is. */
export type BodyAnew<T> = (node: T, body: string, parentBody: string | null) => string | null

interface Known {
  readonly tenant: string
  readonly id: string
  readonly source: string | null
}

/** Makes the bodies of all nodes anew: a conversation after the one it was forked from, its nodes as they were stored. */
export async function bodiesAnew<T extends object>(
  connection: Connection,
  asked: string,
  anew: BodyAnew<T>,
): Promise<void> {
  const all = (await connection.read(CONVERSATIONS)).map((record) => record.toObject() as Known)
  const statement = nextNodes(asked)
  for (const conversation of sourcesFirst(all)) await bodiesOf(connection, conversation, statement, anew)
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

async function bodiesOf<T extends object>(
  connection: Connection,
  { tenant, id }: Known,
  statement: string,
  anew: BodyAnew<T>,
): Promise<void> {
  const limit = connection.int(nodesPerPage)
  for (let after = storedFirst; ;) {
    const records = await connection.read(statement, { tenant, id, after: { ...after }, limit })
    const nodes = records.map((record) => record.toObject() as Node<T>)
    const rows = [...changed(nodes, anew)].map(([node, body]) => ({ id: node, body }))
    if (rows.length > 0) await connection.write(SET_BODIES, { tenant, rows }, writeTime)
    const last = nodes.at(-1)
    if (!last) return
    after = last.place
  }
}

type Node<T> = T & {
  readonly id: string
  readonly place: StoredAt
  readonly parentId: string | null
  readonly body: string
  readonly parentBody: string | null
}

/** The first line of a body holds the hashes. */
function changed<T extends object>(nodes: readonly Node<T>[], anew: BodyAnew<T>): Map<string, string> {
  const bodies = new Map<string, string>()
  for (const node of nodes) {
    const parent = (node.parentId === null ? undefined : bodies.get(node.parentId)) ?? node.parentBody
    const [hashes = '', own = ''] = node.body.split('\n')
    const next = anew(node, own, parent === null ? null : (parent.split('\n')[1] ?? null))
    if (next !== null) bodies.set(node.id, `${hashes}\n${next}`)
  }
  return bodies
}
