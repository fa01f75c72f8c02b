import type { Seal } from '../domain/access/keyedDigest.ts'
import type { Block, Hash, Instant, JsonObject, Role, UsageInput } from '../domain/model.ts'
import type { Archive } from './archive.ts'
import type { Findings } from './findings.ts'
import type { Scratch } from './scratch.ts'

/** What an entry says, before it has a place. */
export interface EntryDraft {
  readonly kind: 'TURN' | 'NOTE' | 'COMPACTION'
  /** Null where the kind is no TURN. */
  readonly role: Role | null
  readonly blocks: readonly Block[]
  readonly model: string | null
  readonly usage: UsageInput | null
  /** Null: the file does not say. */
  readonly observedAt: Instant | null
  readonly fields: JsonObject
  /** What belongs to the turn by a name of ours. */
  readonly metadata: JsonObject
  /** The files that its blocks attach. */
  readonly files?: readonly DraftFile[]
}

/** Where the bytes of a file stand: in the transcript, in a file beside it in its archive, or not here but by a name. */
export type HeldBytes =
  { readonly base64: string } | { readonly text: string } | { readonly member: string } | { readonly uri: string }

/** A file that a transcript holds or names. It is JSON, for so is what is remembered of entries. */
export interface DraftFile {
  /** The hash of its bytes, or of its URI. */
  readonly attachmentId: Hash
  readonly mediaType: string
  readonly fileName: string | null
  /** Null for a URI. */
  readonly byteSize: number | null
  readonly holds: HeldBytes
}

/** Which value of which one of a conversation's lines. */
export interface RawPlace {
  readonly conversationId: string
  readonly line: number
  readonly part: number
}

/** An entry of the tree with its place in canonical form. Parents come before their children. */
export interface PlannedNode {
  readonly kind: 'node'
  /** The conversation that it belongs to, unless the store holds it elsewhere already. */
  readonly conversationId: string
  readonly externalId: string
  /** The node that it continues in the canonical tree; null for a root. */
  readonly parent: string | null
  /** The parent that the file names though no line of it has that id. */
  readonly missingParent: string | null
  /** The file holds its conversation whole: a parent that is missing there is no other conversation's of that id. */
  readonly isOfWhole?: true
  /** A note, a tool result or a further line of an answer: it never goes a way of its own. */
  readonly aside: boolean
  /**
   * Its parent is the very node that it continues, and its id alone does not tell it from another: what it says does,
   * too. Else asides of the parent may come between, and equal ids mean the same entry whatever it says.
   */
  readonly exact: boolean
  /** Its id was made of what it says: what says the same at the same place may be it, whoever stored that. */
  readonly isMade?: boolean
  /** A further node of the entry before, or an entry of another file that this one's stand beside: no report counts it. */
  readonly isPart: boolean
  /** It stands in another file: here it says where others stand, and it is not stored. */
  readonly isBeside: boolean
  readonly line: number
  /** The line that holds it: which one of whose lines, and which value of it. */
  readonly raw: RawPlace
  /** What the turn is called in its conversation; null where it is no turn. */
  readonly turnId: string | null
  /** For a sub-agent's node: the conversation that started it. */
  readonly sidechainOf: string | null
  /** The run that it belongs to. */
  readonly runId: string | null
  /** The observation that it is, where that is known from elsewhere: a session was written of it. */
  readonly is?: string
  /** The entry of another conversation that it is a copy of; null where it is none. */
  readonly origin: PlannedOrigin | null
  readonly draft: EntryDraft
  /** For a compaction: pairs of first and last node that it keeps, in the order in which they are shown. */
  readonly keep: readonly (readonly [string, string])[]
  /** For a compaction: how many of those are shown before its summary. */
  readonly summaryAt: number
  /** For a compaction: what stands in place of what it hides; null where an entry of its own does, or nothing. */
  readonly summary: string | null
  readonly cwd: string | null
}

/**
 * The conversation whose entry a copied one is. Where that one's own file was imported and lacks it, it is the copying
 * conversation's own; where that file was not imported yet, it waits there for it.
 */
export interface PlannedOrigin {
  readonly conversationId: string
  /** The file says so of this very entry; else it is that one's only where that one has an equal one there already. */
  readonly isSure: boolean
}

/** A line of the file as it was. */
export interface PlannedLine {
  readonly kind: 'line'
  readonly conversationId: string
  /** Counted from 1 among the lines of that conversation. */
  readonly number: number
  /** With its terminator, which the last line of a file may lack. */
  readonly bytes: Uint8Array
  /** No line but a piece of a value that may hold many: it is kept by itself. */
  readonly isBlock: boolean
  /** None of its conversation's comes after it in the file; false also where that is not known. */
  readonly isLast: boolean
}

/** A run is over. It began with the first node that names it. */
export interface PlannedRun {
  readonly kind: 'run'
  readonly conversationId: string
  readonly runId: string
  readonly state: 'COMPLETED' | 'ABORTED'
  /** Its last node. */
  readonly last: string
}

/** What the file says of a conversation and no node does. */
export interface PlannedConversation {
  readonly kind: 'conversation'
  readonly conversationId: string
  readonly raw: RawPlace
  readonly metadata: JsonObject
}

/** The node at which a conversation of the file stands, where that is not its last one. All its nodes came before. */
export interface PlannedHead {
  readonly kind: 'head'
  readonly conversationId: string
  /** Null: it stands before its first one. */
  readonly externalId: string | null
}

/** A name for a place in the file's tree: a conversation that has nothing of its own yet. */
export interface PlannedFork {
  readonly kind: 'fork'
  readonly conversationId: string
  readonly raw: RawPlace
  /** The node at which it begins. */
  readonly externalId: string
}

/** A conversation goes on from another one, or from another file of its own: when that comes, it is to be read again. */
export interface PlannedWaiting {
  readonly kind: 'waits'
  readonly conversationId: string
  readonly for: string
}

/** A title that the file gives a conversation, or the conversation that holds a node. */
export interface PlannedTitle {
  readonly kind: 'title'
  readonly raw: RawPlace
  readonly of: { readonly conversationId: string } | { readonly externalId: string }
  readonly title: string
  /** A higher one is not replaced by a lower one. */
  readonly rank: number
}

export interface SpawnName {
  readonly name: string
  /** The file itself names the agent so; else the two are only alike. */
  readonly isCertain: boolean
}

/** A call that may have started a sub-agent, or the sub-agent itself; the two meet by equal names. */
export interface PlannedSpawn {
  readonly kind: 'spawn'
  readonly names: readonly SpawnName[]
  readonly side:
    | { readonly caller: string; readonly conversationId: string }
    | { readonly sidechain: string; readonly sidechainOf: string }
}
export type PlanItem =
  | PlannedNode
  | PlannedLine
  | PlannedTitle
  | PlannedSpawn
  | PlannedHead
  | PlannedRun
  | PlannedFork
  | PlannedWaiting
  | PlannedConversation

/** What is known of a file once it was read through. */
export interface Counts {
  entries: number
  nodes: number
  skipped: number
  roots: number
  leaves: number
  branchPoints: number
  danglingParents: number
  repaired: number
  unansweredToolCalls: number
  orphanToolResults: number
  /** Turns that have neither text nor call nor result though the file has words there. */
  emptyTurns: number
  /** Blocks that are calls or results in another format's words, kept as they came. */
  unreadBlocks: number
  /** Share of the nodes in the tree of their conversation's last one. */
  reachable: number
}

/** How much of what is said in a file its reader took: of two readers the one that takes more and leaves less knows it better. */
export interface Taken {
  /** Turns of which something was read. */
  readonly turns: number
  /** What was not understood: entries, and calls and results in them. */
  readonly left: number
  /** The first such entries, as they came. */
  readonly notUnderstood: readonly JsonObject[]
}

export interface Reading {
  /** Yields the conversations that lines of the file will be kept for, each once, first met first. */
  lineOwners(): Iterable<string>
  /** Returns what an owner's source is known by; null: by its first line. */
  readonly identityOf: ((owner: string) => string) | null
  /** The lines and their owners alone, in order. */
  ownedLines(): AsyncIterable<PlannedLine>
  /** Everything, in the order in which it is to be stored, some at once. */
  items(): AsyncIterable<readonly PlanItem[]>
  /** Complete once `items` is through. */
  readonly counts: Readonly<Counts>
  /** The file is about a conversation that other files hold: where that is not stored, nothing is. */
  readonly isSidecar: boolean
  /** How much of the file the reader took; absent once that was asked. */
  readonly taken?: Taken
  /** The file is whole, and nothing is said in it: it makes no conversation. */
  readonly isEmpty: boolean
}

export interface ReadOptions {
  readonly scratch: Scratch
  readonly findings: Findings
  /** What digests of content go through before they are part of an id. */
  readonly seal: Seal
  /** Stands in place of the conversation id that the file names. */
  readonly conversationId: string | null
  /** Returns the files that were imported of a conversation, oldest first. */
  readonly stored: (conversationId: string) => Promise<readonly StoredFile[]>
  /** The archive that the file came in, null where it came alone; and how many bytes of one file beside it are kept. */
  readonly archive?: Archive | null
  readonly attachmentBytes?: number
  /** What a piece of a growing file belongs to; absent where the source is a file. */
  readonly piece?: FilePiece
  /** Bytes of a record from which on what is long in it is read bit by bit; where that pays off, unless said. */
  readonly longFrom?: number
}

/** The place of lines that go on from earlier ones of one conversation, whatever they say themselves. */
export interface FilePiece {
  readonly conversationId: string
  /** The conversation whose sub-agent the lines are of. */
  readonly sidechainOf: string | null
  /** The number of its first line. */
  readonly firstLine: number
  /** What earlier lines are called in the graph, by their own ids. */
  readonly aliases: ReadonlyMap<string, string>
}

/** A file that was imported, as its raw form is kept. */
export interface StoredFile {
  /** The format, then what it is known by. */
  readonly source: string
  open(): AsyncIterable<Uint8Array>
}
