import { rawOrigin } from '../../domain/records/importedFields.ts'
import type { WriteSource, WrittenNode } from '../format.ts'
import { leaveBranches } from '../writing/messageFile.ts'
import type { Omissions } from '../writing/omissions.ts'

/** Counts what lines cannot hold of a conversation: bytes of attachments, entries of other systems; branches, of one path. */
export async function omissionsOf(source: WriteSource, leftOut: Omissions): Promise<void> {
  const { original, wholeTree } = source
  if (original?.isAll) return
  if (!wholeTree) await leaveBranches(source, leftOut)
  if (!wholeTree || !original)
    for await (const page of wholeTree ? source.inheritedPath() : source.readPath())
      for (const written of page) leave(written, leftOut)
  if (wholeTree) for await (const written of source.recordedSince()) leave(written, leftOut)
}

function leave({ node, left }: WrittenNode, leftOut: Omissions): void {
  if (rawOrigin(node)?.source.startsWith('CLAUDE_CODE:')) return
  if (node.marker !== null) leftOut.add('markers', node.kind === 'COMPACTION' || left === null ? 0 : 1)
  else if (node.kind === 'NOTE') leftOut.add('notes')
  else if (node.kind === 'JOIN') leftOut.add('joins')
  leftOut.add('attachments', left?.filter(({ type }) => type === 'attachment').length ?? 0)
}
