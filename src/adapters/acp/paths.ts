import { posix, win32 } from 'node:path'
import { invalid } from './refusals.ts'

/** Returns a path as it was given; refuses one that is not absolute, on whichever system the client is. */
export function absolutePath(value: unknown, field: string): string {
  if (typeof value === 'string' && (posix.isAbsolute(value) || win32.isAbsolute(value))) return value
  throw invalid(`"${field}" must be an absolute path.`, { field, given: shortened(value) })
}

/** Returns the absolute paths of a list; none when it is left out. */
export function absolutePaths(value: unknown, field: string): readonly string[] {
  if (value == null) return []
  if (!Array.isArray(value)) throw invalid(`"${field}" must be a list of absolute paths.`, { field })
  return value.map((path, index) => absolutePath(path, `${field}.${index}`))
}

function shortened(value: unknown): unknown {
  return typeof value === 'string' ? value.slice(0, 200) : typeof value
}
