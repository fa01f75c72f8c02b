import type { Restored, RestoreOptions } from '../app/backups/restore.ts'
import type { AskedExtract } from '../app/extracts/extract.ts'
import type { Notice } from '../app/write/notice.ts'
import type { ImportReport } from '../app/imports/importTranscript.ts'
import type { TreeFormat } from '../domain/drawing.ts'
import type { OriginKind, Role, TreeShape } from '../domain/model.ts'
import type { TextRange } from '../domain/snippet.ts'
import type { Acted, ActInputs, ActName } from './acts.ts'
import type { StoreFault } from '../storage/graphStore.ts'
import type { Mended, Merged, MergeAsked, RepairAsked } from './merges.ts'
import type { Thing } from './show/things.ts'
import type { Spent } from './spent.ts'

/** What the commands ask of a graph, whether its store is opened here or a running server has it. */
export interface Graph {
  importFile(path: string, options: ImportOptions): Promise<Imported>
  tree(conversationId: string, options: TreeOptions): Promise<string>
  diff(base: string, target: string): Promise<Compared>
  conversation(id: string): Promise<ConversationStats>
  totals(): Promise<Totals>
  /** All conversations, newest activity first. */
  list(): AsyncIterable<ListedConversation>
  /** Ids of all conversations, newest activity first. */
  conversationIds(): AsyncIterable<string>
  /** Whatever has this id, or alone has one that begins so; of a conversation its last turns. */
  things(id: string, last: number): Promise<readonly Thing[]>
  /** `deep`: attachments are read and hashed, not only counted. */
  integrity(conversationId: string, deep: boolean): Promise<Integrity>
  /** Damage of the store itself; null where a server has the store. */
  faults(): Promise<readonly StoreFault[] | null>
  export(conversationId: string, wanted: WantedExport): Promise<Exported>
  /** A table of all that is stored, as a file. */
  extract(asked: AskedExtract): Promise<AsyncIterable<Uint8Array>>
  search(asked: SearchAsked): Promise<Found>
  /** Makes the search index anew; answers how many observations were gone through. */
  reindex(onProgress: (done: number, all: number) => void): Promise<number>
  /** Does something to a conversation; answers what its ledger says of that. */
  act<N extends ActName>(name: N, input: ActInputs[N]): Promise<Acted>
  /** All that is stored, as one file. */
  backup(options: BackupAsked): AsyncIterable<Uint8Array>
  restore(options: RestoreAsked): Promise<Restored>
  merge(asked: MergeAsked): Promise<Merged>
  repair(asked: RepairAsked): Promise<Mended>
  close(): Promise<void>
}

/** What is searched for, and where: everywhere where no conversation is named. */
export interface SearchAsked {
  readonly text: string
  readonly conversationId: string | null
  readonly onPathOnly: boolean
  readonly limit: number
}
export interface Found {
  readonly hits: readonly FoundHit[]
  readonly hasMore: boolean
  /** Stored observations that were not searched; null: not known. */
  readonly behind: number | null
}
export interface FoundHit {
  readonly conversationId: string
  readonly observationId: string
  readonly role: Role | null
  readonly turn: number | null
  /** As the API writes times. */
  readonly observedAt: string
  readonly snippet: string
  readonly highlights: readonly TextRange[]
  readonly score: number
  readonly matches: number
}

/** What becomes of attachments' bytes, and who is told of those that are not there. */
export interface BackupAsked {
  readonly attachments: 'inline' | 'none' | { take(id: string, bytes: AsyncIterable<Uint8Array>): Promise<void> }
  readonly onMissing: (id: string) => void
}
export type RestoreAsked = Pick<RestoreOptions, 'open' | 'merge' | 'beside' | 'onProgress'>

/** What a graph is opened for. */
export interface OpenMode {
  readonly writes: boolean
  /** Whose graph it is, in the store itself; undefined: the tenant `default`. */
  readonly tenant?: string | undefined
  /** Given, a store that cannot be reached is waited for, and this is told; what it is opened for may be done again. */
  readonly onWait?: ((thrown: unknown) => void) | undefined
}

export interface ImportOptions {
  readonly format: string | null
  readonly conversationId: string | null
  /** Told how many bytes of the file were taken so far. */
  readonly onProgress: (bytes: number) => void
}

/** How a tree is drawn. */
export interface TreeOptions {
  readonly format: TreeFormat
  /** Null: as many as there are; of a server, as many as it draws. */
  readonly maxNodes: number | null
  readonly unfold: boolean
}
export interface Imported {
  readonly report: ImportReport
  readonly conversationIds: readonly string[]
}

export interface WantedExport {
  /** As it was imported when null. */
  readonly format: string | null
  readonly wholeTree: boolean
  /** Of a format whose file is several; the first one when null. */
  readonly part: string | null
}
export interface Exported {
  readonly format: string
  /** What the format cannot hold of the conversation, in words; null where it holds all. */
  readonly leftOut: string | null
  readonly pieces: AsyncIterable<Uint8Array>
}

/** How two conversations differ, in numbers and as Markdown. */
export interface Compared {
  readonly markdown: string
  readonly baseOnlyCount: number
  readonly targetOnlyCount: number
  /** Turns that both have in different versions. */
  readonly changedCount: number
}

/** What an integrity check found; `damage` counts what is the store's fault, the rest came with what was stored. */
export interface Integrity {
  readonly damage: number
  readonly repairable: number
  readonly findings: readonly Notice[]
}

/** A conversation in a list. */
export interface ListedConversation {
  readonly id: string
  readonly title: string
  readonly origin: OriginKind
  /** As the API writes times. */
  readonly createdAt: string
  readonly updatedAt: string
  readonly turnCount: number
}

/** One conversation in numbers. */
export interface ConversationStats {
  readonly id: string
  readonly title: string
  readonly origin: OriginKind
  /** As the API writes times. */
  readonly createdAt: string
  readonly updatedAt: string
  readonly turnCount: number
  readonly forkedFrom: {
    readonly conversationId: string
    readonly turn: number | null
    readonly pathHash: string
  } | null
  readonly shape: TreeShape
  readonly messages: number
  readonly events: number
  /** Null when there are too many to count. */
  readonly forks: number | null
  /** By what was recorded in it. */
  readonly spent: Spent
}

/** All conversations in numbers; what forks share is counted once. */
export interface Totals extends Sums {
  /** Which kind of store it is. */
  readonly store: string
  /** Null where a server has the store and keeps that to itself. */
  readonly size: StoreSize | null
  /** Rows of each kind; null as above. */
  readonly rows: Readonly<Record<string, number>> | null
  /** By all of them, experiments too. */
  readonly spent: Spent
}

/** Bytes on this machine's disk; null for what lies elsewhere. */
export interface StoreSize {
  readonly store: number | null
  readonly attachments: number | null
}

interface Sums {
  readonly conversations: number
  readonly forks: number
  readonly sidechains: number
  readonly origins: Readonly<Record<OriginKind, number>>
  readonly turns: number
  /** Latest activity of the conversation that was left alone longest, and of the newest one; null: there is none. */
  readonly firstActive: string | null
  readonly lastActive: string | null
  readonly nodes: number
  readonly branchPoints: number
  readonly versionPoints: number
}

/** What the totals are made of: one conversation, its own turns, and how many nodes it inherited. */
export interface Counted {
  readonly origin: OriginKind
  readonly isFork: boolean
  readonly turns: number
  readonly updatedAt: string
  readonly inherited: number
  readonly shape: Pick<TreeShape, 'nodes' | 'branchPoints' | 'versionPoints' | 'sidechains'>
}

/** Returns the sums over conversations, which come newest activity first. */
export async function totalsOf(
  { store, size, rows, spent }: Pick<Totals, 'store' | 'size' | 'rows' | 'spent'>,
  conversations: AsyncIterable<Counted>,
): Promise<Totals> {
  const sums = { conversations: 0, forks: 0, sidechains: 0, turns: 0, nodes: 0, branchPoints: 0, versionPoints: 0 }
  const origins = { HOST: 0, IMPORT: 0, EXPERIMENT: 0 }
  let [firstActive, lastActive]: (string | null)[] = [null, null]
  for await (const { origin, isFork, turns, updatedAt, inherited, shape } of conversations) {
    origins[origin]++
    sums.conversations++
    sums.forks += isFork ? 1 : 0
    sums.turns += turns
    sums.nodes += shape.nodes - inherited
    sums.branchPoints += shape.branchPoints
    sums.versionPoints += shape.versionPoints
    sums.sidechains += shape.sidechains
    lastActive ??= updatedAt
    firstActive = updatedAt
  }
  return {
    store,
    ...sums,
    origins,
    firstActive: firstActive ?? null,
    lastActive: lastActive ?? null,
    size,
    rows,
    spent,
  }
}
