import type { Tenant } from '../../../domain/model.ts'
import type { Connection } from '../connection/connection.ts'
import { CONVERSATION, MESSAGE, OBSERVATION } from '../reading/cypherRead.ts'
import { presentOf } from './properties.ts'
import { sumLabels, sumName } from '../rollups/cypher.ts'
import { conversationFrom, conversationProperties, messageFrom, numberFrom, observationFrom } from './rows.ts'
import { observationProperties, type Properties } from './rows.ts'

const nodesPerPage = 500
const writeTime = 60_000

const TENANTS = 'MATCH (c:Conversation) RETURN DISTINCT c.tenant AS tenant'
const pageOf = (node: string, found: string, and = '') => {
  const name = node.slice(0, node.indexOf(':'))
  return `MATCH (${node}) USING INDEX SEEK ${node}(tenant, id)
WHERE ${name}.tenant = $q.tenant AND ${name}.id > $q.after${and}
RETURN ${name}.id AS id, ${found} AS found ORDER BY ${name}.tenant, ${name}.id LIMIT $q.limit`
}
const setOf = (node: string) => {
  const name = node.slice(0, node.indexOf(':'))
  return `UNWIND $q.rows AS x MATCH (${node} {tenant: $q.tenant, id: x.id}) USING INDEX SEEK ${node}(tenant, id) SET ${name} += x`
}
/** What a message says whose newest observation says it: those have their text by now. */
const SET_MESSAGES = `UNWIND $q.rows AS x
MATCH (m:Message {tenant: $q.tenant, id: x.id}) USING INDEX SEEK m:Message(tenant, id)
OPTIONAL MATCH (o:Observation {tenant: $q.tenant, id: x.latestId}) USING INDEX SEEK o:Observation(tenant, id)
SET m.text = CASE WHEN o IS NULL THEN x.text ELSE coalesce(o.text, '') END, m.name = CASE WHEN o IS NULL THEN x.name ELSE o.name END`

const pages = {
  observations: pageOf('o:Observation', OBSERVATION, ' AND NOT o:Fact'),
  messages: pageOf('m:Message', MESSAGE),
  conversations: pageOf('c:Conversation', CONVERSATION, ' AND c.body IS NOT NULL'),
}

/** Gives nodes that were stored before what people read of them. Done twice it changes nothing more. */
export async function makeReadable(connection: Connection): Promise<void> {
  for (const record of await connection.read(TENANTS)) {
    const tenant = record.get('tenant') as Tenant
    await rewrite(connection, tenant, pages.observations, setOf('o:Observation'), (found) =>
      observationProperties(tenant, observationFrom(found)),
    )
    await rewrite(connection, tenant, pages.messages, SET_MESSAGES, messageRow)
    await rewrite(connection, tenant, pages.conversations, setOf('c:Conversation'), (found) => {
      const conversation = conversationFrom(found)
      return { id: conversation.id, name: conversationProperties(conversation)['name'] ?? null }
    })
  }
  for (const kind of ['usage', 'tools', 'moves'] as const) await nameSums(connection, kind)
}

function messageRow(found: unknown): Properties {
  const message = messageFrom(found)
  const { id, latestId } = message
  const present = presentOf(message, null)
  return { id, latestId: present === null ? latestId : null, text: null, name: null, ...present }
}

async function rewrite(
  connection: Connection,
  tenant: Tenant,
  page: string,
  set: string,
  rowOf: (found: unknown) => Properties,
): Promise<void> {
  const limit = connection.int(nodesPerPage)
  for (let after = ''; ;) {
    const records = await connection.read(page, { tenant, after, limit })
    const rows = records.map((record) => rowOf(record.get('found')))
    if (rows.length > 0) await connection.write(set, { tenant, rows }, writeTime)
    if (records.length < nodesPerPage) return
    after = records.at(-1)?.get('id') as string
  }
}

async function nameSums(connection: Connection, kind: keyof typeof sumLabels): Promise<void> {
  const named = `MATCH (u:${sumLabels[kind]}) WHERE u.name IS NULL WITH u LIMIT 10000
SET u.name = ${sumName(kind, 'u')} RETURN count(*) AS named`
  while (numberFrom((await connection.write(named, {}, writeTime))[0]?.get('named')) > 0);
}
