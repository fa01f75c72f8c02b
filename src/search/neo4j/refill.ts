import type { Tenant } from '../../domain/model.ts'
import { tokenVersion } from '../../domain/usage/tokens.ts'
import type { Connection } from '../../storage/neo4j/connection/connection.ts'
import { int, numberFrom, observationFrom } from '../../storage/neo4j/properties/rows.ts'
import { searchedWords } from '../../storage/neo4j/searchIndex.ts'
import { COUNT, NEXT, READ_MARK, SET_MARK, SET_WORDS, TENANTS } from './cypher.ts'

const pageLength = 200
const writeTime = 60_000

/** What is rebuilt of the index: observations that were stored by another rule, or before there was one. */
export interface Refill {
  /** Observations still to be seen; 0 when there are none. */
  readonly left: number
  /** Rejects when it cannot go on. */
  readonly done: Promise<void>
}

/** Says whether the words in the store are of this rule. */
export async function isCurrent(connection: Connection): Promise<boolean> {
  const [record] = await connection.read(READ_MARK)
  const tokens: unknown = record?.get('tokens')
  return typeof tokens === 'bigint' && numberFrom(tokens) === tokenVersion
}

/** Writes which rule the words in the store are of; 0: of none. */
export async function setMark(connection: Connection, tokens: number): Promise<void> {
  await connection.write(SET_MARK, { tokens: int(tokens) }, writeTime)
}

/** Fills in the words of every observation in the background, until it is stopped. */
export function startRefill(connection: Connection, isWanted: () => boolean): Refill {
  const state = { left: 1 }
  const done = (async () => {
    const [counted] = await connection.read(COUNT)
    state.left = Math.max(1, numberFrom(counted?.get('total')))
    const records = await connection.read(TENANTS)
    for (const tenant of records.map((record) => record.get('tenant') as Tenant))
      await refillTenant(connection, tenant, isWanted, (seen) => (state.left = Math.max(1, state.left - seen)))
    if (!isWanted()) return
    await setMark(connection, tokenVersion)
    state.left = 0
  })()
  return {
    get left() {
      return state.left
    },
    done,
  }
}

async function refillTenant(
  connection: Connection,
  tenant: Tenant,
  isWanted: () => boolean,
  onSeen: (count: number) => void,
): Promise<void> {
  for (let after = ''; isWanted();) {
    const records = await connection.read(NEXT, { tenant, after, limit: int(pageLength) })
    const rows = records.flatMap((record) => {
      const value: unknown = record.get('found')
      const words = value === null ? null : searchedWords(tenant, observationFrom(value))
      return words === null ? [] : [{ id: record.get('id') as string, words }]
    })
    if (rows.length > 0) await connection.write(SET_WORDS, { tenant, rows }, writeTime)
    onSeen(records.length)
    const last = records.at(-1)
    if (!last || records.length < pageLength) return
    after = last.get('id') as string
  }
}
