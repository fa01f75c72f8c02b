import { isAbsolute, relative } from 'node:path'
import { root } from '../../scripts/root.ts'
import { compiledPath } from '../../scripts/testing/compiledPath.ts'

/**
 * Returns the arguments with which Node runs a program of test/, bench/ or src/ in a process of its own: as it was compiled for this run,
 * for tsx would compile it again each time.
 */
export const program = (path: string): string[] => [
  '--enable-source-maps',
  compiledPath(isAbsolute(path) ? relative(root, path) : path),
]
