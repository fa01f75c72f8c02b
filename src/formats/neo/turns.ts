import { textOf } from '../../domain/messages/blocks.ts'
import { isOfNeoStore } from '../../domain/records/importedFields.ts'
import { formatInstant } from '../../domain/instants.ts'
import type { Block, JsonObject, TreeNode } from '../../domain/model.ts'
import type { TurnFields, WriteSource, WrittenNode } from '../format.ts'
import { asText } from '../reading/values.ts'
import type { Omissions } from '../writing/omissions.ts'

/** A turn of a path as a Neo store has it. */
export interface NeoTurn {
  readonly node: TreeNode
  /** What it is called; where it came from such a file, what it is known by there. */
  readonly turnId: string | null
  readonly value: JsonObject
  /** Nothing of it was deleted. */
  readonly isWhole: boolean
}

/** Yields what of a path a Neo store has a place for: its turns with text. What it has none for is counted. */
export async function* neoTurns(path: ReturnType<WriteSource['path']>, omissions?: Omissions): AsyncIterable<NeoTurn> {
  for await (const page of path)
    for (const written of page) {
      const value = turnValue(written)
      if (omissions) leave(written, value !== null, omissions)
      const { node, turnId, left } = written
      if (value !== null) yield { node, turnId, value, isWhole: left === node.blocks }
    }
}

/** Null for what is no turn, or says nothing: a Neo store ignores that. */
function turnValue({ node, left }: WrittenNode): JsonObject | null {
  const members = left && membersOf({ ...node, blocks: left })
  if (members === null) return null
  const {
    role: _role,
    importedFrom: _from,
    danglingParent: _parent,
    ...unknown
  } = isOfNeoStore(node) ? node.fields : {}
  const { role, text, intent } = members
  return {
    role,
    text,
    ...(intent === null ? {} : { intent_id: intent }),
    ts: formatInstant(node.observedAt),
    ...unknown,
  }
}

/** Returns what a Neo store knows a turn by, its time aside; null where it ignores that. */
export function neoSays(turn: TurnFields): string | null {
  const members = membersOf(turn)
  // Half a character does not survive that store's own writing.
  return members && JSON.stringify([members.role, Buffer.from(members.text).toString(), members.intent])
}

function membersOf({ kind, role, blocks, fields, metadata, sourceKind }: TurnFields) {
  const text = kind === 'TURN' ? textOf(blocks) : null
  if (text === null || text.trim() === '') return null
  const storedRole = sourceKind?.startsWith('NEO_') === true ? asText(fields['role']) : null
  return { role: storedRole ?? (role ?? 'USER').toLowerCase(), text, intent: asText(metadata['intentId']) }
}

/** What becomes of blocks that are no text. */
const kinds: Readonly<Partial<Record<Block['type'], string>>> = {
  thinking: 'thinking',
  toolCall: 'toolCalls',
  toolResult: 'toolResults',
  attachment: 'attachments',
  other: 'other',
}

function leave({ node, left }: WrittenNode, isWritten: boolean, omissions: Omissions): void {
  if (node.kind === 'JOIN') omissions.add('joins')
  else if (node.marker !== null) omissions.add('markers')
  else if (node.kind === 'NOTE') omissions.add('notes')
  else if (left !== null) {
    const results = left.flatMap(({ type }) => kinds[type] ?? [])
    for (const kind of results) omissions.add(kind)
    if (!isWritten && results.length === 0) omissions.add('turns')
  }
}
