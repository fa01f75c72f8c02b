import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.ts'

/** Where they lie on the machines of the repository's authors: no other file names this folder. */
const folder = join(root, '../shared')

/**
 * Returns the path of one of the additions: recorded sessions and reports of other people, which are not part of the repository. Tests of
 * them run where they are, are skipped elsewhere, and a run says so at its end.
 */
export const addition = (...parts: readonly string[]): string => join(folder, ...parts)

/** Returns why tests of these additions are skipped, false where all are there. Made for `it(name, { skip }, …)`. */
export function whyWithout(...names: readonly string[]): string | false {
  return names.every((name) => existsSync(addition(name)))
    ? false
    : 'recorded sessions of others, which the repository does not have'
}
