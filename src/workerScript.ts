import type * as esbuild from 'esbuild'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Worker, type WorkerOptions } from 'node:worker_threads'

const isSource = import.meta.url.endsWith('.ts')
const bundled = new Map<string, string>()

/**
 * Returns a thread that runs the file `name` beside the module at `base`. From source it runs a bundle, as builds have one: Node
 * 20 heeds no `--import tsx` for the first file of a thread, and tsx would cost each thread five times its own start.
 */
export function startWorker(base: string, name: string, options: WorkerOptions): Worker {
  const all = { ...options, execArgv: [] }
  if (!isSource) return new Worker(new URL(`./${name}.js`, base), all)
  const file = fileURLToPath(new URL(`./${name}.ts`, base))
  const script = bundled.get(file) ?? bundle(file, base)
  bundled.set(file, script)
  return new Worker(script, { ...all, eval: true })
}

/** Returns a file with all that it imports from here as one script. */
function bundle(file: string, base: string): string {
  const require = createRequire(import.meta.url)
  const { buildSync } = require('esbuild') as typeof esbuild
  const { outputFiles } = buildSync({
    entryPoints: [file],
    bundle: true,
    write: false,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    // What runs as a text finds no packages by itself.
    banner: { js: `require = require('node:module').createRequire(${JSON.stringify(base)});` },
  })
  return outputFiles[0]?.text ?? ''
}
