/** A thread with one connection: the writer's, or a reader's. Started by pool.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import { connect } from './connection.ts'
import type { Answer, Batch, BatchAnswer, ThreadData } from './messages.ts'
import { schemaVersion } from './migrations.ts'
import { readerOn } from './reader.ts'
import type { ReadRequest } from './readRequest.ts'
import { writerOn } from './writer.ts'
import type { WriteRequest } from './writeRequest.ts'

const { role, path } = workerData as ThreadData
const connection = connect(path, role)
const writer = role === 'writer' ? writerOn(connection, schemaVersion(connection)) : null
const read = readerOn(connection)

function answer(requests: readonly unknown[]): Answer<unknown>[] {
  return writer === null ? read(requests as readonly ReadRequest[]) : writer.apply(requests as readonly WriteRequest[])
}

parentPort?.on('message', (batch: Batch<unknown> | 'close') => {
  if (batch === 'close') {
    connection.close()
    parentPort?.close()
    return
  }
  const answers: BatchAnswer<unknown> = { answers: answer(batch.requests) }
  parentPort?.postMessage(answers)
})
