import { failedCalls, type CallNames } from '../../../domain/usage/counted.ts'
import type { Message, Observation } from '../../../domain/model.ts'
import { createFold, moveOf } from '../../../domain/usage/rollup.ts'
import { storedCount } from '../../../domain/usage/storedCount.ts'
import type { Connection } from '../connection/connection.ts'
import { nextAsStored, storedFirst, type StoredAt } from '../contents/asStored.ts'
import { CONVERSATION, MESSAGE, OBSERVATION } from '../reading/cypherRead.ts'
import { conversationFrom, messageFrom, numberFrom, observationFrom } from '../properties/rows.ts'
import { instantOfTime } from '../properties/rows.ts'
import { addSums, sumLabels } from './cypher.ts'
import { sumProperties } from './rows.ts'
import { settleAnswers } from './settle.ts'
import type { EventKind, JsonObject } from '../../../domain/model.ts'

const nodesPerPage = 500
const writeTime = 60_000

const FORGET = (label: string) =>
  `MATCH (n:${label}) WHERE n.tenant = $q.tenant WITH n LIMIT 10000 DETACH DELETE n RETURN count(*) AS gone`
const CONVERSATIONS = `MATCH (c:Conversation) WHERE c.tenant = $q.tenant AND c.body IS NOT NULL
RETURN ${CONVERSATION} AS found`
export const TURNS = nextAsStored(
  "o.kind IN ['TURN', 'RESTATEMENT']",
  'OPTIONAL MATCH (m:Message {tenant: $q.tenant, id: o.messageId})',
  `${OBSERVATION} AS turn, CASE WHEN m IS NULL THEN null ELSE ${MESSAGE} END AS message`,
)
const PARENT = `MATCH (c:Observation {tenant: $q.tenant, id: $q.id})
MATCH (o:Observation {tenant: $q.tenant, id: c.parentId})
RETURN ${OBSERVATION} AS found`
export const MOVES = `MATCH (e:Event)
USING INDEX SEEK e:Event(tenant, conversationId, seq)
WHERE e.tenant = $q.tenant AND e.conversationId = $q.id AND e.seq > $q.after AND e.kind IN ['REWIND', 'UNDO', 'STORE']
RETURN e.kind AS kind, e.at AS at, e.body AS body, e.seq AS seq
ORDER BY e.tenant, e.conversationId, e.seq LIMIT $q.limit`
const ADD = `UNWIND [$q.row] AS r
CALL (r) {${addSums('true')}
}
RETURN count(*) AS rows`

/** Recomputes the sums of all that a tenant has. */
export async function buildRollups(connection: Connection, tenant: string): Promise<void> {
  for (const label of [...Object.values(sumLabels), 'Answer'])
    while (numberFrom((await connection.write(FORGET(label), { tenant }, writeTime))[0]?.get('gone')) > 0);
  for (const record of await connection.read(CONVERSATIONS, { tenant })) {
    const conversation = conversationFrom(record.get('found'))
    await addTurns(connection, tenant, conversation)
    await addMoves(connection, tenant, conversation)
  }
}

type Conversation = ReturnType<typeof conversationFrom>

async function addTurns(connection: Connection, tenant: string, conversation: Conversation): Promise<void> {
  const limit = connection.int(nodesPerPage)
  for (let after = storedFirst; ;) {
    const records = await connection.read(TURNS, { tenant, id: conversation.id, after: { ...after }, limit })
    const fold = createFold()
    for (const record of records) {
      const turn = observationFrom(record.get('turn'))
      after = record.get('place') as StoredAt
      const message: Message | null = record.get('message') === null ? null : messageFrom(record.get('message'))
      const counts = storedCount(turn, conversation, message, await callNames(connection, tenant, turn))
      if (counts.message) fold.message(counts.message)
      if (counts.turn) fold.turn(counts.turn, 1)
    }
    await write(connection, tenant, fold)
    if (records.length < nodesPerPage) return
  }
}

/** The tools behind the failures that a turn reports, sought upward from it as far as their calls stand. */
async function callNames(connection: Connection, tenant: string, turn: Observation): Promise<CallNames> {
  const names = new Map<string, string>()
  const failedCallIds = new Set(failedCalls(turn.blocks))
  for (let node: Observation | null = turn; node !== null && failedCallIds.size > 0;) {
    const above = await connection.read(PARENT, { tenant, id: node.id })
    node = above[0] ? observationFrom(above[0].get('found')) : null
    for (const block of node?.blocks ?? [])
      if (block.type === 'toolCall' && failedCallIds.delete(block.callId)) names.set(block.callId, block.name)
    const open = node?.place?.openCalls ?? []
    if (![...failedCallIds].some((callId) => open.some((call) => call.callId === callId))) break
  }
  return names
}

async function addMoves(connection: Connection, tenant: string, conversation: Conversation): Promise<void> {
  const limit = connection.int(nodesPerPage)
  for (let after = 0; ;) {
    const records = await connection.read(MOVES, { tenant, id: conversation.id, after: connection.int(after), limit })
    const fold = createFold()
    for (const record of records) {
      after = numberFrom(record.get('seq'))
      const [details] = JSON.parse((record.get('body') as string | null) ?? '[]') as [JsonObject?]
      const at = instantOfTime(record.get('at'))
      const kind = record.get('kind') as EventKind
      const move = moveOf({ kind, at, conversationId: conversation.id, details: details ?? {} }, conversation)
      if (move) fold.move(move)
    }
    await write(connection, tenant, fold)
    if (records.length < nodesPerPage) return
  }
}

async function write(connection: Connection, tenant: string, fold: ReturnType<typeof createFold>): Promise<void> {
  const rollup = fold.result()
  await connection.writeAll(async (run) => {
    await run(ADD, { row: { tenant, ...sumProperties(rollup) } })
    await settleAnswers(run, tenant, rollup.parts)
  }, writeTime)
}
