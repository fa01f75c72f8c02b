import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Returns what the files below a folder hold, parts that are free again included. */
export function folderBytes(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}
