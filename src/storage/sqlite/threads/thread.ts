import { startWorker, type ThreadName } from '../../../runtime/threads.ts'
import { StoreRefused } from '../../errors.ts'
import { StoreUnavailable } from '../../graphStore.ts'
import type { BatchAnswer, Started } from './messages.ts'

export interface WorkerThread {
  /** Rejects when it cannot work. */
  readonly started: Promise<void>
  post(message: unknown): void
  /** Lets it finish, and waits for its end. */
  close(): Promise<void>
}

/** What a thread is started with says what it does. */
interface Named {
  readonly role: string
}

/** Starts a thread with one of the programs of threads. `onDeath` is called when it ends without having been closed. */
export function startThread(
  data: Named,
  program: ThreadName,
  onAnswers: (answers: BatchAnswer<unknown>) => void,
  onDeath: (error: Error) => void,
): WorkerThread {
  const worker = startWorker(program, { workerData: data, name: `sqlite ${data.role}` })
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
  // What waits for the start gets the error; nothing has to.
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
