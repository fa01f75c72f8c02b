import { textOf } from '../../domain/messages/blocks.ts'
import { hiddenBeginning, missingResult, type MadePiece } from '../../domain/context/contextView.ts'
import { currentBlocks } from '../../domain/messages/messageSnapshot.ts'
import type { Conversation, Message, Observation, TreeNode } from '../../domain/model.ts'
import type { Reads } from '../read/reads.ts'
import type { TranscriptEntry, TranscriptOptions, TranscriptView } from './transcripts.ts'

/** How RAW and MESSAGES show turns unless they are asked otherwise. */
export const asStored: TranscriptOptions = { values: 'AS_STORED', includeDeleted: false }
/** How a model or a reader is given them: corrections reach everyone who reads on (design §4). */
export const current: TranscriptOptions = { values: 'CURRENT', includeDeleted: false }

/** An observation with its place in a view, and what stands there of it where that is not all of it. */
export interface NumberedNode {
  readonly place: number
  readonly observation: TreeNode
  readonly piece: MadePiece | null
}

/** Returns what stands at places of a transcript. */
export async function entriesAt(
  reads: Reads,
  conversation: Conversation,
  items: readonly NumberedNode[],
  options: TranscriptOptions,
  view: TranscriptView,
): Promise<TranscriptEntry[]> {
  const messages = await Promise.all(items.map(({ observation }) => messageOf(reads, observation)))
  return items.map(({ place, observation, piece }, i) => {
    const entry = entryOf(conversation, observation, place, messages[i] ?? null, options)
    return view === 'CONTEXT' ? contextEntry(entry, piece) : entry
  })
}

/** What CONTEXT makes of an entry: a part of what it says, or something said where nothing was stored. */
function contextEntry(entry: TranscriptEntry, piece: MadePiece | null): TranscriptEntry {
  if (piece?.kind === 'noResult' || piece?.kind === 'beginning') {
    const made = piece.kind === 'noResult' ? missingResult(piece.callId) : hiddenBeginning
    return { ...entry, ...made, deleted: false, erased: false, synthetic: true }
  }
  if (piece?.kind === 'summary' || ((entry.deleted || entry.erased) && entry.blocks.length === 0)) return entry
  const { role, part } = piece ?? { role: entry.role, part: null }
  if (part === null) return { ...entry, role }
  const blocks = part.flatMap((i) => entry.blocks[i] ?? [])
  return { ...entry, role, blocks, text: textOf(blocks) ?? '' }
}

/** Returns the message that an observation is of, null for markers and notes. */
export async function messageOf(reads: Reads, { messageId }: Observation): Promise<Message | null> {
  return messageId === null ? null : reads.message(messageId)
}

/** Returns an observation as a place in a transcript shows it: a placeholder where its message is deleted. */
export function entryOf(
  conversation: Pick<Conversation, 'id'>,
  observation: TreeNode,
  position: number,
  message: Message | null,
  { values, includeDeleted }: TranscriptOptions = asStored,
): TranscriptEntry {
  const { marker, role, kind } = observation
  const deleted = message?.deleted ?? false
  const erased = observation.erased !== undefined
  const isHidden = (deleted && !includeDeleted) || erased
  const blocks = isHidden ? [] : values === 'CURRENT' ? currentBlocks(observation, message) : observation.blocks
  const text = erased ? null : kind === 'TURN' || kind === 'NOTE' ? textOf(blocks) : (marker?.summary ?? null)
  return {
    position,
    observation,
    conversationId: conversation.id,
    role,
    text: text ?? '',
    blocks,
    deleted,
    erased,
    inherited: observation.conversationId !== conversation.id,
    synthetic: false,
  }
}
