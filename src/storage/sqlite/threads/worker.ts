/** A thread with one connection: the writer's, or a reader's. Started by thread.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { StoreRefused } from '../../errors.ts'
import { idleMemory, shrinkHeap } from '../../../runtime/idleMemory.ts'
import { connect, shrinkMemory, type Connection } from '../connection/connection.ts'
import { compactorOn } from '../contents/compactor.ts'
import { dumperOn } from '../contents/dumper.ts'
import { loaderOn } from '../contents/loader.ts'
import type { ThreadAnswer, RequestBatch, BatchAnswer, Started, ThreadData } from './messages.ts'
import { schemaVersion } from '../migrations.ts'
import { openFile } from '../connection/open.ts'
import { walGuard, type WalGuard } from '../connection/walGuard.ts'
import { readerOn } from './reader.ts'
import { writerOn } from './writer.ts'
import type { WriteRequest } from '../writing/writeRequest.ts'

const post = (message: Started | BatchAnswer<unknown>) => parentPort?.postMessage(message)

function start({ role, path, cacheBytes }: ThreadData): void {
  const connection =
    role === 'writer'
      ? openFile(path, cacheBytes)
      : connect(path, role === 'loader' || role === 'compactor' ? 'writer' : 'reader', cacheBytes)
  const file = role === 'writer' ? walGuard(path, connection) : null
  const answer = file ? writes(connection, file) : others[role as keyof typeof others](connection)
  const memory = idleMemory(() => {
    shrinkMemory(connection)
    void shrinkHeap()
  })
  post({ obstacle: null })
  parentPort?.on('message', (batch: RequestBatch<never> | 'close') => {
    if (batch !== 'close') {
      post({ answers: answer(batch.requests) })
      memory.worked()
      return
    }
    memory.stop()
    file?.close()
    connection.close()
    parentPort?.close()
  })
}

const others = { reader: readerOn, dumper: dumperOn, loader: loaderOn, compactor: compactorOn }

function writes(
  connection: Connection,
  file: WalGuard,
): (requests: readonly WriteRequest[]) => ThreadAnswer<unknown>[] {
  const writer = writerOn(connection, schemaVersion(connection), file)
  return (requests) => writer.apply(requests)
}

try {
  start(workerData as ThreadData)
} catch (error) {
  const message = error instanceof Error ? error.message : String(error)
  post({ obstacle: { message, refused: error instanceof StoreRefused } })
}
