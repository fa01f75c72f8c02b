import { posix, win32 } from 'node:path'
import { invalid } from './refusals.ts'

/** Returns a path as it was given; refuses one that is not absolute, on whichever system the client is. */
export function absolutePath(given: unknown, field: string): string {
  if (typeof given === 'string' && (posix.isAbsolute(given) || win32.isAbsolute(given))) return given
  throw invalid(`"${field}" must be an absolute path.`, { field, given: shortened(given) })
}

/** Returns the absolute paths of a list; none when it is left out. */
export function absolutePaths(given: unknown, field: string): readonly string[] {
  if (given == null) return []
  if (!Array.isArray(given)) throw invalid(`"${field}" must be a list of absolute paths.`, { field })
  return given.map((path, index) => absolutePath(path, `${field}.${index}`))
}

function shortened(given: unknown): unknown {
  return typeof given === 'string' ? given.slice(0, 200) : typeof given
}
