import type { TreeNode } from '../../../domain/model.ts'

/**
 * Says whether a conversation may stand at a node: at a turn that says something, and at whatever goes on from where it
 * stands. A note or a marker elsewhere, and what is left of an answer that failed, is no place to go on from.
 */
export function maySpeak({ kind, blocks, place, role }: TreeNode, last: TreeNode | null): boolean {
  return last === null || place.parentId === last.id || (kind === 'TURN' && (blocks.length > 0 || role === 'USER'))
}

/** Says whether nothing was said up to a node: a program that names what is left of a failed answer stands elsewhere. */
export function saysNothing({ kind, role, blocks, place }: TreeNode): boolean {
  const isSaying = kind === 'TURN' && (blocks.length > 0 || role === 'USER')
  return !isSaying && place.entries <= (kind === 'TURN' ? 1 : 0)
}
