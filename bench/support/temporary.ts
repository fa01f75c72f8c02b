import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const made: string[] = []
process.once('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
})

/** Makes a temporary folder that is gone with this process at the latest. */
export function temporaryFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `turngraph-bench-${name}-`))
  made.push(folder)
  return folder
}
