import type * as esbuild from 'esbuild'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'
import { isSource, packageFile } from './packageFiles.ts'

/** What threads run: the name of each program in dist/, and its source below src/. */
export const threads = {
  sqliteThread: 'storage/sqlite/threads/worker.ts',
  searchThread: 'search/sqlite/worker.ts',
  jsonSchemaThread: 'gates/jsonSchemaThread.ts',
} as const

export type ThreadName = keyof typeof threads

const bundled = new Map<ThreadName, string>()

/**
 * Returns a thread that runs one of our programs. From source it runs a bundle, as builds have one: Node 20 heeds no
 * `--import tsx` for the first file of a thread, and tsx would cost each thread five times its own start.
 */
export function startWorker(name: ThreadName, options: WorkerOptions): Worker {
  const all = { ...options, execArgv: [] }
  if (!isSource) return new Worker(packageFile(`dist/${name}.js`), all)
  const script = bundled.get(name) ?? bundle(name)
  bundled.set(name, script)
  return new Worker(script, { ...all, eval: true })
}

/** Returns a program with all that it imports from here as one script. */
function bundle(name: ThreadName): string {
  const require = createRequire(import.meta.url)
  const { buildSync } = require('esbuild') as typeof esbuild
  const source = packageFile(`src/${threads[name]}`)
  const { outputFiles } = buildSync({
    entryPoints: [fileURLToPath(source)],
    bundle: true,
    write: false,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    // What runs as a text finds no packages by itself.
    banner: { js: `require = require('node:module').createRequire(${JSON.stringify(source.href)});` },
  })
  return outputFiles[0]?.text ?? ''
}
