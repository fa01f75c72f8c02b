/** Files and folders that comments and pages name: each is there. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/root.ts'

const folders = ['.ci', 'bench', 'bin', 'docs', 'examples', 'python', 'scripts', 'src', 'test']
const endings = 'tsx?|mjs|js|md|graphql|py|sh|yml'
const file = String.raw`(?:[\w.-]+/)*[\w-][\w.-]*\.(?:${endings})`
const rooted = String.raw`(?:${folders.slice(1).join('|')})/[\w./-]*\w`
const folder = '(?<=`)[\\w.-]+(?:/[\\w.-]+)+(?=/`)'
/** A path of ours, or the end of one, by its ending; what begins at a folder of the repository; and \`a/folder/\`. */
const names = new RegExp(String.raw`(?<![\w./@*~:>-])(?:${folder}|(?:${file}|${rooted})\b(?![\w/*<{…-]))`, 'g')

/** What a run leaves there: a clone has none of it. */
const made: ReadonlySet<string> = new Set(['node_modules', '__pycache__', 'generated'])

/** Yields all paths below a folder, but for what a run leaves there. */
function* pathsBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    if (made.has(entry.name)) continue
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    yield path
    if (entry.isDirectory() && (folder !== '' || folders.includes(entry.name))) yield* pathsBelow(path)
  }
}

/** The names by which a file or folder may be called: its path, and what that ends with. */
function everyName(): Set<string> {
  const known = new Set<string>()
  for (const path of pathsBelow(''))
    for (let from = 0; ; from = path.indexOf('/', from) + 1) {
      known.add(path.slice(from))
      if (!path.includes('/', from)) break
    }
  return known
}

let known: Set<string> | undefined

/** Says whether a file or folder of the repository has that path, or one that ends so. */
export function isThere(name: string): boolean {
  known ??= everyName()
  return known.has(name)
}

/** Returns what a text names that reads like a file or folder of the repository and is none. */
export function goneFiles(text: string): string[] {
  return [...text.matchAll(names)].map(([name]) => name).filter((name) => !isThere(name))
}
