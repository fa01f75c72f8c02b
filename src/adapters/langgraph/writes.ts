/** What tasks write for a checkpoint before the next one is made. */
import {
  compareWritesSortKeys,
  WRITES_IDX_MAP,
  writesSortKey,
  type PendingWrite,
  type SerializerProtocol,
  type WritesSortKey,
} from '@langchain/langgraph-checkpoint'
import type { StateRecord, StateRecordInput } from '../../client/client.ts'
import { kinds, taskIn, writeKey } from './names.ts'
import { split, type Reference } from './parts.ts'
import { own } from '../../runtime/own.ts'

/** The value of a write's record. */
interface WriteBody {
  readonly channel: string
  readonly path?: string
  readonly value: Reference
  /** Where the key does not say it. */
  readonly task?: string
  readonly index?: number
}

/** A write as it is stored. */
export interface StoredWrite extends WriteBody {
  readonly task: string
  readonly path: string
  readonly index: number
}

/** Where writes belong. */
export interface WritesPlace {
  readonly checkpointId: string
  readonly namespace: string
}

/** Returns the records of writes, and the parts of their values. What a task has written stays; errors and the like are replaced. */
export async function writeRecords(
  serde: SerializerProtocol,
  salt: string,
  { checkpointId, namespace }: WritesPlace,
  task: { readonly id: string; readonly path: string },
  writes: readonly PendingWrite[],
): Promise<{ readonly parts: StateRecordInput[]; readonly records: StateRecordInput[] }> {
  const parts: StateRecordInput[] = []
  const records: StateRecordInput[] = []
  for (const [i, [channel, value]] of writes.entries()) {
    const index = own(WRITES_IDX_MAP, channel) ?? i
    const { reference, parts: ofValue } = await split(serde, salt, value)
    parts.push(...ofValue)
    const key = writeKey(checkpointId, namespace, task.id, index)
    const body: WriteBody = {
      ...(taskIn(key) !== task.id && { task: task.id }),
      channel,
      ...(task.path !== '' && { path: task.path }),
      value: reference,
    }
    records.push({ kind: kinds.write, key, value: body, ifExists: index < 0 ? 'REPLACE' : 'KEEP' })
  }
  return { parts, records }
}

/** Returns writes in the order in which they are applied. */
export function inOrder(records: readonly StateRecord[]): StoredWrite[] {
  const keyed = records.map((record): readonly [WritesSortKey, StoredWrite] => {
    const write = writeOf(record)
    return [writesSortKey(write.path, write.task, write.index), write]
  })
  return keyed.sort(([a], [b]) => compareWritesSortKeys(a, b)).map(([, write]) => write)
}

function writeOf({ key, value }: StateRecord): StoredWrite {
  const {
    task = taskIn(key),
    path = '',
    index = Number(key.slice(key.lastIndexOf('/') + 1)),
    ...rest
  } = value as WriteBody
  return { ...rest, task, path, index }
}
