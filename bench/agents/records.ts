import { DatabaseSync } from '@photostructure/sqlite'
import { join } from 'node:path'
import { openParts } from '../../src/compose.ts'
import { readConfig } from '../../src/config/config.ts'
import { putRecords } from '../../src/app/stateRecords/putRecords.ts'
import { recordsPage } from '../../src/app/stateRecords/records.ts'
import type { LoadBatch } from '../../src/domain/contents.ts'
import type { StateRecord } from '../../src/domain/records/stateRecord.ts'
import type { Amounts } from '../agents.ts'
import { comparison, flatFigure } from '../support/figures.ts'
import { inTurns } from '../support/measure.ts'
import { count, type Figure } from '../support/table.ts'
import { temporaryFolder } from '../support/temporary.ts'

const store = 'SQLite'
const kind = 'bench.state'
const value = 'x'.repeat(1000)
const keyOf = (i: number): string => `k/${String(i).padStart(9, '0')}`
const open = (folder: string) => openParts(readConfig({ DATA: join(folder, 'product'), LOG_LEVEL: 'warn' }))

/** Records of a kilobyte, one and a hundred at once, beside a table written by hand: one transaction each, on the disk when it is done. */
export async function measurePuts({ rounds }: Amounts): Promise<Figure[]> {
  const folder = temporaryFolder('puts')
  const parts = await open(folder)
  const byHand = tableByHand(join(folder, 'by hand.db'))
  const figures: Figure[] = []
  for (const size of [1, 100]) {
    const recordsOf = (round: number) =>
      Array.from({ length: size }, (_, i) => ({ kind, key: `${size}/${round}/${i}`, value }))
    const { ours, beside } = await inTurns(
      {
        ours: (round) => {
          const records = recordsOf(round)
          return () => putRecords(parts.scope(), { conversationId: 'c', records })
        },
        beside: (round) => {
          const records = recordsOf(round)
          return () => byHand.put(records)
        },
      },
      Math.max(rounds, 100),
    )
    const what = `putRecords of ${size} of 1 KB, beside a table by hand`
    figures.push(comparison({ store, what, times: ours, beside, most: 3 }))
  }
  byHand.close()
  await parts.close()
  return figures
}

function tableByHand(file: string) {
  const database = new DatabaseSync(file)
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE records (conversation TEXT, kind TEXT, key TEXT, value TEXT, PRIMARY KEY (conversation, kind, key))`)
  const insert = database.prepare('INSERT OR REPLACE INTO records VALUES (?, ?, ?, ?)')
  return {
    put(records: readonly { readonly kind: string; readonly key: string; readonly value: string }[]) {
      database.exec('BEGIN IMMEDIATE')
      for (const record of records) insert.run('c', record.kind, record.key, JSON.stringify(record.value))
      database.exec('COMMIT')
    },
    close: () => database.close(),
  }
}

/** One record, and a page by a prefix of keys, among many records and among a thousand. */
export async function measureReads({ records, rounds }: Amounts): Promise<Figure[]> {
  const [many, few] = [temporaryFolder('many'), temporaryFolder('few')]
  const [large, small] = [await open(many), await open(few)]
  await fill(large, records)
  await fill(small, 1000)
  const times = Math.max(rounds, 200)
  const one = (parts: typeof large, total: number) => (round: number) => {
    const place = { conversationId: 'c', kind, key: keyOf((round * 7919) % total) }
    return () => parts.scope().store.stateRecords([place])
  }
  const page = (parts: typeof large, total: number) => (round: number) => {
    // A prefix that a hundred keys have.
    const keyPrefix = keyOf((round * 7919) % total).slice(0, -2)
    return () => recordsPage(parts.scope(), { conversationId: 'c', kind, keyPrefix, first: 50 })
  }
  const ones = await inTurns({ many: one(large, records), few: one(small, 1000) }, times)
  const pages = await inTurns({ many: page(large, records), few: page(small, 1000) }, times)
  await large.close()
  await small.close()
  return [
    flatFigure(store, `one record among ${count(records)}, beside 1k`, ones.many, ones.few),
    flatFigure(store, `a page of 50 by prefix among ${count(records)}, beside 1k`, pages.many, pages.few),
  ]
}

/** The first one makes the conversation; the others come as from a backup. */
async function fill({ scope }: Awaited<ReturnType<typeof open>>, total: number): Promise<void> {
  await putRecords(scope(), { conversationId: 'c', records: [{ kind, key: 'first', value }] })
  await scope().store.load(filled(total))
}

async function* filled(total: number): AsyncGenerator<LoadBatch> {
  const storedAt = '2026-01-01T00:00:00.000000000Z'
  const more = { parentKey: null, base64: null, version: 1, observationId: null, storedAt }
  for (let from = 0; from < total; from += 10_000) {
    const values = Array.from({ length: Math.min(10_000, total - from) }, (_, i): StateRecord => ({
      ...{ conversationId: 'c', kind, key: keyOf(from + i), value: `value ${from + i}`, ...more },
    }))
    yield { kind: 'stateRecord', values }
  }
}
