import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What of the bundle loads what, by name. */
type Loads = Readonly<
  Record<
    string,
    { readonly entryPoint?: string; readonly loads: readonly { readonly file: string; readonly isLazy: boolean }[] }
  >
>

/** Returns the sources of a bundle's parts that are loaded later, by the names of their files. */
export function lazyParts(folder: string): string[] {
  const loads = JSON.parse(readFileSync(join(folder, 'sizes.json'), 'utf8')) as Loads
  const parts = Object.values(loads).flatMap(({ entryPoint }) => entryPoint?.split('/').at(-1) ?? [])
  return parts.filter((part) => part.endsWith('.tsx') && part !== 'index.tsx')
}

/** Returns the scripts of a bundle that are loaded at once with the one that is made from a source named so. */
export function filesOf(folder: string, source: string): string[] {
  const loads = JSON.parse(readFileSync(join(folder, 'sizes.json'), 'utf8')) as Loads
  const first = Object.keys(loads).find((file) => loads[file]?.entryPoint?.endsWith(`/${source}`) === true)
  const reached = new Set<string>()
  const open = first === undefined ? [] : [first]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    const own = loads[file]
    if (!own || reached.has(file)) continue
    reached.add(file)
    open.push(...own.loads.flatMap(({ file: loaded, isLazy }) => (isLazy ? [] : [loaded])))
  }
  return [...reached]
}
