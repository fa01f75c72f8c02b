/** What is known of conversations that a load has put in: marks that a write would have set. */
import { isCorrected } from '../../../domain/messages/messageSnapshot.ts'
import type { Tenant } from '../../../domain/model.ts'
import type { Connection } from '../connection/connection.ts'
import { conversationBody } from '../writing/conversationBody.ts'
import { CONVERSATION, MESSAGE } from '../reading/cypherRead.ts'
import { conversationFrom, messageFrom, numberFrom } from '../properties/rows.ts'

const writeTime = 60_000
/** All nodes of a tenant are looked at: longer than a read may take where there are many millions. */
const searchTime = 600_000
const atOnce = 500

const HOLDERS = `MATCH (o:Observation) USING INDEX SEEK o:Observation(tenant, id)
WHERE o.tenant = $q.tenant AND o.id > '' AND o.copyOf IS NOT NULL
MATCH (m:Message {tenant: $q.tenant, id: o.messageId}) USING INDEX SEEK m:Message(tenant, id)
WHERE m.conversationId <> o.conversationId
RETURN DISTINCT o.conversationId AS id`
const CORRECTED = `MATCH (m:Message) USING INDEX SEEK m:Message(tenant, id)
WHERE m.tenant = $q.tenant AND m.id > '' AND m.body CONTAINS '"overlay":'
RETURN ${MESSAGE} AS found`
const CONVERSATIONS = `UNWIND $q.ids AS id
MATCH (c:Conversation {tenant: $q.tenant, id: id}) USING INDEX SEEK c:Conversation(tenant, id)
WHERE c.body IS NOT NULL
RETURN ${CONVERSATION} AS found, c.body AS body`
/** Locked before it is compared: another process may write to it. */
const MARK = `UNWIND $q.rows AS x
MATCH (locked:Conversation {tenant: $q.tenant, id: x.id}) USING INDEX SEEK locked:Conversation(tenant, id)
SET locked.lock = 0
WITH x
MATCH (c:Conversation {tenant: $q.tenant, id: x.id}) USING INDEX SEEK c:Conversation(tenant, id)
WHERE c.body = x.before
SET c.body = x.after
RETURN count(*) AS marked`

/** Marks the conversations of a tenant that hold copies of others' messages. Done twice it changes nothing more. */
export async function markHolders(connection: Connection, tenant: Tenant): Promise<void> {
  const results = await connection.write(HOLDERS, { tenant }, searchTime)
  await markAll(
    connection,
    tenant,
    'showsOthers',
    results.map((record) => record.get('id') as string),
  )
}

/** Marks the conversations of a tenant with messages whose content was corrected. Done twice it changes nothing more. */
export async function markCorrected(connection: Connection, tenant: Tenant): Promise<void> {
  const results = await connection.write(CORRECTED, { tenant }, searchTime)
  const messages = results.map((record) => messageFrom(record.get('found'))).filter(isCorrected)
  await markAll(connection, tenant, 'hasCorrections', [...new Set(messages.map((one) => one.conversationId))])
}

/** What may be marked: that once true stays so. */
type MarkFlag = 'showsOthers' | 'hasCorrections'

/** Marks conversations of a tenant. Done twice it changes nothing more. */
async function markAll(connection: Connection, tenant: Tenant, mark: MarkFlag, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += atOnce)
    while (!(await markThose(connection, tenant, mark, ids.slice(from, from + atOnce))));
}

/** Says whether all of them are marked: those that were written meanwhile are not. */
async function markThose(
  connection: Connection,
  tenant: Tenant,
  mark: MarkFlag,
  ids: readonly string[],
): Promise<boolean> {
  const records = await connection.read(CONVERSATIONS, { tenant, ids })
  const rows = records.flatMap((record) => {
    const conversation = conversationFrom(record.get('found'))
    const after = conversationBody({ ...conversation, [mark]: true })
    return conversation[mark] ? [] : [{ id: conversation.id, before: record.get('body') as string, after }]
  })
  if (rows.length === 0) return true
  const [answer] = await connection.write(MARK, { tenant, rows }, writeTime)
  return numberFrom(answer?.get('marked')) === rows.length
}
