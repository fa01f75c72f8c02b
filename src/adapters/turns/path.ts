import type { Conversation, Entry, Role, TranscriptOptions } from '../../client/client.ts'
import { codeOf, membersOf, type Members } from './json.ts'

/** A block of content, in the form in which it is given. */
export type Block =
  | { readonly text: string }
  | { readonly thinking: { readonly thinking: string; readonly signature?: string } }
  | { readonly toolCall: { readonly callId: string; readonly name: string; readonly input: unknown } }
  | { readonly toolResult: { readonly callId: string; readonly content: unknown; readonly isError: boolean } }
  | { readonly attachmentId: string }
  | { readonly uri: string }
  | { readonly other: unknown }

/** What a block that is a file is called and is. */
export interface StoredFile {
  readonly mediaType: string
  readonly fileName: string | null
}

/** One place of a conversation's path. */
export interface PathTurn {
  readonly observationId: string
  readonly kind: string
  readonly role: Role | null
  /** Null where it is no turn. */
  readonly turnId: string | null
  readonly blocks: readonly Block[]
  /** What its files are called, by their id or URI. */
  readonly files: ReadonlyMap<string, StoredFile>
  readonly metadata: Members
  readonly model: string | null
  readonly isDeleted: boolean
}

/**
 * Returns the path to a conversation's head or another place of it, root first, deleted turns and markers too; null where
 * there is no conversation.
 */
export async function readPath(
  conversation: Conversation,
  part: Pick<TranscriptOptions, 'at' | 'last'> = {},
): Promise<PathTurn[] | null> {
  const options = { ...part, view: 'RAW', values: 'CURRENT', includeDeleted: true } as const
  try {
    return (await conversation.transcript(options).all()).map(pathTurn)
  } catch (thrown) {
    if (codeOf(thrown) === 'NOT_FOUND') return null
    throw thrown
  }
}

function pathTurn({ observation, message, role, content, deleted }: Entry): PathTurn {
  const stored = blocksOf(content)
  return {
    observationId: observation.id,
    kind: observation.kind,
    role,
    turnId: message?.turnId ?? null,
    ...stored,
    metadata: membersOf(observation.metadata) ?? {},
    model: observation.model,
    isDeleted: deleted,
  }
}

/** Returns stored content in the form in which it is given, and what its files are called. */
export function blocksOf(content: Entry['content'] | null): Pick<PathTurn, 'blocks' | 'files'> {
  const files = new Map<string, StoredFile>()
  const blocks = (content ?? []).map((block): Block => {
    switch (block.__typename) {
      case 'TextBlock':
        return { text: block.text }
      case 'ThinkingBlock': {
        const { thinking, signature } = block
        return { thinking: { thinking, ...(signature !== null && { signature }) } }
      }
      case 'ToolCallBlock':
        return { toolCall: { callId: block.callId, name: block.name, input: block.input } }
      case 'ToolResultBlock':
        return { toolResult: { callId: block.callId, content: block.result, isError: block.isError } }
      case 'AttachmentBlock': {
        const { id, mediaType, uri } = block.attachment
        files.set(uri ?? id, { mediaType, fileName: block.fileName })
        return uri === null ? { attachmentId: id } : { uri }
      }
      case 'OtherBlock':
        return { other: block.value }
    }
  })
  return { blocks, files }
}
