import { badInput } from '../../domain/refusals.ts'

/** What names working directories in a filter: one, or some; where both are there, both hold. */
export interface InFolders {
  readonly cwd?: string | null
  readonly cwds?: readonly string[] | null
}

/** Returns the working directories that a filter leaves, each once and sorted; null: it names none, and leaves all. */
export function foldersOf({ cwd = null, cwds = null }: InFolders): readonly string[] | null {
  if (cwds === null) return cwd === null ? null : [cwd]
  return [...new Set(cwds)].filter((each) => cwd === null || each === cwd).sort()
}

/** Refuses a filter that names more working directories than a list may have. */
export function checkFolders(limit: number, { cwds = null }: InFolders, path: readonly string[]): void {
  if (cwds !== null && cwds.length > limit)
    throw badInput(`At most ${limit} working directories may be named.`, { limit }, [...path, 'cwds'])
}
