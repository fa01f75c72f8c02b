import { Worker } from 'node:worker_threads'
import type { ThreadData } from './messages.ts'

export interface Thread {
  post(message: unknown): void
  /** Lets it finish, and waits for its end. */
  close(): Promise<void>
}

const isSource = import.meta.url.endsWith('.ts')
const file = new URL(`./worker${isSource ? '.ts' : '.js'}`, import.meta.url).href

/** In tests a thread runs from source: Node 20 heeds no `--import tsx` for the first file of a thread. */
function startWorker(data: ThreadData): Worker {
  const options = { workerData: data, name: `sqlite ${data.role}`, execArgv: [] }
  if (!isSource) return new Worker(new URL(file), options)
  const tsx = import.meta.resolve('tsx/esm/api')
  const start = `import('${tsx}').then(({ register }) => { register(); return import('${file}') })`
  return new Worker(start, { ...options, eval: true })
}

/** Starts a thread of the store. `onDeath` is told when it ends without having been closed. */
export function startThread(
  data: ThreadData,
  onMessage: (message: unknown) => void,
  onDeath: (error: Error) => void,
): Thread {
  const worker = startWorker(data)
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
