/** Where programs keep work trees of a repository: beside it, in it, or in a folder of their own that names it. */
const workTrees: readonly RegExp[] = [
  /^(.+)[\\/]\.(?:claude|codex|cursor|git)[\\/]worktrees[\\/][^\\/]+$/,
  /^(.+)[\\/]\.(?:worktrees|conductor)[\\/][^\\/]+$/,
  /^(.+)[.-]worktrees[\\/][^\\/]+$/,
]

/** Returns the folder of the repository that a folder is a work tree of, as far as its path says so; else the folder itself. */
export function projectOf(folder: string): string {
  const path = folder.replace(/(?<=.)[\\/]+$/, '')
  const [, repository] = workTrees.map((form) => form.exec(path)).find((found) => found !== null) ?? []
  // A work tree may have work trees of its own.
  return repository === undefined ? path : projectOf(repository)
}

/** Returns the folders that a choice stands for: all that belong to a project, or a folder alone. */
export function foldersIn(choice: string, folders: readonly { readonly cwd: string }[]): readonly string[] {
  const parts = folders.map(({ cwd }) => cwd).filter((cwd) => projectOf(cwd) === choice)
  return parts.length === 0 ? [choice] : parts
}

/** Returns what a work tree is called beside its project; empty for the project's own folder. */
export const nameInProject = (folder: string, project: string): string =>
  folder.slice(project.length).replace(/^[\\/]+/, '')

/** A project, and the folders that belong to it: its own, and work trees of it. */
export interface Project<T> {
  readonly folder: string
  /** What it is called: as much of the end of its path as no other project has. */
  readonly name: string
  readonly parts: readonly T[]
}

/** Returns what belongs to folders by projects, in the order in which each first appears. */
export function byProject<T>(parts: readonly T[], folderOf: (part: T) => string): readonly Project<T>[] {
  const projects = new Map<string, T[]>()
  for (const part of parts) {
    const folder = projectOf(folderOf(part))
    const known = projects.get(folder)
    if (known) known.push(part)
    else projects.set(folder, [part])
  }
  const names = shortNames([...projects.keys()])
  return [...projects].map(([folder, own]) => ({ folder, name: names.get(folder) ?? folder, parts: own }))
}

/** The last parts of paths, as many as set one apart from the others. */
function shortNames(folders: readonly string[]): ReadonlyMap<string, string> {
  const split = folders.map((folder) => ({ folder, parts: folder.split(/[\\/]/).filter((part) => part !== '') }))
  const names = new Map<string, string>()
  for (let [length, open] = [1, split]; open.length > 0; length += 1) {
    const ends = open.map(({ parts }) => parts.slice(-length).join('/'))
    const isWhole = ({ parts }: (typeof open)[number]): boolean => length >= parts.length
    const isOnly = (end: string): boolean =>
      split.filter(({ parts }) => parts.slice(-length).join('/') === end).length === 1
    open.forEach((one, at) => {
      if (isWhole(one) || isOnly(ends[at] ?? '')) names.set(one.folder, ends[at] || one.folder)
    })
    open = open.filter(({ folder }) => !names.has(folder))
  }
  return names
}
