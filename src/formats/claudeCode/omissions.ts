import { rawOrigin } from '../../domain/records/importedFields.ts'
import type { WriteSource, WrittenNode } from '../format.ts'
import { leaveBranches } from '../writing/messageFile.ts'
import type { Omissions } from '../writing/omissions.ts'

/** Counts what lines cannot hold of a conversation: bytes of attachments, entries of other systems; branches, of one path. */
export async function omissionsOf(source: WriteSource, omissions: Omissions): Promise<void> {
  const { original, wholeTree } = source
  if (original?.isAll) return
  if (!wholeTree) await leaveBranches(source, omissions)
  if (!wholeTree || !original)
    for await (const page of wholeTree ? source.inheritedPath() : source.readPath())
      for (const written of page) leave(written, omissions)
  if (wholeTree) for await (const written of source.recordedSince()) leave(written, omissions)
}

function leave({ node, left }: WrittenNode, omissions: Omissions): void {
  if (rawOrigin(node)?.source.startsWith('CLAUDE_CODE:')) return
  if (node.marker !== null) omissions.add('markers', node.kind === 'COMPACTION' || left === null ? 0 : 1)
  else if (node.kind === 'NOTE') omissions.add('notes')
  else if (node.kind === 'JOIN') omissions.add('joins')
  omissions.add('attachments', left?.filter(({ type }) => type === 'attachment').length ?? 0)
}
