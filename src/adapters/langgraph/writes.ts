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
import { kinds, writeKey } from './names.ts'
import { split, type Reference } from './parts.ts'

/** The value of a write's record. */
export interface StoredWrite {
  readonly task: string
  readonly channel: string
  readonly path: string
  readonly index: number
  readonly value: Reference
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
    const index = WRITES_IDX_MAP[channel] ?? i
    const { reference, parts: own } = await split(serde, salt, value)
    parts.push(...own)
    const write: StoredWrite = { task: task.id, channel, path: task.path, index, value: reference }
    const key = writeKey(checkpointId, namespace, task.id, index)
    records.push({
      kind: kinds.write,
      key,
      parentKey: checkpointId,
      value: write,
      ifExists: index < 0 ? 'REPLACE' : 'KEEP',
    })
  }
  return { parts, records }
}

/** Returns writes in the order in which they are applied. */
export function inOrder(records: readonly StateRecord[]): StoredWrite[] {
  const keyed = records.map(({ value }): readonly [WritesSortKey, StoredWrite] => {
    const write = value as StoredWrite
    return [writesSortKey(write.path, write.task, write.index), write]
  })
  return keyed.sort(([a], [b]) => compareWritesSortKeys(a, b)).map(([, write]) => write)
}
