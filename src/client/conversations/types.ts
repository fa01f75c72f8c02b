import type {
  ConversationSummaryFragment,
  DiffOfBranchesQuery,
  FollowConversationSubscription,
  LeafFragment,
  TranscriptItemFragment,
  WarnedFragment,
} from '../documents/generated.ts'
import type { QueryOptions } from '../typedDocument.ts'
import type * as inputs from '../schema/generated.ts'
import type { MessagesByFormat } from './messages.ts'
import type { ForwardPage, Page, Pages, WriteOptions } from './listTypes.ts'
import type { AllRecords, Records } from './recordTypes.ts'

/** A conversation as a list shows it. */
export type ConversationSummary = ConversationSummaryFragment
/** One place of a transcript. */
export type Entry = TranscriptItemFragment
/** A leaf of a conversation's tree. */
export type Leaf = LeafFragment
/** One line of a conversation's ledger. */
export type ConversationEvent = FollowConversationSubscription['conversationChanged']
/** How two branches differ. */
export type Difference = DiffOfBranchesQuery['diff']
/** Something that the caller should know though nothing was refused. */
export type Note = WarnedFragment

export interface EitherPage extends ForwardPage {
  /** The size of a page from the end, or before `before`. */
  readonly last?: number | undefined
  readonly before?: string | null | undefined
}
export interface TranscriptPage extends Page<Entry> {
  readonly hasPreviousPage: boolean
  /** Give it as `before` for the page above; null on an empty page. */
  readonly startCursor: string | null
}

/** A point of a conversation: the id of a turn, the number of a turn on the head's path, or what the API takes. */
export type Point = string | number | inputs.PointInput

/** A turn to store: what the API takes, less what the conversation knows. */
export type Turn = Omit<
  inputs.StoreTurnInput,
  'conversationId' | 'conversationKey' | 'idempotencyKey' | 'expectedHeadId' | 'onConflict'
>
/** What an edited turn says from now on. Its role is the message's, which is looked up when left out. */
export type EditedTurn = Omit<Turn, 'turnId' | 'role' | 'parent'> & { readonly role?: inputs.Role | undefined }

/** What a write may come with that moves the head. */
export interface MoveOptions extends WriteOptions {
  /** The observation that must be the head; null: the conversation must be empty. */
  readonly expectedHead?: string | null | undefined
}
export interface AppendOptions extends MoveOptions {
  /** What happens when it is not; refused when left out. */
  readonly onConflict?: inputs.OnConflict | undefined
  /** State records that are written with the turns, in one transaction; `turn` is the index of the turn that one is about. */
  readonly records?: readonly inputs.StateRecordInput[] | undefined
}
/** A write with a remark for the ledger. */
export interface NotedOptions extends WriteOptions {
  readonly note?: string | undefined
}

/** What came of storing a turn. */
export interface Appended {
  /** The conversation's id: another one than asked for where a conflict has made a fork. */
  readonly conversationId: string
  readonly messageId: string
  readonly observationId: string
  /** Whether an earlier call with this key has stored it. */
  readonly replayed: boolean
  /** How many entries left the transcript. They remain in the tree. */
  readonly leftTranscript: number
  readonly forked: boolean
  readonly warnings: readonly Note[]
  /** Empty where none was wanted. */
  readonly idempotencyKey: string
}
/** What came of a correction. */
export interface Amended {
  readonly messageId: string
  readonly observationId: string | null
  readonly replayed: boolean
}
/** Where a head stands after a move; null at the empty path. */
export interface MovedConversation {
  readonly headId: string | null
  readonly leftTranscript: number
  readonly replayed: boolean
}
/** What came of a merge. */
export interface Merged {
  /** The join; null where everything was refuted. */
  readonly joinId: string | null
  readonly verdict: inputs.Verdict | null
  readonly refuted: readonly { readonly conversation: { readonly id: string }; readonly reason: string }[]
  readonly replayed: boolean
}

/** What a model is to be sent, in an API's form. */
export interface ModelContext<Format extends inputs.MessageFormat> {
  readonly messages: MessagesByFormat[Format][]
  /** What the system turns say: ANTHROPIC and AI_SDK take it apart, the OPENAI formats have it among the messages. */
  readonly system: string | null
}

export interface TreeOptions {
  readonly format?: inputs.TreeFormat
  readonly maxNodes?: number
  readonly family?: boolean
}
export interface TranscriptOptions {
  /** MESSAGES when left out. */
  readonly view?: inputs.TranscriptView | undefined
  readonly values?: inputs.TranscriptValues | undefined
  readonly includeDeleted?: boolean | undefined
  /** A place whose path is shown instead of the head's. */
  readonly at?: Point | undefined
  /** Only so many from the end; all when left out. */
  readonly last?: number | undefined
}
export interface ForkOptions extends NotedOptions {
  /** The last point that the fork carries; the head when both are left out. */
  readonly at?: Point | undefined
  /** The first point that it does not carry any more. */
  readonly before?: Point | undefined
  /** The fork's id; one is made when left out. */
  readonly id?: string | undefined
  readonly title?: string | undefined
  readonly metadata?: unknown
  readonly boundary?: inputs.ForkBoundary | undefined
  readonly origin?: inputs.OriginKind | undefined
  /** State records that the fork begins with, at most 1,000: written with it or not at all. */
  readonly records?: readonly inputs.StateRecordInput[] | undefined
}
/** How far a head goes back. */
export type RewindTo =
  | { readonly to: Point }
  | { readonly before: Point }
  /** So many turns are taken back; more than there are leave the conversation empty. */
  | { readonly turns: number }
export interface FollowOptions extends QueryOptions {
  /** Begin after this `seq` (0: with the first event); from now on when left out. */
  readonly afterSeq?: number | undefined
}
export interface FollowListOptions extends QueryOptions {
  readonly filter?: inputs.ConversationFilter | undefined
  /** Called once the list is followed again after a gap: what changed meanwhile is not reported. */
  readonly onGap?: (() => void) | undefined
}

/** One conversation, known by its id: it need not exist before the first turn is stored. */
export interface Conversation {
  readonly id: string
  /** State that a program keeps beside it. */
  readonly records: Records
  /** Returns what a list shows of it; null where there is none. */
  summary(options?: QueryOptions): Promise<ConversationSummary | null>
  /** Stores a turn, or turns in order, all of them or none. */
  append(turn: Turn, options?: AppendOptions): Promise<Appended>
  append(turns: readonly Turn[], options?: AppendOptions): Promise<Appended[]>
  /** Stores a turn again: what followed it leaves the path, and nothing is lost. */
  edit(turnId: string, turn: EditedTurn, options?: AppendOptions): Promise<Appended>
  /** Corrects fields of a message in place; null clears one. No path changes. */
  amend(messageId: string, fields: Readonly<Record<string, unknown>>, options?: NotedOptions): Promise<Amended>
  /** Changes its title or metadata, archives or pins it. It has no key: sent again, it sets the same, and the ledger may have it twice. */
  update(
    changes: {
      readonly title?: string
      readonly metadata?: unknown
      readonly archived?: boolean
      readonly pinned?: boolean
    },
    options?: QueryOptions,
  ): Promise<void>
  /** Deletes it: it leaves the lists and takes no turns until it is restored. */
  delete(options?: NotedOptions): Promise<void>
  restore(options?: NotedOptions): Promise<void>
  /** Returns a new conversation that shares its past up to a point. Copies nothing. */
  fork(options?: ForkOptions): Promise<Conversation>
  /** Moves the head back along its path. What was after it stays in the tree as a leaf. */
  rewind(to: RewindTo, options?: MoveOptions & NotedOptions): Promise<MovedConversation>
  /** Moves the head to a leaf or, with `descend: 'NEWEST'`, on to the newest leaf below any place. */
  switchTo(
    observationId: string,
    options?: MoveOptions & { readonly descend?: inputs.Descend },
  ): Promise<MovedConversation>
  /** Takes the last move of the head back. */
  undo(options?: MoveOptions): Promise<MovedConversation>
  /** The path to its head, root first. */
  transcript(options?: TranscriptOptions): Pages<Entry, EitherPage, TranscriptPage>
  /** Returns its tree as a drawing; TEXT when left out. `family`: with its sources, their forks and theirs. */
  tree(options?: QueryOptions & TreeOptions): Promise<string>
  /** The leaves of its tree, newest first. */
  leaves(): Pages<Leaf>
  /** Returns how it and another branch differ. */
  diff(other: Conversation | string | inputs.PlaceInput, options?: QueryOptions): Promise<Difference>
  /** Merges the heads of other conversations into it. */
  merge(
    from: readonly (Conversation | string)[],
    options: MoveOptions & Omit<inputs.MergeInput, 'into' | 'from' | 'expectedHeadId' | 'idempotencyKey'>,
  ): Promise<Merged>
  /** Puts a summary in place of whole exchanges, wherever a model is sent the path. */
  compact(
    exchanges: { readonly from: Point; readonly to: Point; readonly summary: string },
    options?: MoveOptions,
  ): Promise<{ readonly markerId: string; readonly replayed: boolean }>
  /** Returns what a model is to be sent at the head, or at a point, ready to send. */
  context<Format extends inputs.MessageFormat>(
    options: QueryOptions & { readonly format: Format; readonly at?: Point | undefined },
  ): Promise<ModelContext<Format>>
  /**
   * The events of its ledger, each once and in order, also over lost connections and restarts of a server. It goes on
   * without end; it throws where there is no such conversation, once that is deleted, and where the caller may no more.
   */
  subscribe(options?: FollowOptions): AsyncIterableIterator<ConversationEvent, undefined>
}

/** The conversations of a graph. */
export interface Conversations {
  /** Those that a filter names, newest activity first; `first` is the size of a page. */
  list(options?: {
    readonly filter?: inputs.ConversationFilter | undefined
    readonly first?: number | undefined
  }): Pages<ConversationSummary>
  /** Makes an empty conversation. */
  create(input?: Omit<inputs.CreateConversationInput, 'idempotencyKey'>, options?: WriteOptions): Promise<Conversation>
  /** Returns a conversation by its id, without a request. */
  open(id: string): Conversation
  /** State that programs keep beside conversations, over all of them. */
  readonly records: AllRecords
  /** Hints that a conversation of a list has changed; it goes on after a lost connection. */
  subscribe(options?: FollowListOptions): AsyncIterableIterator<ConversationSummary, undefined>
}
