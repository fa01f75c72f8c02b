import type {
  Block,
  Conversation,
  Instant,
  JsonObject,
  Observation,
  ObservationKind,
  TreeNode,
} from '../domain/model.ts'
import type { ImportSource } from './importSource.ts'
import type { EntryDraft, ReadOptions, Reading, StoredFile } from './plan.ts'
import type { Sample } from './reading/sample.ts'
import type { SourceEntry } from './sourceEntry.ts'
import type { Omissions, OmissionCounts, WrittenEntry } from './writing/omissions.ts'

/** A form in which conversations are kept, other systems' or ours. It has no `read` or `write` where that cannot be. */
export interface Format {
  /** As reports, the API and the command line call it. */
  readonly name: string
  readonly mediaType: string
  /** Names of the files in which it is usually met. */
  readonly files: readonly string[]
  /** Says whether the beginning of a file shows marks of this format. */
  readonly recognises?: (sample: Sample) => boolean
  /** Returns whether a file's folder is one of this format's program. */
  readonly isNamedByFolder?: (path: string) => boolean
  /** It is turngraph's own form: its lines are stored as they are, by `app/backups`, and it is read by no `read`. */
  readonly isOwn?: true
  /** Reads a file through once; null when nothing in it is of this format. */
  readonly read?: (source: ImportSource, options: ReadOptions) => Promise<Reading | null>
  /** Yields a conversation as a file of this format, piece by piece, and counts what the file omits. */
  readonly write?: (written: WriteSource, omissions: OmissionCounts) => AsyncIterable<Uint8Array>
  /** Counts what a file of this format cannot hold of a conversation, before it is written. */
  readonly leavesOut?: (written: WriteSource, omissions: Omissions) => Promise<void>
  /** A file holds one path and never a whole tree. */
  readonly isOfPath?: true
  /**
   * Returns what a file of this format says of a turn, its time aside; null where it has no place for it. Its role and its
   * blocks unless said: entries without ids are known again by it.
   */
  readonly says?: (turn: TurnFields) => string | null
  /** A file says what the conversation is called. */
  readonly holdsTitle?: true
  /** Returns what an entry says of its own place, where a file is lines of entries that name their parents. */
  readonly entryOf?: (value: JsonObject) => SourceEntry
  /** Yields the lines of a file that no schema of this format fits, where it has schemas. */
  readonly lineFaults?: (source: ImportSource) => AsyncIterable<LineFault>
  /** Which file of its conversation one is by its name, where that is several: those of one `stem` are read by rising `rank`. */
  readonly siblings?: (fileName: string) => { readonly stem: string; readonly rank: number }
  /** When a file was made of another one's lines, where its beginning says so; of several files it is read after the others. */
  readonly copiedAt?: (sample: Sample) => Instant | null
  /** Ids of the first entries, of a format whose program goes on with a session that it was given under another id. */
  readonly firstIds?: (sample: Sample) => readonly string[]
  /** Returns how many bytes of a file that is being written hold whole answers, where one is written line by line. */
  readonly wholeAnswers?: (source: ImportSource, size: number) => Promise<number>
  /** What a conversation's file is made of where it is several; the first one is meant unless another is named. */
  readonly parts?: readonly string[]
}

/** A line that no schema fits, and why. */
export interface LineFault {
  /** Counted from 1. */
  readonly line: number
  readonly message: string
}

/** A conversation as its writer sees it. What is asked for is read when it is asked for, a page at once. */
export interface WriteSource {
  readonly conversation: Conversation
  /** As lists show it. */
  readonly title: string
  /** Everything that the conversation holds is wanted, not only the path to its head. */
  readonly wholeTree: boolean
  /** Which part of the file is wanted; null where it has no parts. */
  readonly part: string | null
  /** It was imported, and nothing was stored, moved, deleted or renamed here since. */
  readonly isUnchanged: boolean
  /** The file of this format that it was imported from; null when there was none. */
  readonly original: Original | null
  /** The path to the head, root first, as a model is to read it: without what is dropped, deleted or summed up. */
  readPath(): AsyncIterable<readonly WrittenNode[]>
  /** The path to the head as it is in the tree, root first, without what is deleted. */
  path(): AsyncIterable<readonly WrittenNode[]>
  /** The path that it inherited; nothing where it is no fork. */
  inheritedPath(): AsyncIterable<readonly WrittenNode[]>
  /** What was recorded here and is not in the original, in the order in which it was stored. */
  recordedSince(): AsyncIterable<WrittenNode>
  observation(id: string): Promise<Observation | null>
  /** An imported node as it stood in a file of this format; null for all others. */
  entryOf(node: Observation): Promise<JsonObject | null>
  /** The line of a file of this format that a node was read from, with its terminator; null for all others. */
  lineOf(node: Observation): Promise<Uint8Array | null>
  /** All files that it was imported from, as they came. */
  files(): Promise<readonly StoredFile[]>
  /** What a model would be sent at the head, tool groups whole; with the bytes of files, or only their sizes. */
  context(needsBytes: boolean): AsyncIterable<readonly WrittenEntry[]>
  /** All of it, in turngraph's own form. */
  ownForm(): AsyncIterable<Uint8Array>
  /** How many leaves of its tree are not the head's. */
  otherLeaves(): Promise<number>
}

/** What of a turn a file may say, as it was read from one or is stored. */
export interface TurnFields extends Pick<EntryDraft, 'role' | 'blocks' | 'fields' | 'metadata'> {
  readonly kind: ObservationKind
  /** The format that it was read from; null for what was stored here. */
  readonly sourceKind: string | null
}

export interface Original {
  /** It holds all that is wanted: nothing was stored, moved or deleted here since it was imported. */
  readonly isAll: boolean
  /** Turns in its lines that were corrected, as they are now, by the numbers of those; none where what was stored is wanted. */
  readonly corrected: ReadonlyMap<number, readonly WrittenNode[]>
  pieces(): AsyncIterable<Uint8Array>
}

export interface WrittenNode {
  readonly node: TreeNode
  /** What its turn is called; null where it is none. */
  readonly turnId: string | null
  /** What is left of its blocks; null: nothing of the node. */
  readonly left: readonly Block[] | null
}
