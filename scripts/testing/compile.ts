import { build, type Plugin } from 'esbuild'
import { existsSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../root.ts'
import { compiled, compiledPath } from './compiledPath.ts'
import { filesBelow } from './files.ts'

const stamp = join(compiled, 'folder.txt')
const sources = join(root, 'src/')

/**
 * Compiles what has changed of test/, scripts/, bench/ and src/, each file by itself: dist/ has bundles, and tests need their parts
 * apart. tsx would take a second of CPU in each process that loads a server.
 */
export async function compileTests(): Promise<void> {
  const began = new Date()
  // What is compiled names its folder: a copy of another one's is not ours.
  const isOurs = existsSync(stamp) && readFileSync(stamp, 'utf8') === root
  const entryPoints = ['test', 'scripts', 'bench', 'src']
    .flatMap((folder) => filesBelow(join(root, folder)))
    .filter((path) => isTypeScript(path) && !(isOurs && isFresh(path)))
  if (entryPoints.length === 0) return
  await build({
    entryPoints,
    outbase: root,
    outdir: compiled,
    bundle: true,
    format: 'esm',
    platform: 'node',
    // Of 20.10, for imports of JSON say there what they are.
    target: 'node20.10',
    sourcemap: 'linked',
    logLevel: 'error',
    plugins: [eachByItself, whereItStood],
  })
  // A source that was changed meanwhile is newer than this.
  for (const path of entryPoints) utimesSync(outputOf(path), began, began)
  writeFileSync(stamp, root)
}

const isTypeScript = (path: string): boolean => path.endsWith('.ts') && !path.endsWith('.d.ts')
const outputOf = (path: string): string => compiledPath(relative(root, path))
/** What says how a file is compiled: this one, and the versions of packages. */
const compilers = [join(root, 'scripts/testing/compile.ts'), join(root, 'package-lock.json')]

function isFresh(path: string): boolean {
  const output = statSync(outputOf(path), { throwIfNoEntry: false })
  return output !== undefined && [path, ...compilers].every((each) => statSync(each).mtimeMs < output.mtimeMs)
}

/** Nothing is put into another file: imports only get the paths at which what they name is found. */
const eachByItself: Plugin = {
  name: 'each file by itself',
  setup: (build) =>
    build.onResolve({ filter: /.*/ }, ({ kind, path, importer }) => {
      if (kind === 'entry-point') return undefined
      return { external: true, path: path.startsWith('.') ? moved(resolve(dirname(importer), path), importer) : path }
    }),
}

function moved(path: string, importer: string): string {
  const from = dirname(compiledPath(relative(root, importer)))
  if (!path.endsWith('.ts')) return relative(from, path)
  const way = relative(from, compiledPath(relative(root, path)))
  return way.startsWith('.') ? way : `./${way}`
}

/** Files that stand beside a module are looked for beside its source; what is of src/ is compiled, and says so by its ending. */
const whereItStood: Plugin = {
  name: 'import.meta of the source',
  setup: (build) =>
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      if (!text.includes('import.meta')) return undefined
      const url = pathToFileURL(path.startsWith(sources) ? path.replace(/\.ts$/, '.js') : path).href
      const members = { url, filename: path, dirname: dirname(path) }
      const contents = text.replaceAll(/\bimport\.meta\.(url|filename|dirname)\b/g, (_, name: keyof typeof members) =>
        JSON.stringify(members[name]),
      )
      return { contents, loader: 'ts' }
    }),
}
