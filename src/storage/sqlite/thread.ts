import { Worker } from 'node:worker_threads'
import type { ThreadData } from './messages.ts'

export interface Thread {
  post(message: unknown): void
  /** Lets it finish, and waits for its end. */
  close(): Promise<void>
}

/** From source in tests, compiled in the product. */
const extension = import.meta.url.endsWith('.ts') ? '.ts' : '.js'
const file = new URL(`./worker${extension}`, import.meta.url)
const loader = extension === '.ts' ? ['--import', import.meta.resolve('tsx')] : []

/** Starts a thread of the store. `onDeath` is told when it ends without having been closed. */
export function startThread(
  data: ThreadData,
  onMessage: (message: unknown) => void,
  onDeath: (error: Error) => void,
): Thread {
  const worker = new Worker(file, { workerData: data, execArgv: loader, name: `sqlite ${data.role}` })
  let death: Error | null = null
  let closed = false
  const ended = new Promise<void>((resolve) => worker.once('exit', () => resolve()))
  worker.on('message', onMessage)
  worker.on('error', (error) => (death = error))
  worker.on('exit', (code) => {
    if (!closed) onDeath(death ?? new Error(`The ${data.role} thread ended with code ${code}.`))
  })
  return {
    post: (message) => worker.postMessage(message),
    close: () => {
      closed = true
      worker.postMessage('close')
      return ended
    },
  }
}
