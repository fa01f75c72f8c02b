import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Returns a new folder that is removed when this process ends. */
export function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'turngraph-faults-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
  return folder
}
