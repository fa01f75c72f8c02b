import { build, type Plugin } from 'esbuild'
import { readFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../root.ts'
import { filesBelow } from './files.ts'

const compiled = join(root, 'node_modules/.cache/turngraph/tests')
const [sources, built] = [join(root, 'src/'), join(root, 'dist/')]
/** What is a bundle in dist/: tests of its parts need them apart. */
const bundled = join(root, 'src/explorer/')

/** Returns where a TypeScript file that is not in dist/ stands once it is compiled. */
export const compiledPath = (path: string): string => join(compiled, path.replace(/\.ts$/, '.js'))

/**
 * Compiles all of test/ and what it imports of scripts/ and bench/; what it imports of src/ is taken from dist/.
 * tsx would take a second of CPU in each process that loads a server.
 */
export async function compileTests(): Promise<void> {
  await build({
    entryPoints: ['test', 'scripts', 'bench', 'src/explorer']
      .flatMap((folder) => filesBelow(join(root, folder)))
      .filter(isCompiled),
    outbase: root,
    outdir: compiled,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    sourcemap: 'linked',
    logLevel: 'error',
    plugins: [eachByItself, whereItStood],
  })
}

const isCompiled = (path: string): boolean => path.endsWith('.ts') && !path.endsWith('.d.ts')

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
  const to =
    path.startsWith(sources) && !path.startsWith(bundled)
      ? join(built, path.slice(sources.length).replace(/\.ts$/, '.js'))
      : compiledPath(relative(root, path))
  const way = relative(from, to)
  return way.startsWith('.') ? way : `./${way}`
}

/** Files that stand beside a module are looked for beside its source. */
const whereItStood: Plugin = {
  name: 'import.meta of the source',
  setup: (build) =>
    build.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8')
      if (!text.includes('import.meta')) return undefined
      const members = { url: pathToFileURL(path).href, filename: path, dirname: dirname(path) }
      const contents = text.replaceAll(/\bimport\.meta\.(url|filename|dirname)\b/g, (_, name: keyof typeof members) =>
        JSON.stringify(members[name]),
      )
      return { contents, loader: 'ts' }
    }),
}
