import type { AppendedSource } from '../../../domain/records/importMarks.ts'
import type { StateRecord } from '../../../domain/records/stateRecord.ts'
import type { RecordInput } from '../../stateRecords/checkRecords.ts'
import type { Observation, OriginKind, TreeNode } from '../../../domain/model.ts'
import type { Archive } from '../../../formats/archive.ts'
import type { Format } from '../../../formats/format.ts'
import type { Findings } from '../../../formats/findings.ts'
import type { PlannedNode, PlannedSpawn, PlannedTitle } from '../../../formats/plan.ts'
import type { BoundedCache } from '../../read/caches/boundedCache.ts'
import type { ScratchMap } from '../../../formats/scratch.ts'
import type { RawSources } from '../matching/matchSources.ts'
import type { ImportedSecrets } from './importedSecrets.ts'

/** A node of the file and what it is in the store. */
export interface Known {
  readonly node: TreeNode
  /** Stored by this import. */
  readonly isNew: boolean
}

/** What is known of a conversation of the file while it is imported. */
export interface Progress {
  /** Nodes that this import added. */
  readonly added: number
  /** Nodes that the file has of it, up to here. */
  readonly seen: number
  /** The file's last node of it up to here. */
  readonly last: TreeNode | null
  /** Whether the file held the node at which the conversation stood. */
  readonly headSeen: boolean
  /** Whether this import made the conversation. */
  readonly isNew: boolean
}

/** A flagged root whose parent an import brought: the parent by the id that it has in the file. */
export interface LateParent {
  readonly conversationId: string
  readonly root: string
  readonly parent: string
  /** It goes right below its parent, whatever follows that. */
  readonly exact: boolean
}

/** What is known by the names of the file's conversations, however many those are. */
export type Remembered<V> = Omit<ScratchMap<V>, 'delete'>

/** What is appended, and the end of the source that it goes on from. */
export interface AppendJob {
  readonly conversationId: string
  readonly source: string
  readonly sources: RawSources
  /** Null: nothing was appended yet. */
  readonly tail: AppendedSource | null
  /** The new lines that have ids: by their numbers. */
  readonly ids: ReadonlyMap<number, string>
  readonly markNames: readonly string[]
  readonly records: readonly RecordInput[]
  /** The records as they were written. */
  written: readonly StateRecord[]
}

/** An entry that says what was erased, whole, and which erasure that was. */
export interface SuppressedEntry {
  readonly entry: Observation
  readonly erasureId: string
}

/** One import of one file: what outlives a batch, in bounded memory. */
export interface ImportJob {
  readonly fileName: string | null
  readonly format: string
  /** What the format says of a turn; undefined: its role and its blocks. */
  readonly says: Format['says']
  readonly origin: OriginKind
  readonly findings: Findings
  readonly secrets: ImportedSecrets
  readonly sources: RawSources
  /** What is appended to a source that grows by pieces; null for a file. */
  readonly append: AppendJob | null
  /** What the entries read last are, by `entryKey`. */
  readonly placedByEntry: BoundedCache<Known>
  /** Of all entries that are another conversation's, by `entryKey`: the observation that each is. */
  readonly sharedEntries: Remembered<string>
  /** By conversation. */
  readonly progress: Remembered<Progress>
  /** By conversation: the last node of another one that its lines repeat. */
  readonly sharesWith: Remembered<TreeNode>
  /** Conversations by whether entries of theirs came with another one's file. */
  readonly waiting: Map<string, boolean>
  /** By conversation: those of its lineage, itself first, where a proxy has recorded any of it; else none. */
  readonly recorded: Map<string, readonly string[]>
  /** Entries that say what was erased, as they would have been stored: until the end of the import. */
  readonly suppressed: SuppressedEntry[]
  /** Names of the marks of sources in which something was erased. */
  readonly erasedSources: Set<string>
  /** A page of the path that copied entries are looked for on, by its head. */
  readonly prefetched: Map<string, TreeNode[]>
  readonly spawns: PlannedSpawn[]
  readonly titles: PlannedTitle[]
  /** By conversation: the one whose file it goes on from without repeating it. */
  readonly awaits: Map<string, string>
  /** Roots that the file shows to be none: conversation, root, and the node that it continues. */
  readonly lateParents: LateParent[]
  /** The archive that the file came in; null where it came alone. */
  readonly archive: Archive | null
  added: number
  unchanged: number
  /** Told whenever the import has got on. */
  readonly onAdvance: () => void
}

const nothingYet: Progress = { added: 0, seen: 0, last: null, headSeen: false, isNew: false }

/** Returns the progress of a conversation of the file. */
export function progressOf({ progress }: Pick<ImportJob, 'progress'>, conversationId: string): Progress {
  return progress.get(conversationId) ?? nothingYet
}

/** Says whether an entry came with an earlier piece of a source that grows by pieces: here it is only gone on from. */
export function isOfContext({ append, sources }: ImportJob, { raw }: PlannedNode): boolean {
  return append !== null && raw.line <= (sources.get(raw.conversationId)?.held ?? 0)
}

/** Remembers what has changed of a conversation's progress. */
export function advance(run: ImportJob, conversationId: string, change: Partial<Progress>): void {
  run.progress.set(conversationId, { ...progressOf(run, conversationId), ...change })
}

/** Returns memory that begins with what another one holds, and leaves that as it is. */
export function remembering<V>(before: Remembered<V>): Remembered<V> {
  const own = new Map<string, V>()
  return {
    get: (key) => own.get(key) ?? before.get(key),
    set: (key, value) => void own.set(key, value),
    *entries() {
      yield* own
      for (const entry of before.entries()) if (!own.has(entry[0])) yield entry
    },
  }
}
