import { entityNameOwner } from '../../graphStore.ts'
import type { Connection } from '../connection/connection.ts'
import { entityFrom, listedNameOf } from './entity.ts'
import { index } from './label.ts'

/** The index that the list by name is read by. */
export const entityNameIndex = [index('entity_listed_name', 'Entity', ['tenant', 'listedName', 'createdAt'])]

const writeTime = 60_000
const atOnce = 1000
const LISTED = `MATCH (n:Entity) WHERE n.listing IS NOT NULL AND n.listedName IS NULL
RETURN n.tenant AS tenant, n.id AS id, n.body AS body`
const SET_NAMES = `UNWIND $q.rows AS r MATCH (n:Entity {tenant: r.tenant, id: r.id})
SET n.listedName = CASE WHEN n.body = r.body THEN r.listedName ELSE n.listedName END`

/** Gives the entities of before their names for the list by name, each looked at once. Done twice it changes nothing more. */
export async function entitiesByName(connection: Connection): Promise<void> {
  let rows: Record<string, string>[] = []
  for await (const record of connection.stream(LISTED, {})) {
    const [tenant, id, body] = ['tenant', 'id', 'body'].map((name) => record.get(name) as string) as [
      string,
      string,
      string,
    ]
    const { type, name } = entityFrom(body)
    rows.push({ tenant, id, body, listedName: listedNameOf(entityNameOwner(type, name)) })
    if (rows.length < atOnce) continue
    await connection.write(SET_NAMES, { rows }, writeTime)
    rows = []
  }
  if (rows.length > 0) await connection.write(SET_NAMES, { rows }, writeTime)
}
