import type { OriginKind, TreeNode } from '../../domain/model.ts'
import type { Findings } from '../../formats/findings.ts'
import type { PlannedSpawn, PlannedTitle } from '../../formats/plan.ts'
import type { BoundedCache } from '../read/boundedCache.ts'
import type { RawSource } from './rawLines.ts'

/** A node of the file and what it is in the store. */
export interface Known {
  readonly node: TreeNode
  /** Stored by this import. */
  readonly isNew: boolean
}

/** What is known of a conversation of the file while it is imported. */
export interface Progress {
  /** Nodes that this import added. */
  added: number
  /** Nodes that the file has of it, up to here. */
  seen: number
  /** The file's last node of it up to here. */
  last: TreeNode | null
  /** Whether the file held the node at which the conversation stood. */
  headSeen: boolean
  /** Whether this import made the conversation. */
  isNew: boolean
}

/** A flagged root whose parent an import brought: the parent by the id that it has in the file. */
export interface LateParent {
  readonly conversationId: string
  readonly root: string
  readonly parent: string
  /** It goes right below its parent, whatever follows that. */
  readonly exact: boolean
}

/** One import of one file: what outlives a batch, in bounded memory. */
export interface ImportJob {
  readonly fileName: string | null
  readonly format: string
  readonly origin: OriginKind
  readonly findings: Findings
  readonly sources: ReadonlyMap<string, RawSource>
  readonly known: BoundedCache<Known>
  readonly progress: Map<string, Progress>
  /** The conversation whose nodes another one's lines repeat. */
  readonly sharesWith: Map<string, string>
  readonly spawns: PlannedSpawn[]
  readonly titles: PlannedTitle[]
  /** Roots that the file shows to be none: conversation, root, and the node that it continues. */
  readonly found: LateParent[]
  added: number
  unchanged: number
  /** Told whenever the import has got on. */
  readonly onAdvance: () => void
}

/** Returns the progress of a conversation of the file. */
export function progressOf(run: ImportJob, conversationId: string): Progress {
  const known = run.progress.get(conversationId)
  if (known) return known
  const made: Progress = { added: 0, seen: 0, last: null, headSeen: false, isNew: false }
  run.progress.set(conversationId, made)
  return made
}
