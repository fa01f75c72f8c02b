import type { Conversation } from '../../../domain/model.ts'
import { isNamed, mostForks, titleOfFork, type ForkTitleRequest, type UserTurn } from '../../forkTitles.ts'
import type { Connection } from '../connection/connection.ts'
import { conversationBody } from '../writing/conversationBody.ts'
import { CONVERSATION, MESSAGE, OBSERVATION } from '../reading/cypherRead.ts'
import { conversationName } from '../properties/properties.ts'
import { conversationFrom, int, messageFrom, observationFrom, titleColumn } from '../properties/rows.ts'

const writeTime = 60_000
const atOnce = 200
/** Nodes of a fork that are walked up from its head; its first prompt is looked for no farther. */
const mostNodes = 10_000

const TENANTS = 'MATCH (c:Conversation) RETURN DISTINCT c.tenant AS tenant'
const NEXT = `MATCH (c:Conversation) USING INDEX SEEK c:Conversation(tenant, id)
WHERE c.tenant = $q.tenant AND c.id > $q.after AND c.body IS NOT NULL AND c.forkedFrom IS NOT NULL
WITH c ORDER BY c.tenant, c.id LIMIT $q.limit
RETURN ${CONVERSATION} AS found, c.body AS body`
const ONE = `MATCH (c:Conversation {tenant: $q.tenant, id: $q.id}) USING INDEX SEEK c:Conversation(tenant, id)
WHERE c.body IS NOT NULL
RETURN ${CONVERSATION} AS found`
/** A node and those above it on its path. */
const NODES_ABOVE = `MATCH (h:Observation {tenant: $q.tenant, id: $q.id}) USING INDEX SEEK h:Observation(tenant, id)
MATCH (h)-[:CONTINUES*0..100 {first: true}]->(o:Observation)
WITH DISTINCT o
OPTIONAL MATCH (m:Message {tenant: $q.tenant, id: o.messageId}) USING INDEX SEEK m:Message(tenant, id)
RETURN ${OBSERVATION} AS turn, CASE WHEN m IS NULL THEN null ELSE ${MESSAGE} END AS message`
/** Locked before it is compared: another process may write to it. */
const RENAME = `MATCH (locked:Conversation {tenant: $q.tenant, id: $q.id}) USING INDEX SEEK locked:Conversation(tenant, id)
SET locked.lock = 0
WITH count(*) AS one
MATCH (c:Conversation {tenant: $q.tenant, id: $q.id}) USING INDEX SEEK c:Conversation(tenant, id)
WHERE c.body = $q.before
SET c.body = $q.after, c.titleKey = $q.titleKey, c.name = $q.name
RETURN count(*) AS renamed`

/** Calls the forks that are there by today's rule: what was asked in them, else what they came from. Done twice it changes nothing more. */
export async function forkTitles(connection: Connection): Promise<void> {
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
async function rename(connection: Connection, tenant: string, fork: Conversation, before: string): Promise<void> {
  const derivedTitle = titleOfFork(await lineOf(connection, tenant, fork))
  if (derivedTitle === fork.derivedTitle) return
  const after = { ...fork, derivedTitle }
  const row = { before, after: conversationBody(after), titleKey: titleColumn(after), name: conversationName(after) }
  await connection.write(RENAME, { tenant, id: fork.id, ...row }, writeTime)
}

/** A fork and what it came from, up to what has a name. */
async function lineOf(
  connection: Connection,
  tenant: string,
  fork: Conversation,
): Promise<[ForkTitleRequest, ...ForkTitleRequest[]]> {
  const line: [ForkTitleRequest, ...ForkTitleRequest[]] = [await requestsIn(connection, tenant, fork)]
  for (let [one, left] = [fork, mostForks]; left > 0 && one.forkedFrom !== null; left--) {
    const [record] = await connection.read(ONE, { tenant, id: one.forkedFrom.conversationId })
    if (!record) break
    one = conversationFrom(record.get('found'))
    const parameters = await requestsIn(connection, tenant, one)
    line.push(parameters)
    if (isNamed(parameters)) break
  }
  return line
}

async function requestsIn(
  connection: Connection,
  tenant: string,
  conversation: Conversation,
): Promise<ForkTitleRequest> {
  const isFork = conversation.forkedFrom !== null
  return { conversation, isFork, turns: isFork ? await ownTurns(connection, tenant, conversation) : [] }
}

/** What a conversation recorded itself stands behind all that it inherited: walked up from the head, since a parent is named by its child alone. */
async function ownTurns(connection: Connection, tenant: string, { id, headId }: Conversation): Promise<UserTurn[]> {
  const users: UserTurn[] = []
  let nodes = new Map<string, UserTurn>()
  let next = headId
  for (let seen = 0; next !== null && seen < mostNodes; seen++) {
    if (!nodes.has(next))
      nodes = new Map((await turnsFrom(connection, tenant, next)).map((one) => [one.observation.id, one]))
    const at = nodes.get(next)
    if (at?.observation.conversationId !== id) break
    if (at.observation.role === 'USER' && at.observation.kind === 'TURN') users.push(at)
    next = at.observation.place?.parentId ?? null
  }
  return users.reverse()
}

async function turnsFrom(connection: Connection, tenant: string, id: string): Promise<UserTurn[]> {
  return (await connection.read(NODES_ABOVE, { tenant, id })).map((record) => {
    const message: unknown = record.get('message')
    return { observation: observationFrom(record.get('turn')), message: message === null ? null : messageFrom(message) }
  })
}
