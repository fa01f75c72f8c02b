import type { JsonObject, Observation, TreeNode } from '../model.ts'

/** Where the raw form of an imported observation is kept: which value of which line of a source. */
export interface RawOrigin {
  readonly conversationId: string
  readonly source: string
  readonly line: number
  readonly part: number
}

/** Why an imported entry is a root though it names a parent. */
export interface Lacking {
  readonly parent: string
  /** Another conversation had the parent already, where this one's path does not lead. */
  readonly isElsewhere: boolean
}

/** Returns the members of `fields` in which an importer says where an entry came from. */
export function importedFields(
  origin: Omit<RawOrigin, 'source'> & { readonly source: string | null },
  lacking: Lacking | null,
): JsonObject {
  const { conversationId, line, part, source } = origin
  const importedFrom = { conversationId, line, part, source }
  if (lacking === null) return { importedFrom }
  return {
    danglingParent: lacking.parent,
    ...(lacking.isElsewhere && { parentElsewhere: true }),
    importedFrom,
  }
}

/** Says where an imported observation's raw form is kept; null for what was stored here. */
export function rawOrigin({ fields }: Pick<Observation, 'fields'>): RawOrigin | null {
  const origin = fields['importedFrom'] as Partial<Record<keyof RawOrigin, unknown>> | undefined
  const { conversationId, source, line, part } = origin ?? {}
  if (typeof source !== 'string' || typeof conversationId !== 'string') return null
  return { conversationId, source, line: Number(line), part: Number(part) }
}

/** Says whether a node was read from a file of a Neo store. */
export function isOfNeoStore(node: Pick<Observation, 'fields'>): boolean {
  return rawOrigin(node)?.source.startsWith('NEO_') ?? false
}

/** Returns the parent that a node was flagged to lack when it came; null for all others. */
export function danglingParent({ fields }: Pick<Observation, 'fields'>): string | null {
  const parent = fields['danglingParent']
  return typeof parent === 'string' ? parent : null
}

/** Returns that flag alone. */
export function flag({
  fields: { danglingParent: parent, parentElsewhere: is },
}: Pick<Observation, 'fields'>): JsonObject {
  return { ...(parent !== undefined && { danglingParent: parent }), ...(is !== undefined && { parentElsewhere: is }) }
}

/** Says whether a node is kept as a root for want of its parent. */
export function isFlagged(node: TreeNode): boolean {
  return node.place.parentId === null && danglingParent(node) !== null
}

/** Says whether a node is such a root whose parent no conversation had when it came: once one has it, it may be put there. */
export function isAwaiting(node: TreeNode): boolean {
  return isFlagged(node) && node.fields['parentElsewhere'] !== true
}
