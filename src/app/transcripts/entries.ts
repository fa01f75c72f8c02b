import { textOf } from '../../domain/blocks.ts'
import { currentBlocks } from '../../domain/messageSnapshot.ts'
import type { Block, Conversation, Message, Observation, TreeNode } from '../../domain/model.ts'
import type { Reads } from '../read/reads.ts'
import type { TranscriptOptions, TranscriptEntry } from './transcripts.ts'

/** How transcripts show turns unless they are asked otherwise. */
export const asStored: TranscriptOptions = { values: 'AS_STORED', includeDeleted: false }

/** An observation with its place in a view. */
export interface NumberedNode {
  readonly place: number
  readonly observation: TreeNode
}

/** Returns what stands at places of a transcript; `left` is what deletions elsewhere leave of some (see omitted.ts). */
export async function entriesAt(
  reads: Reads,
  conversation: Conversation,
  items: readonly NumberedNode[],
  showing: TranscriptOptions,
  left: ReadonlyMap<string, readonly Block[] | null> = new Map(),
): Promise<TranscriptEntry[]> {
  const messages = await Promise.all(items.map(({ observation }) => messageOf(reads, observation)))
  return items.map(({ place, observation }, i) => {
    const entry = entryOf(conversation, observation, place, messages[i] ?? null, showing)
    const blocks = left.get(observation.id)
    return blocks == null ? entry : { ...entry, blocks, text: textOf(blocks) ?? '' }
  })
}

/** Returns the message that an observation is of, null for markers and notes. */
export async function messageOf(reads: Reads, { messageId }: Observation): Promise<Message | null> {
  return messageId === null ? null : reads.message(messageId)
}

/** Returns an observation as a place in a transcript shows it: a placeholder where its message is deleted. */
export function entryOf(
  conversation: Conversation,
  observation: TreeNode,
  position: number,
  message: Message | null,
  { values, includeDeleted }: TranscriptOptions = asStored,
): TranscriptEntry {
  const { marker, role, kind } = observation
  const deleted = message?.deleted ?? false
  const isHidden = deleted && !includeDeleted
  const blocks = isHidden ? [] : values === 'CURRENT' ? currentBlocks(observation, message) : observation.blocks
  const text = kind === 'TURN' || kind === 'NOTE' ? textOf(blocks) : (marker?.summary ?? null)
  return {
    position,
    observation,
    role,
    text: text ?? '',
    blocks,
    deleted,
    inherited: observation.conversationId !== conversation.id,
  }
}
