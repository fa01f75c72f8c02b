/** The statements that read what is used together; `?1` is the tenant. Rows as in jsonRow.ts. */
import { packed, packedOf } from '../reading/jsonRow.ts'
import { inAskedRange, nodesOfRanges } from '../reading/readSql.ts'
import { idValue } from '../connection/values.ts'

const head = `FROM conversations c CROSS JOIN observations h WHERE c.tenant = ?1 AND c.id = ?2 AND h.tenant = ?1 AND h.id = c.head_id`
const firstUserId = `(SELECT ${idValue('named')} FROM (SELECT h.body ->> '$.place.firstUserId' AS named ${head}))`

/** The first USER turn of the path to a conversation's head, which the head's body names. */
export const firstUser = `SELECT ${packed('observation')} FROM observations WHERE tenant = ?1 AND id = ${firstUserId}`
/** The messages of it and of the head. */
export const messagesOfGround = `
  SELECT ${packed('message')} FROM messages WHERE tenant = ?1 AND id IN (
    SELECT h.message_id ${head}
    UNION SELECT message_id FROM observations WHERE tenant = ?1 AND id = ${firstUserId})`

/** Where a node stands: its segment, and its number on each axis. */
export const placeOfNode = `
  SELECT segment_id, depth, turn, entry FROM observations WHERE tenant = ?1 AND id = ${idValue('?2')}`

const messagesOf = (axis: string) => ({
  one: `
  SELECT ${packedOf('m', 'message')} FROM observations o CROSS JOIN messages m
  WHERE o.tenant = ?1 AND o.segment_id = ?2 AND o.${axis} BETWEEN ?3 AND ?4 AND m.tenant = ?1 AND m.id = o.message_id`,
  many: `
  SELECT asked.key, ${packedOf('m', 'message')} FROM ${nodesOfRanges(axis)} CROSS JOIN messages m
  WHERE o.tenant = ?1 AND ${inAskedRange(axis)} AND m.tenant = ?1 AND m.id = o.message_id`,
})
/** The messages of the nodes of a range, or of ranges. */
export const messagesOfRange = { depth: messagesOf('depth'), turn: messagesOf('turn'), entry: messagesOf('entry') }

/** Messages by a JSON list of their ids, each behind its place in the list. */
export const messagesById = `
  SELECT asked.key, ${packedOf('m', 'message')} FROM json_each(?2) asked CROSS JOIN messages m WHERE m.tenant = ?1 AND m.id = asked.value`
