import { own } from '../../runtime/own.ts'
import { emptyShape } from '../tree/junctions.ts'
import { untitled } from '../prompts/title.ts'
import type { Conversation, ConversationId, ConversationRuns, ForkedFrom, Instant, TreeNode } from '../model.ts'

/** No run was ever claimed. */
export const noRuns: ConversationRuns = { open: [], completed: 0, since: null }

/** Returns an empty conversation, as nobody has written it yet. */
export function newConversation(id: ConversationId, at: Instant, input: Partial<Conversation> = {}): Conversation {
  return {
    id,
    version: 0,
    title: null,
    derivedTitle: untitled,
    preview: '',
    turnCount: 0,
    createdAt: at,
    activityAt: at,
    deletedAt: null,
    origin: 'HOST',
    cwd: null,
    metadata: {},
    headId: null,
    forkedFrom: null,
    forkLevel: 0,
    shape: emptyShape,
    spawnedBy: null,
    sidechainOf: null,
    runs: noRuns,
    deletedTurns: 0,
    showsOthers: false,
    hasCorrections: false,
    ...input,
  }
}

/**
 * Returns the fork of a conversation at a point (null: the empty path): a name that shares the whole past and copies
 * nothing. What it shows is that of the point; metadata and cwd are the source's (design §5).
 */
export function forkOf(
  source: Conversation,
  point: TreeNode | null,
  from: ForkedFrom,
  input: Pick<Conversation, 'id' | 'createdAt'> & Partial<Conversation>,
): Conversation {
  const shape =
    point === null
      ? emptyShape
      : { ...emptyShape, nodes: point.place.depth + 1, roots: 1, leaves: 1, toolCalls: point.place.calls }
  return newConversation(input.id, input.createdAt, {
    cwd: source.cwd,
    metadata: source.metadata,
    forkedFrom: from,
    forkLevel: source.forkLevel + 1,
    headId: point?.id ?? null,
    turnCount: point?.place.turns ?? 0,
    shape,
    ...input,
    origin: source.origin === 'EXPERIMENT' ? 'EXPERIMENT' : (input.origin ?? 'HOST'),
  })
}

/** Returns whether anything in a conversation came with a time of its own. */
export const isDated = ({ undated }: Pick<Conversation, 'undated'>): boolean => undated !== true

/** Returns whether a conversation is archived: a member of its metadata says so, as clients of others keep it too. */
export const isArchived = ({ metadata }: Pick<Conversation, 'metadata'>): boolean => own(metadata, 'archived') === true

/** Returns whether a conversation is pinned, which is kept in the same way. */
export const isPinned = ({ metadata }: Pick<Conversation, 'metadata'>): boolean => own(metadata, 'pinned') === true
