import { isByCwd, keysWithCwd, type UsageRollups } from '../../usageRollups.ts'
import type { Each } from '../reading/batchedRead.ts'
import type { Connection } from '../connection/connection.ts'
import { intOrNull } from '../properties/rows.ts'
import { ANSWERS, ROLLUPS } from './cypher.ts'
import { plain } from '../records/label.ts'
import { partsFrom } from './settle.ts'

/** Returns the reads of sums. */
export function rollupReadsOn(connection: Connection, each: Each): UsageRollups {
  return {
    rollups: async (tenant, { kind, by, limit, ...filter }) => {
      const statement = ROLLUPS[filter.conversationIds === null ? 'all' : 'named'][`${kind} ${by}`]
      if (statement === undefined) throw new Error(`There are no ${kind} by ${by}.`)
      const records = await connection.read(statement, { tenant, ...filter, limit: intOrNull(limit) })
      return records.map((record) => {
        const keys = record.get('keys') as string[]
        return { keys: isByCwd({ by }) ? keysWithCwd(keys) : keys, sums: record.get('sums') as number[] }
      })
    },
    conversationSums: () => Promise.resolve(null),
    foldRollups: () => Promise.resolve(),
    answers: (tenant, ids) => each(ANSWERS, tenant, ids.map(plain), partsFrom, []),
  }
}
