import { build } from 'esbuild'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './root.ts'

const sources = join(root, 'src/explorer')
const caches = join(root, 'node_modules/.cache/explorer')

const entryPoints = {
  index: join(sources, 'index.tsx'),
  'json.worker': 'monaco-editor/esm/vs/language/json/json.worker.js',
  'graphql.worker': 'monaco-graphql/esm/graphql.worker.js',
  'editor.worker': 'monaco-editor/esm/vs/editor/editor.worker.js',
}

/** Puts the explorer's page and scripts into `target`; bundles them only when an input has changed. */
export async function bundleExplorer(target: string): Promise<void> {
  const cached = join(caches, inputsHash())
  if (!existsSync(cached)) await bundle(cached)
  rmSync(target, { recursive: true, force: true })
  cpSync(cached, target, { recursive: true })
}

function inputsHash(): string {
  const hash = createHash('sha256')
  const own = readdirSync(sources)
    .sort()
    .map((name) => join(sources, name))
  for (const path of [join(root, 'package-lock.json'), join(root, 'scripts/explorer.ts'), ...own])
    hash.update(readFileSync(path)).update('\0')
  return hash.digest('hex').slice(0, 16)
}

async function bundle(cached: string): Promise<void> {
  rmSync(caches, { recursive: true, force: true })
  const unfinished = `${cached}.${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  await build({
    entryPoints,
    outdir: unfinished,
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    legalComments: 'none',
    loader: { '.ttf': 'file', '.woff2': 'file' },
    define: { 'process.env.NODE_ENV': '"production"' },
    chunkNames: 'chunk-[hash]',
    assetNames: '[name]-[hash]',
    logLevel: 'warning',
  })
  cpSync(join(sources, 'index.html'), join(unfinished, 'index.html'))
  renameSync(unfinished, cached)
}
