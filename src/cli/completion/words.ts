import type { DescribedCommand } from './described.ts'

/** Returns a text as one word of a shell. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Returns a text as one word of fish. */
export const quotedForFish = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`

/** Returns a command's words as one. */
export const pathText = (path: readonly string[]): string => path.join(' ')

/** Returns a line of a `case`. */
export const caseOf = (pattern: string, does: string, indent: number): string =>
  `${' '.repeat(indent)}${quoted(pattern)}) ${does}`

/** Returns what a word makes of the command that stands before it: `keys` and `create` make `keys create`. */
export function childPaths(commands: readonly DescribedCommand[]): { before: string; after: string }[] {
  return commands
    .filter(({ path }) => path.length > 0)
    .map(({ path }) => ({ before: `${pathText(path.slice(0, -1))} ${path.at(-1)}`, after: pathText(path) }))
}
