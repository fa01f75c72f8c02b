import { build, type BuildOptions, type Metafile } from 'esbuild'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { packageFolders } from './bundle/inventory.ts'
import { root } from './root.ts'

const sources = join(root, 'src/explorer')
const caches = join(root, 'node_modules/.cache/explorer')

/** One page: what its bundle is made from, and what is made of it besides the scripts. */
interface Page {
  readonly name: string
  readonly inputs: readonly string[]
  readonly options: BuildOptions
  readonly finish: (folder: string, metafile: Metafile) => void
}

const common: BuildOptions = {
  absWorkingDir: root,
  bundle: true,
  splitting: true,
  minify: true,
  metafile: true,
  format: 'esm',
  target: 'es2022',
  jsx: 'automatic',
  legalComments: 'none',
  loader: { '.ttf': 'file', '.woff2': 'file' },
  define: { 'process.env.NODE_ENV': '"production"' },
  chunkNames: 'chunk-[hash]',
  assetNames: '[name]-[hash]',
  logLevel: 'warning',
}

const graphiql: Page = {
  name: 'graphiql',
  // It takes parts of the explorer along.
  inputs: filesBelow(sources),
  options: {
    entryPoints: {
      index: join(sources, 'graphiql/index.tsx'),
      'json.worker': 'monaco-editor/esm/vs/language/json/json.worker.js',
      'graphql.worker': 'monaco-graphql/esm/graphql.worker.js',
      'editor.worker': 'monaco-editor/esm/vs/editor/editor.worker.js',
    },
  },
  finish: (folder) => cpSync(join(sources, 'graphiql/index.html'), join(folder, 'index.html')),
}

const explorer: Page = {
  name: 'explorer',
  inputs: filesBelow(sources).filter((path) => !path.startsWith(join(sources, 'graphiql'))),
  options: { entryPoints: { index: join(sources, 'index.tsx') }, entryNames: '[name]-[hash]' },
  finish: writePages,
}

/** Which packages a bundle has something of; it stays beside the bundle. */
const packagesFile = 'packages.json'

/**
 * Puts the explorer into `target`, and GraphiQL into its folder `graphiql`; bundles only what has changed. Returns the folders of
 * the packages that are in them.
 */
export async function bundleExplorer(target: string): Promise<string[]> {
  rmSync(target, { recursive: true, force: true })
  const folders = [await copied(explorer, target), await copied(graphiql, join(target, 'graphiql'))]
  return folders.flat()
}

async function copied(page: Page, target: string): Promise<string[]> {
  const folder = await bundled(page)
  cpSync(folder, target, { recursive: true, filter: (path) => basename(path) !== packagesFile })
  return JSON.parse(readFileSync(join(folder, packagesFile), 'utf8')) as string[]
}

/** Returns the folder of a page's bundle, made anew only when an input has changed. */
async function bundled(page: Page): Promise<string> {
  const cached = join(caches, `${page.name}-${inputsHash(page)}`)
  if (existsSync(cached)) return cached
  mkdirSync(caches, { recursive: true })
  // Those with a dot are being made by others.
  for (const old of readdirSync(caches).filter((name) => name.startsWith(`${page.name}-`) && !name.includes('.')))
    rmSync(join(caches, old), { recursive: true, force: true })
  const unfinished = `${cached}.${process.pid}`
  const { metafile } = await build({ ...common, ...page.options, outdir: unfinished })
  if (metafile) {
    page.finish(unfinished, metafile)
    writeFileSync(join(unfinished, packagesFile), JSON.stringify(packageFolders([metafile])))
  }
  try {
    renameSync(unfinished, cached)
  } catch (error) {
    // Another process was faster: what it made is the same.
    if (!existsSync(cached)) throw error
    rmSync(unfinished, { recursive: true })
  }
  return cached
}

/** What pages may take from outside of their folders, as `test/layout.test.ts` says. */
const outside = [...filesBelow(join(root, 'src/runtime')), join(root, 'src/formats/writing/headers.ts')]

function inputsHash({ inputs }: Page): string {
  const hash = createHash('sha256')
  for (const path of [join(root, 'package-lock.json'), join(root, 'scripts/explorer.ts'), ...outside, ...inputs])
    hash.update(readFileSync(path)).update('\0')
  return hash.digest('hex').slice(0, 16)
}

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
}

// What is loaded lazily is an entry of its own, too.
const entry = 'src/explorer/index.tsx'

/** The most steps that lie between the server's root and an address that gets the page: `/c/ID/tree/` has three, a wrong one may have more. */
const deepest = 8

/**
 * Writes the page once for each depth of address that it is served at: its scripts are named from there, so that it works
 * behind any prefix of a proxy, and without `<base>`, which the page forbids.
 */
function writePages(folder: string, metafile: Metafile): void {
  const html = readFileSync(join(sources, 'index.html'), 'utf8')
  const [script, output] = Object.entries(metafile.outputs).find(([, { entryPoint }]) => entryPoint === entry) ?? []
  if (script === undefined || output === undefined) throw new Error('The explorer has no entry point.')
  for (let depth = 0; depth <= deepest; depth += 1) {
    const up = `${'../'.repeat(depth)}explorer/`
    const page = html
      .replace('explorer.css', `${up}${basename(output.cssBundle ?? '')}`)
      .replace('explorer.js', `${up}${basename(script)}`)
    writeFileSync(join(folder, `index.${depth}.html`), page)
  }
  writeFileSync(join(folder, 'sizes.json'), JSON.stringify(sizesOf(metafile)))
}

/** What of the bundle loads what, by name: a test holds its budget by it. */
function sizesOf({ outputs }: Metafile): object {
  const files = Object.entries(outputs).map(([path, { entryPoint, imports }]) => {
    const loads = imports.map(({ path: loaded, kind }) => ({
      file: basename(loaded),
      isLazy: kind === 'dynamic-import',
    }))
    return [basename(path), { entryPoint, loads }] as const
  })
  return Object.fromEntries(files)
}
