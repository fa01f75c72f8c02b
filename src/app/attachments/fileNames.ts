import { attachmentIds } from '../../domain/records/attachment.ts'
import type { Block } from '../../domain/model.ts'
import type { Scope } from '../scope.ts'

/**
 * Returns blocks in which what is embedded by its id has the name that it was last sent with. The block keeps it, so that
 * sending the bytes again under another name changes nothing that was stored.
 */
export async function withFileNames(scope: Scope, blocks: readonly Block[]): Promise<Block[]> {
  const ids = attachmentIds(blocks)
  const attachments = await Promise.all(ids.map((id) => scope.reads.attachment(id)))
  const names = new Map(ids.map((id, i) => [id, attachments[i]?.fileName]))
  return blocks.map((block) => named(block, (id) => names.get(id)))
}

/** Returns a block with the name of what it embeds where it has none and there is one. */
export function named(block: Block, nameOf: (attachmentId: string) => string | null | undefined): Block {
  if (block.type !== 'attachment' || block.fileName != null) return block
  const fileName = nameOf(block.attachmentId)
  return fileName == null ? block : { ...block, fileName }
}
