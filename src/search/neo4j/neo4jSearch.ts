import { setTimeout as sleep } from 'node:timers/promises'
import { connect, usualTimeouts, type Address } from '../../storage/neo4j/connection/connection.ts'
import { newestVersion } from '../../storage/neo4j/schema.ts'
import type { SearchIndex } from '../searchIndex.ts'
import { AWAIT_REFRESH, CLEAR_LEFT, IS_LEFT, LOCK_MARK, MARK_LEFT, SET_WORDS, WORDS_OF } from './cypher.ts'
import { find } from './finder.ts'
import { observationFrom } from '../../storage/neo4j/properties/rows.ts'
import { createSearchIndex, dropSearchIndex, searchedWords } from '../../storage/neo4j/searchIndex.ts'
import type { Tenant } from '../../domain/model.ts'
import { isCurrent, setMark, startRefill, type Refill } from './refill.ts'

export interface Neo4jSearchOptions extends Address {
  readonly onFault: (error: unknown) => void
}

/** A search waits so long for the index to hold what was written before it, in milliseconds. */
const maxWaitMs = 1_000
/** While words of another rule are rebuilt, which takes long, a search waits only so long. */
const refillWaitMs = 200
const writeTime = 60_000
/** Rows that are taken out in one transaction. */
const forgottenAtOnce = 1_000

/**
 * Returns the index in the database itself: words are written with the observations, and the database indexes them a
 * moment later. Only what was written by another rule is read.
 */
export function openNeo4jSearch({ onFault, ...address }: Neo4jSearchOptions): SearchIndex {
  const connection = connect(address, usualTimeouts, { writer: newestVersion })
  let [isOpen, refill]: [boolean, Promise<Refill | null> | null] = [true, null]
  const begin = async (): Promise<Refill | null> => {
    if (await isCurrent(connection)) return null
    const started = startRefill(connection, () => isOpen)
    started.done.catch((error: unknown) => {
      refill = null
      if (isOpen) onFault(error)
    })
    return started
  }
  const followed = (): Promise<Refill | null> =>
    (refill ??= begin().catch((error: unknown) => {
      refill = null
      throw error
    }))
  /** Null when it cannot be known whether all is there. */
  const behind = async (): Promise<number | null> => {
    const remaining = (await followed())?.left ?? 0
    return remaining > 0 ? remaining : (await isRefreshed(connection)) ? 0 : null
  }
  const refreshed = async (): Promise<number | null> => {
    const running = await followed()
    if (running)
      await Promise.race([running.done.catch(() => undefined), sleep(refillWaitMs, undefined, { ref: false })])
    return behind()
  }
  return {
    find: async (tenant, request) => {
      const missing = await refreshed()
      return { ...(await find(connection, tenant, request, new Date())), behind: missing }
    },
    follow: () => void followed().catch(onFault),
    behind,
    reindex: async () => {
      const running = await followed()
      await running?.done
      await setMark(connection, 0)
      await renewed(connection)
      refill = null
      await followed()
    },
    forget: async (tenant, ids) => {
      for (let from = 0; from < ids.length; from += forgottenAtOnce) {
        const rows = ids.slice(from, from + forgottenAtOnce).map((id) => ({ id, words: null }))
        await connection.write(SET_WORDS, { tenant, rows }, writeTime)
      }
      // The words first: whoever rebuilds the index takes the mark away, and that index must not have them.
      await connection.write(MARK_LEFT, {}, writeTime)
    },
    // Words are written with an observation, whenever that is.
    refresh: () => connection.write(MARK_LEFT, {}, writeTime).then(() => undefined),
    renew: async () => {
      const [record] = await connection.read(IS_LEFT)
      if (record?.get('left') === true) await renewed(connection)
    },
    // It has no files but the store's.
    compact: () => Promise.resolve([]),
    stale: async (tenant, ids) => {
      let stale = 0
      for (let from = 0; from < ids.length; from += forgottenAtOnce) {
        const some = ids.slice(from, from + forgottenAtOnce)
        const records = await connection.read(WORDS_OF, { tenant, ids: some })
        stale += records.filter((record) => !isOwnWords(tenant, record.get('words'), record.get('found'))).length
      }
      return stale
    },
    close: async () => {
      isOpen = false
      const running = await refill?.catch(() => null)
      await running?.done.catch(() => undefined)
      await connection.close()
    },
  }
}

type Opened = ReturnType<typeof connect>

/**
 * Lucene keeps what was taken out until it merges: a rebuilt index never had it. Neo4j plans every statement again after that, so it is
 * not done for each erasure. Processes take turns, for of two that make an index at the same moment Neo4j refuses one, `IF NOT EXISTS` or not.
 */
async function renewed(connection: Opened): Promise<void> {
  await connection.transaction(async (run) => {
    await run(LOCK_MARK, {})
    await connection.run(dropSearchIndex)
    await connection.run(createSearchIndex)
    await run(CLEAR_LEFT, {})
  })
  await connection.run('CALL db.awaitIndexes(300)')
}

/** Says whether the words that stand at an observation are those that it says now. */
const isOwnWords = (tenant: Tenant, words: unknown, found: unknown): boolean =>
  words === searchedWords(tenant, observationFrom(found))

async function isRefreshed(connection: Opened): Promise<boolean> {
  const waiting = connection.read(AWAIT_REFRESH).then(() => true)
  waiting.catch(() => undefined)
  return Promise.race([waiting, sleep(maxWaitMs, false, { ref: false })])
}
