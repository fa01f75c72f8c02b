/** What is stored of a checkpoint: all but its values, of which it has names. */
import type {
  ChannelVersions,
  Checkpoint,
  CheckpointMetadata,
  SerializerProtocol,
} from '@langchain/langgraph-checkpoint'
import { copyCheckpoint } from '@langchain/langgraph-checkpoint'
import type { StateRecord } from '../../client/client.ts'
import { decode, encode, type Encoded } from './encoding.ts'
import type { Reference } from './parts.ts'
import { own } from '../../runtime/own.ts'

/** The value of a checkpoint's record. */
export interface CheckpointBody {
  /** The namespace, where its kind does not say it. */
  readonly namespace?: string
  readonly checkpoint: Encoded
  readonly metadata: Encoded
  /** Each channel's value, under the version that it has. */
  readonly values: Readonly<Record<string, readonly [version: number | string, value: Reference]>>
  /** The name of its messages' place in the tree, where they are turns. */
  readonly place?: string
  /** Why its messages are no turns. */
  readonly projection?: { readonly failed: string }
}

/** A checkpoint as it is stored. */
export interface StoredCheckpoint extends CheckpointBody {
  readonly id: string
  readonly parentId: string | null
}

/** Returns what a record has of a checkpoint. */
export function checkpointOf({
  key,
  parentKey,
  value,
}: Pick<StateRecord, 'key' | 'parentKey' | 'value'>): StoredCheckpoint {
  return { ...(value as CheckpointBody), id: key, parentId: parentKey }
}

/** Returns a checkpoint's own fields, its values aside, and its metadata. */
export async function encodeCheckpoint(
  serde: SerializerProtocol,
  checkpoint: Checkpoint,
  metadata: CheckpointMetadata,
): Promise<Pick<CheckpointBody, 'checkpoint' | 'metadata'>> {
  const { channel_values: _values, id: _key, ...rest } = copyCheckpoint(checkpoint)
  const [own, encoded] = await Promise.all([encode(serde, rest), encode(serde, metadata)])
  return { checkpoint: own, metadata: encoded }
}

/** Returns a checkpoint with these values. */
export async function decodeCheckpoint(
  serde: SerializerProtocol,
  stored: StoredCheckpoint,
  values: Readonly<Record<string, unknown>>,
): Promise<Checkpoint> {
  const { id } = stored
  return { ...((await decode(serde, stored.checkpoint)) as Checkpoint), id, channel_values: { ...values } }
}

/** Returns the metadata of a checkpoint. */
export async function metadataOf(serde: SerializerProtocol, stored: StoredCheckpoint): Promise<CheckpointMetadata> {
  return (await decode(serde, stored.metadata)) as CheckpointMetadata
}

/** What becomes of a checkpoint's channels: those that are stored with it, and those that stay as its parent has them. */
export interface ChannelPlan {
  readonly stored: readonly (readonly [channel: string, version: number | string, value: unknown])[]
  readonly unchanged: CheckpointBody['values']
}

/**
 * Returns which values are stored. One whose version is not new is the parent's; where the parent has another version (a
 * copy of a checkpoint from elsewhere in the thread), it is stored as well.
 */
export function planChannels(
  checkpoint: Checkpoint,
  newVersions: ChannelVersions,
  parent: StoredCheckpoint | null,
): ChannelPlan {
  const stored: [string, number | string, unknown][] = []
  const retained = new Map<string, readonly [number | string, Reference]>()
  const values = checkpoint.channel_values as Readonly<Record<string, unknown>>
  const versions = checkpoint.channel_versions as ChannelVersions
  for (const [channel, version] of Object.entries({ ...versions, ...newVersions })) {
    const isNew = Object.hasOwn(newVersions, channel)
    const old = isNew || parent === null ? undefined : own(parent.values, channel)
    if (old?.[0] === version) retained.set(channel, old)
    else if (Object.hasOwn(values, channel) && (isNew || parent !== null))
      stored.push([channel, version, values[channel]])
  }
  return { stored, unchanged: Object.fromEntries(retained) }
}
