import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * Makes a folder and those above it that are missing; returns the first that it made, undefined when all were there. Node's own
 * `recursive` never ends where the system says that a folder is missing in one that is there, as below /proc.
 */
export function makeFolder(path: string, mode = 0o777): string | undefined {
  const failed = tryToMake(path, mode)
  if (failed === null) return path
  if (isFolder(path)) return undefined
  const above = dirname(path)
  if (failed.code !== 'ENOENT' || above === path) throw failed
  const first = makeFolder(above, mode)
  const again = tryToMake(path, mode)
  // Another process may have made it meanwhile.
  if (again !== null && !isFolder(path)) throw again
  return first ?? (again === null ? path : undefined)
}

function tryToMake(path: string, mode: number): NodeJS.ErrnoException | null {
  try {
    mkdirSync(path, { mode })
    return null
  } catch (thrown) {
    return thrown as NodeJS.ErrnoException
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
