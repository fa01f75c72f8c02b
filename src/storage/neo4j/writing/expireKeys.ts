import type { GraphStore } from '../../graphStore.ts'
import type { Connection } from '../connection/connection.ts'
import { repeatedWrite } from '../connection/repeatedWrite.ts'
import { int, numberFrom, timeOf } from '../properties/rows.ts'
import { EXPIRE_KEYS } from './cypherKeys.ts'

/** Returns what deletes keys whose time is over. Each time may be repeated: what is gone is gone. */
export function expireKeysOn(connection: Connection, writeTime: number): GraphStore['expireKeys'] {
  return async (tenant, before, { limit, key }) => {
    const q = { tenant, before: timeOf(before) }
    const [record] = await repeatedWrite(() =>
      key === undefined
        ? connection.write(EXPIRE_KEYS.oldest, { ...q, limit: int(limit) }, writeTime)
        : connection.write(EXPIRE_KEYS.one, { ...q, key }, writeTime),
    )
    return record === undefined ? 0 : numberFrom(record.get('dropped'))
  }
}
