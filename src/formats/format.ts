import type { Block, Conversation, JsonObject, Observation, TreeNode } from '../domain/model.ts'
import type { ImportSource } from './importSource.ts'
import type { ReadOptions, Reading } from './plan.ts'
import type { Sample } from './reading/sample.ts'

/** A form in which conversations are kept, other systems' or ours. It has no `read` or `write` where that cannot be. */
export interface Format {
  /** As reports, the API and the command line call it. */
  readonly name: string
  readonly mediaType: string
  /** Names of the files in which it is usually met. */
  readonly files: readonly string[]
  /** Says whether the beginning of a file shows marks of this format. */
  readonly recognises?: (sample: Sample) => boolean
  /** Reads a file through once; null when nothing in it is of this format. */
  readonly read?: (source: ImportSource, options: ReadOptions) => Promise<Reading | null>
  /** Yields a conversation as a file of this format, piece by piece. */
  readonly write?: (written: WriteSource) => AsyncIterable<Uint8Array>
}

/** A conversation as its writer sees it. What is asked for is read when it is asked for, a page at once. */
export interface WriteSource {
  readonly conversation: Conversation
  /** Everything that the conversation holds is wanted, not only the path to its head. */
  readonly wholeTree: boolean
  /** The file of this format that it was imported from; null when there was none. */
  readonly original: Original | null
  /** The path to the head, root first, as a model is to read it: without what is dropped, deleted or summed up. */
  readPath(): AsyncIterable<readonly WrittenNode[]>
  /** The path that it inherited; nothing where it is no fork. */
  inheritedPath(): AsyncIterable<readonly WrittenNode[]>
  /** What was recorded here and is not in the original, in the order in which it was stored. */
  recordedSince(): AsyncIterable<WrittenNode>
  observation(id: string): Promise<Observation | null>
  /** An imported node as it stood in a file of this format; null for all others. */
  entryOf(node: Observation): Promise<JsonObject | null>
}

export interface Original {
  /** It holds all that is wanted: nothing was stored, moved or deleted here since it was imported. */
  readonly isAll: boolean
  pieces(): AsyncIterable<Uint8Array>
}

export interface WrittenNode {
  readonly node: TreeNode
  /** What its turn is called; null where it is none. */
  readonly turnId: string | null
  /** What is left of its blocks; null: nothing of the node. */
  readonly left: readonly Block[] | null
}
