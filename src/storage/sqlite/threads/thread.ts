import type * as esbuild from 'esbuild'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { StoreRefused } from '../../errors.ts'
import { StoreUnavailable } from '../../graphStore.ts'
import type { BatchAnswer, Started, ThreadData } from './messages.ts'

export interface Thread {
  /** Rejects when it cannot work. */
  readonly started: Promise<void>
  post(message: unknown): void
  /** Lets it finish, and waits for its end. */
  close(): Promise<void>
}

const isSource = import.meta.url.endsWith('.ts')

/**
 * From source, as in tests, a thread runs a bundle: Node 20 heeds no `--import tsx` for the first file of a thread, and
 * tsx would cost each thread five times its own start.
 */
function startWorker(data: ThreadData): Worker {
  const options = { workerData: data, name: `sqlite ${data.role}`, execArgv: [] }
  if (!isSource) return new Worker(new URL('./worker.js', import.meta.url), options)
  return new Worker((bundled ??= bundle()), { ...options, eval: true })
}

let bundled: string | undefined

/** Returns worker.ts with all that it imports from here as one script. */
function bundle(): string {
  const require = createRequire(import.meta.url)
  const { buildSync } = require('esbuild') as typeof esbuild
  const file = fileURLToPath(new URL('./worker.ts', import.meta.url))
  const { outputFiles } = buildSync({
    entryPoints: [file],
    bundle: true,
    write: false,
    packages: 'external',
    platform: 'node',
    target: 'node20',
    // What runs as a text finds no packages by itself.
    banner: { js: `require = require('node:module').createRequire(${JSON.stringify(import.meta.url)});` },
  })
  return outputFiles[0]?.text ?? ''
}

/** Starts a thread of the store. `onDeath` is told when it ends without having been closed. */
export function startThread(
  data: ThreadData,
  onAnswers: (answers: BatchAnswer<unknown>) => void,
  onDeath: (error: Error) => void,
): Thread {
  const worker = startWorker(data)
  let death: Error | null = null
  let closed = false
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  const started = new Promise<void>((resolve, reject) => {
    worker.once('message', ({ obstacle }: Started) => {
      worker.on('message', onAnswers)
      if (obstacle === null) resolve()
      else reject(obstacle.refused ? new StoreRefused(obstacle.message) : new StoreUnavailable(obstacle.message))
    })
    worker.once('exit', () => reject(death ?? new Error('The thread has ended.')))
  })
  // Whoever waits for the start is told; nobody need.
  started.catch(() => undefined)
  worker.on('error', (error) => {
    death = error
  })
  worker.on('exit', (code) => {
    if (!closed) onDeath(death ?? new Error(`The ${data.role} thread ended with code ${code}.`))
  })
  return {
    started,
    post: (message) => worker.postMessage(message),
    close: () => {
      closed = true
      worker.postMessage('close')
      return ended
    },
  }
}
