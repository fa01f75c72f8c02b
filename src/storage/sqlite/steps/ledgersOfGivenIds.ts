/**
 * Ledgers of conversations whose ids have a UUID's digits, but capital letters or dashes elsewhere: the first schema kept
 * them under the UUID, where two such ids met. No two are there: the second one's first line was refused.
 */
export const ledgersOfGivenIds = `
UPDATE events SET conversation_id = c.id FROM conversations c
WHERE length(c.id) = 36 AND unhex(c.id, '-') IS NOT NULL
  AND c.id NOT GLOB '${[8, 4, 4, 4, 12].map((digits) => '[0-9a-f]'.repeat(digits)).join('-')}'
  AND events.tenant = c.tenant AND events.conversation_id = unhex(c.id, '-');
`
