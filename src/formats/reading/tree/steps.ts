import type { Json, JsonObject } from '../../../domain/model.ts'
import type { Rest } from '../../breaths.ts'
import type { Findings } from '../../findings.ts'
import type { ImportSource } from '../../importSource.ts'
import type { EntryDraft, ReadOptions, StoredFile } from '../../plan.ts'
import type { ScratchMap } from '../../scratch.ts'
import type { RecordShape } from '../long/recordShape.ts'
import type { RecordObject } from '../long/recordValue.ts'
import type { Layout } from '../records/records.ts'

/** What a format says of its file, in order. Conversations, ids and places are made of it in one way for all. */
export type Step = ConversationStep | EntryStep | HeadStep | RunStep | SpawnStep | WaitsStep | Rest

/** What follows is of this conversation, until another is named. */
export interface ConversationStep {
  readonly kind: 'conversation'
  /** The one that the file calls so; null: a further one without an id of its own. */
  readonly id: string | null
  /** The conversation that started it, where it is a sub-agent's. */
  readonly sidechainOf?: string
  readonly title?: string | null
  /** A title of a higher rank is not replaced by one of a lower; 2 unless said. */
  readonly rank?: number
  readonly cwd?: string | null
  /** What the file says of the conversation, and no entry does. */
  readonly metadata?: RecordObject
}

/** A node of the tree. */
export interface EntryStep {
  readonly kind: 'entry'
  /** What the file calls it; null: it is known by its content, and by which of the equal ones it is. */
  readonly id: string | null
  /** What it is known by where it has no id. */
  readonly content?: Json
  /** What other steps of the file call it, where that is not its id. */
  readonly label?: string
  /** Told apart by this where the file's ids are not enough. */
  readonly key?: string
  /** Its id was made of what it says. */
  readonly isMade?: true
  /** Its id means the same entry in its own conversation alone. */
  readonly isScoped?: true
  /** Where it is a root, it is another version of the root before it, and of one tree with that. */
  readonly isVersion?: true
  /** Its reader did not know it for a message of the format. */
  readonly isUnknown?: true
  /** It is a message, and not wholly one of the format: another may read more of it. */
  readonly isOdd?: true
  /** The entry that it continues, null for a root; absent: the one before it in its conversation. */
  readonly parent?: string | null
  readonly draft: EntryDraft
  /** Further nodes that the same entry makes, one after the other: the results of its calls. */
  readonly parts?: readonly EntryPart[]
  /** The conversation that it was copied from, whose entry it is. `isSure`: the file itself says so of this entry. */
  readonly origin?: { readonly id: string; readonly isSure: boolean }
  /** For a compaction: pairs of first and last entry that it keeps, in the order in which they are shown. */
  readonly keep?: readonly (readonly [string, string])[]
  /** For a compaction: how many of those are shown before its summary; none unless said. */
  readonly summaryAt?: number
  /** For a compaction: what stands in place of what it hides. */
  readonly summary?: string | null
  /** Where it begins, when that is not where its record does. */
  readonly line?: number
}
export interface EntryPart {
  /** Makes its id of the entry's. */
  readonly suffix: string
  readonly draft: EntryDraft
}

/** The entry at which the conversation stands, where that is not its last one; null: before its first one. */
export interface HeadStep {
  readonly kind: 'head'
  readonly id: string | null
}

/** A call that started a sub-agent, or the sub-agent itself; equal names match the two. */
export interface SpawnStep {
  readonly kind: 'spawn'
  /** The conversation of the call and, in that, what the sub-agent is called. */
  readonly by: string
  readonly agent: string
  /** The entry that made the call; absent: the present conversation is the sub-agent's. */
  readonly caller?: string
}

/** The file goes on from another conversation, or from another file of its own, and does not repeat it. */
export interface WaitsStep {
  readonly kind: 'waits'
  readonly for: string
}

/** A record of another file that a file goes on from, and whose that is. */
export interface PastRecord {
  readonly conversationId: string
  readonly value: JsonObject
}

/** A run begins before the next entry, or ends after the last one. */
export interface RunStep {
  readonly kind: 'run'
  readonly state: 'CLAIMED' | 'COMPLETED' | 'ABORTED'
  /** Null: the next entry's own id names the run that begins, or the run that is open ends. */
  readonly runId?: string | null
}

/** Where a record stands. */
export interface At {
  readonly line: number
  /** Which of the arrays at the top of the file it is an element of, from 1; 0: of none. */
  readonly array: number
}
export interface ReadContext {
  readonly fileName: string | null
  readonly layout: Layout
  readonly findings: Findings
  /** Where a reader keeps what it must hold until the end of the file. */
  readonly held: ScratchMap<JsonObject>
}

/** Other files of the same conversation. */
export interface Companions {
  readonly before: readonly ImportSource[]
  readonly after: readonly ImportSource[]
}

/** Says of a file's records, one after the other, what they are. */
export interface RecordReader {
  /** Nothing for a record that is not of the format. What may be long in it is what the format's `long` names, and else nothing. */
  read(value: RecordObject, at: At): Iterable<Step>
  /** Reads a record of the past, after the first one of the file itself and before its others. */
  readPast?(record: PastRecord): Iterable<Step>
  /** What only the end of that past shows. */
  pastOver?(): Iterable<Step>
  /** What only the end of the file shows. */
  end?(): Iterable<Step>
}

/** A format whose files are records, each readable by itself or together with those before it. */
export interface RecordFormat extends RecordShape {
  readonly name: string
  /** What a report counts as entries: the records, or what was read from them. */
  readonly entries: 'RECORDS' | 'STEPS'
  /** Formats of one family know entries by the same names. */
  readonly family?: string
  /** The file as its records are looked for in it, byte for byte where they stand; as it is where that is not said. */
  readonly view?: (source: ImportSource) => ImportSource
  /** Returns from a file's name which part of a conversation it is. */
  readonly part?: (fileName: string | null) => string
  /** The stored files of the conversation whose entries stand before, and after, those of a file. */
  readonly companions?: (fileName: string | null, stored: readonly StoredFile[]) => Companions
  /** Yields the records of other files that a file goes on from, as its first record says; they are not counted. */
  readonly past?: (first: JsonObject, stored: ReadOptions['stored']) => AsyncIterable<PastRecord>
  /** Says whether a file is about a conversation without holding any of its messages. */
  readonly isSidecar?: (fileName: string | null) => boolean
  /** Refuses an id that no conversation of the format may have. */
  readonly checkId?: (id: string) => unknown
  reader(context: ReadContext): RecordReader
}
