import { shelfKeys } from '../../rows/rows.ts'
import { shelfBits } from '../../rows/shelves.ts'
import type { Connection } from '../connection/connection.ts'
import { int } from '../properties/rows.ts'
import { index } from '../records/label.ts'

const writeTime = 60_000
const atOnce = 1_000

/** The index of lists, shelf by shelf. */
export const shelfIndex = index('conversation_shelved', 'Conversation', ['tenant', 'deleted', 'shelf', 'activityAt'])

const PLACE = `MATCH (c:Conversation) WHERE c.body IS NOT NULL AND c.shelf IS NULL
WITH c LIMIT $q.limit
SET c.shelf = reduce(shelf = 0, one IN $q.kinds |
  shelf + CASE WHEN coalesce(c.metadataKey, '') CONTAINS one.key THEN one.bit ELSE 0 END)
RETURN count(*) AS placed`

/** Gives conversations of before their shelf. Done twice it changes nothing more. */
export async function shelves(connection: Connection): Promise<void> {
  const kinds = (Object.keys(shelfKeys) as (keyof typeof shelfKeys)[]).map((kind) => ({
    key: shelfKeys[kind],
    bit: int(shelfBits[kind]),
  }))
  for (;;) {
    const [record] = await connection.write(PLACE, { kinds, limit: int(atOnce) }, writeTime)
    if (Number(record?.get('placed') ?? 0) === 0) return
  }
}
