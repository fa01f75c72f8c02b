import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'

/** Returns the path of a file that is not there yet, in a folder that is removed after the tests. */
export function newPath(name = 'store.db'): string {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-sqlite-'))
  after(() => rmSync(folder, { recursive: true, force: true }))
  return join(folder, name)
}
