import { pathToFileURL } from 'node:url'
import { DatabaseSync } from '@photostructure/sqlite'
import { bytes, type Figure } from './table.ts'

/** Bytes of each table and index, by its name. */
export type TableBytes = ReadonlyMap<string, number>

/**
 * Returns what each table and index of a SQLite file takes, whole pages, once its log is worked in. It must not be written meanwhile: read as
 * what never changes, it gets no files beside it. Those of a connection stay until its statements are collected, and would be measured.
 */
export function tableBytes(file: string): TableBytes {
  const writer = new DatabaseSync(file)
  writer.exec('PRAGMA wal_checkpoint(TRUNCATE)')
  writer.close()
  const database = new DatabaseSync(`${pathToFileURL(file).href}?immutable=1`, { readOnly: true })
  const rows = database.prepare('SELECT name, pgsize FROM dbstat WHERE aggregate = TRUE').all()
  database.close()
  return new Map((rows as { name: string; pgsize: number }[]).map(({ name, pgsize }) => [name, pgsize]))
}

/** Returns a figure for each table and index that has grown by more than a hundredth of the whole, for each of `count` things. */
export function tableFigures(store: string, what: string, count: number, from: TableBytes, to: TableBytes): Figure[] {
  const grown = [...to].map(([name, size]) => [name, (size - (from.get(name) ?? 0)) / count] as const)
  const whole = grown.reduce((sum, [, size]) => sum + size, 0)
  return grown
    .filter(([, size]) => size > whole / 100)
    .sort(([, one], [, other]) => other - one)
    .map(([name, size]) => ({
      ...{ what: `${what}: \`${name}\``, store, product: bytes(size), beside: '' },
      ...{ ratio: size / whole, spread: '', bar: '', holds: null },
    }))
}
