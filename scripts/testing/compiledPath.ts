import { join } from 'node:path'
import { root } from '../root.ts'

/** Where what tests run stands, compiled. */
export const compiled = join(root, 'node_modules/.cache/turngraph/tests')

/** Returns where a TypeScript file, named from the repository's folder, stands once it is compiled. */
export const compiledPath = (path: string): string => join(compiled, path.replace(/\.ts$/, '.js'))
