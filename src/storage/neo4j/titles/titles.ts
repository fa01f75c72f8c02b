import { importStates, type ImportState } from '../../../domain/records/importMarks.ts'
import type { Block, Conversation } from '../../../domain/model.ts'
import { renamed, titleOfTurns, type UserTurn } from '../../titles.ts'
import type { Connection } from '../connection/connection.ts'
import { conversationBody } from '../writing/conversationBody.ts'
import { CONVERSATION, MESSAGE, OBSERVATION } from '../reading/cypherRead.ts'
import { conversationName } from '../properties/properties.ts'
import { conversationFrom, importMarkFrom, int, messageFrom, observationFrom, titleColumn } from '../properties/rows.ts'

const writeTime = 60_000
const atOnce = 200
const mostNodes = 100_000

const TENANTS = 'MATCH (c:Conversation) RETURN DISTINCT c.tenant AS tenant'
const NEXT = `MATCH (c:Conversation) USING INDEX SEEK c:Conversation(tenant, id)
WHERE c.tenant = $q.tenant AND c.id > $q.after AND c.body IS NOT NULL
WITH c ORDER BY c.tenant, c.id LIMIT $q.limit
RETURN ${CONVERSATION} AS found, c.body AS body`
/** A node, and with `..100` those above it on its path. */
const nodesFrom = (above: string) => `MATCH (h:Observation {tenant: $q.tenant, id: $q.id})
USING INDEX SEEK h:Observation(tenant, id)
MATCH (h)-[:CONTINUES*0${above} {first: true}]->(o:Observation)
WITH DISTINCT o
OPTIONAL MATCH (m:Message {tenant: $q.tenant, id: o.messageId}) USING INDEX SEEK m:Message(tenant, id)
RETURN ${OBSERVATION} AS turn, CASE WHEN m IS NULL THEN null ELSE ${MESSAGE} END AS message`
const NODE = nodesFrom('..0')
const NODES_ABOVE = nodesFrom('..100')
const MESSAGES_OF = `MATCH (m:Message {tenant: $q.tenant, id: $q.id}) USING INDEX SEEK m:Message(tenant, id)
RETURN ${MESSAGE} AS message`
const MARKS = `MATCH (n:ImportMark {tenant: $q.tenant, name: $q.name}) USING INDEX SEEK n:ImportMark(tenant, name)
RETURN [n.name, n.value] AS found`
/** Locked before it is compared: another process may write to it. */
const RENAME = `MATCH (locked:Conversation {tenant: $q.tenant, id: $q.id}) USING INDEX SEEK locked:Conversation(tenant, id)
SET locked.lock = 0
WITH count(*) AS one
MATCH (c:Conversation {tenant: $q.tenant, id: $q.id}) USING INDEX SEEK c:Conversation(tenant, id)
WHERE c.body = $q.before
SET c.body = $q.after, c.titleKey = $q.titleKey, c.name = $q.name
WITH c OPTIONAL MATCH (n:ImportMark {tenant: $q.tenant, name: $q.mark}) WHERE $q.value IS NOT NULL
SET n.value = $q.value
RETURN count(*) AS renamed`

/** Calls the conversations that are there by today's rule. Done twice it changes nothing more. */
export async function titles(connection: Connection): Promise<void> {
  for (const record of await connection.read(TENANTS)) await renameAll(connection, record.get('tenant') as string)
}

async function renameAll(connection: Connection, tenant: string): Promise<void> {
  for (let after = ''; ;) {
    const records = await connection.read(NEXT, { tenant, after, limit: int(atOnce) })
    for (const record of records)
      await rename(connection, tenant, conversationFrom(record.get('found')), record.get('body') as string)
    const last = records.at(-1)
    if (!last) return
    after = conversationFrom(last.get('found')).id
  }
}

/** One that was written meanwhile was written by this version, or by one that stops. */
async function rename(
  connection: Connection,
  tenant: string,
  conversation: Conversation,
  before: string,
): Promise<void> {
  const mark = importStates.nameOf(conversation.id)
  const [found] = await connection.read(MARKS, { tenant, name: mark })
  const left: ImportState | null = importStates.read(found ? importMarkFrom(found.get('found')) : null)
  const derived = await derivedTitle(connection, tenant, conversation)
  const now = renamed(conversation, derived, left, await callsOf(connection, tenant, conversation.spawnedBy))
  if (now === null) return
  const { title, derivedTitle: derivedNow } = now
  const after = { ...conversation, title, derivedTitle: derivedNow }
  const value = now.left === null ? null : JSON.stringify(now.left)
  const row = { before, after: conversationBody(after), titleKey: titleColumn(after), name: conversationName(after) }
  await connection.write(RENAME, { tenant, id: conversation.id, mark, value, ...row }, writeTime)
}

async function derivedTitle(connection: Connection, tenant: string, { headId }: Conversation): Promise<string> {
  const head = headId === null ? null : await nodeOf(connection, tenant, headId)
  const firstId = head?.observation.place?.firstUserId ?? null
  const first = firstId === null ? null : await nodeOf(connection, tenant, firstId)
  const { title, isFinal } = titleOfTurns(first ? [first] : [])
  if (isFinal || !first || headId === null) return title
  return titleOfTurns(await usersBetween(connection, tenant, first.observation.id, headId)).title
}

/** The user's turns of a path from its first one on: a parent is named by its child alone, so it is walked up from the head. */
async function usersBetween(
  connection: Connection,
  tenant: string,
  firstId: string,
  headId: string,
): Promise<UserTurn[]> {
  const users: UserTurn[] = []
  let nodes = new Map<string, UserTurn>()
  let id: string | null = headId
  for (let seen = 0; id !== null && seen < mostNodes; seen++) {
    if (!nodes.has(id)) nodes = new Map((await turnsFrom(connection, tenant, NODES_ABOVE, id)).map((one) => [one.observation.id, one])) // prettier-ignore
    const at: UserTurn | undefined = nodes.get(id)
    if (at?.observation.role === 'USER' && at.observation.kind === 'TURN') users.push(at)
    id = id === firstId ? null : (at?.observation.place?.parentId ?? null)
  }
  return users.reverse()
}

const nodeOf = async (connection: Connection, tenant: string, id: string): Promise<UserTurn | null> =>
  (await turnsFrom(connection, tenant, NODE, id))[0] ?? null

async function turnsFrom(connection: Connection, tenant: string, statement: string, id: string): Promise<UserTurn[]> {
  return (await connection.read(statement, { tenant, id })).map((record) => {
    const message: unknown = record.get('message')
    return { observation: observationFrom(record.get('turn')), message: message === null ? null : messageFrom(message) }
  })
}

async function callsOf(connection: Connection, tenant: string, spawnedBy: string | null): Promise<readonly Block[]> {
  if (spawnedBy === null) return []
  const [record] = await connection.read(MESSAGES_OF, { tenant, id: spawnedBy })
  if (!record) return []
  const turn = await nodeOf(connection, tenant, messageFrom(record.get('message')).latestId)
  return turn?.observation.blocks ?? []
}
