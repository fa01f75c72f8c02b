/** The marks by which an importer finds again what it left: how each kind is named, and what it says. */
import { fitName, messageId } from '../ids.ts'
import type { Instant, Json, Mark, MessageId } from '../model.ts'

/** One kind of mark. */
export interface MarkKind<Of extends readonly string[], V extends Json> {
  readonly nameOf: (...of: Of) => string
  readonly mark: (value: V, ...of: Of) => Mark
  /** Returns what a mark of this kind says; null where there is none. */
  readonly read: (mark: Mark | null | undefined) => V | null
}

function kindOf<V extends Json>() {
  return <Of extends readonly string[]>(nameOf: (...of: Of) => string): MarkKind<Of, V> => ({
    nameOf,
    mark: (value, ...of) => ({ name: nameOf(...of), value }),
    // Whatever has this name was written by `mark`.
    read: (mark) => (mark ? (mark.value as V) : null),
  })
}

/** What an importer left of a conversation, so that it can tell what a host has done since. */
export type ImportState = {
  readonly head: string | null
  readonly title: string | null
  readonly rank: number
  /** Nodes that the conversation's shape counted. */
  readonly nodes: number
  /** The source of raw lines that has all of its nodes; null when none has. */
  readonly source: string | null
  /** The source of raw lines that was imported last; absent in marks of older imports. */
  readonly latest?: string | null
}
/** By the conversation's id. */
export const importStates = {
  ...kindOf<ImportState>()((conversationId: string) => `left:${conversationId}`),
  /** Returns the conversation that a mark is of; null where it is of another kind. */
  ownerOf: ({ name }: Pick<Mark, 'name'>): string | null => (name.startsWith('left:') ? name.slice(5) : null),
}

/** By how many lines: the digest of so many lines from the beginning. */
export type LineDigests = Readonly<Record<string, string>>
/** Of one source of a conversation. */
export const lineDigests = kindOf<LineDigests>()(
  (conversationId: string, source: string) => `lines:${conversationId}:${source}`,
)

/** How far a source has come that grows by pieces: what the next piece goes on from. */
export type AppendedSource = {
  readonly lines: number
  /** The first line of the last chunk, and of the one before it; null where there is none. */
  readonly last: number
  readonly before: number | null
  /** Whether any of its lines are known by `lineIds`. */
  readonly hasIds: boolean
}
/** Of one source of a conversation. */
export const appendedSources = kindOf<AppendedSource>()(
  (conversationId: string, source: string) => `appended:${conversationId}:${source}`,
)

/**
 * Lines of such a source that no observation was read from, by their ids: copies, and what another file brought first. What
 * each is called in the graph; 0: as here.
 */
export type LineIds = Readonly<Record<string, string | 0>>
/** Of one source of a conversation, in as many parts as there are buckets. */
export const lineIds = kindOf<LineIds>()(
  (conversationId: string, source: string, bucket: string) => `ids:${conversationId}:${source}:${bucket}`,
)
export const lineIdBuckets = Array.from({ length: 64 }, (_, bucket) => String(bucket))

/** Returns the names of all marks that importers leave of one source of a conversation. */
export function marksOfSource(conversationId: string, source: string): string[] {
  const digests = lineDigests.nameOf(conversationId, source)
  if (!isAppended(source)) return [digests]
  const buckets = lineIdBuckets.map((bucket) => lineIds.nameOf(conversationId, source, bucket))
  return [digests, appendedSources.nameOf(conversationId, source), ...buckets]
}

/** What was erased: by which erasure, and when that was. */
export type ErasedContent = { readonly by: string; readonly at: Instant }
/** By a keyed digest of what it said; only where the operator sets SUPPRESS_REIMPORT. */
export const erasedContents = kindOf<ErasedContent>()((digest: string) => `erased:${digest}`)
/** Says that there are any. */
export const anyErasedContent = kindOf<true>()(() => 'erased')

/** Says whether a source grows by pieces: those that are files are known by digests. */
export function isAppended(source: string): boolean {
  return /^[A-Z_]+:[a-z][a-z0-9-]*$/.test(source) && !/:[0-9a-f]{32}$/.test(source)
}

/** A root that was kept for want of its parent. */
export type Dangling = {
  readonly conversationId: string
  readonly root: string
}
/** Roots that wait for a parent which no file had, by its id. */
export const danglingRoots = kindOf<readonly Dangling[]>()((parent: string) => `dangling:${fitName(parent)}`)
/** Says whether a mark lists such roots. */
export const isDangling = ({ name }: Pick<Mark, 'name'>): boolean => name.startsWith(danglingRoots.nameOf(''))
/** Set once there is any such root: until then none is looked for. */
export const anyDangling = kindOf<true>()(() => 'dangling')

/** Conversations whose files go on from a conversation's and do not repeat it, by that one's id. */
export const waitingFor = kindOf<readonly string[]>()((conversationId: string) => `waiting:${conversationId}`)

/** What an entry of a file is in a conversation that a proxy records as well, and behind which turn of that the file has it. */
export type RecordedEntry = {
  /** The recorded turn that it is, or a part of; null: it has an observation of its own, at the end of the path. */
  readonly is: string | null
  readonly behind: string | null
}
/** Of a conversation, by the entry's id. */
export const recordedEntries = kindOf<RecordedEntry>()(
  (conversationId: string, entry: string) => `recorded:${messageId(conversationId, fitName(entry))}`,
)

/** What is known under one name of a spawn: calls and sub-agents, in the order in which they were met. */
export type SpawnEnds = {
  readonly callers: readonly MessageId[]
  readonly sidechains: readonly string[]
}
/** By the name of the spawn. */
export const spawnEnds = kindOf<SpawnEnds>()((name: string) => `spawn:${fitName(name)}`)

/** A session that an agent was given: where its file goes on from, and what stands in it already. */
export type ResumedSession = {
  readonly conversationId: string
  readonly agent: string
  readonly cwd: string
  readonly startedAt: string
  /** The observation with which its file ends. */
  readonly end: string
  /** The prompt that went into the command instead of the file, with the digest of its words; null where none did. */
  readonly prompt: { readonly id: string; readonly digest: string } | null
  /** The observations that entries of the file are, by the ids of those. */
  readonly nodes: Readonly<Record<string, string>>
}
/** The session whose first entry it is, by the entry's id. */
export const resumedEntries = kindOf<string>()((entry: string) => `resumed-entry:${fitName(entry)}`)

/** By the id that the agent has for the session. */
export const resumedSessions = kindOf<ResumedSession>()((session: string) => `resumed:${fitName(session)}`)

/** The last observation that was stored under a branch of a conversation. */
export const branchMarks = kindOf<string>()(
  (conversationId: string, branchId: string) => `branch:${JSON.stringify([conversationId, branchId])}`,
)
/** What the names of all branch marks of a conversation begin with. */
export const branchMarksOf = (conversationId: string): string =>
  `branch:${JSON.stringify([conversationId]).slice(0, -1)},`
