import { label, textOf } from '../messages/blocks.ts'
import type { Block, Json, TreeNode } from '../model.ts'
import { own } from '../../runtime/own.ts'

/** Returns what a node is called in a drawing, on one line: its turn number, its role or kind, and how it begins. */
export function nodeLabel(node: TreeNode): string {
  const { place, kind, role, blocks, marker, fields } = node
  const number = place.turn === null ? [] : [String(place.turn)]
  const named =
    kind === 'NOTE' ? noteWords(blocks) : kind === 'JOIN' ? membersOf(fields, ['strategy']) : toolWords(blocks)
  const text = label(marker?.summary ?? textOf(blocks) ?? '', 48)
  const words = kind === 'NOTE' ? [...named, text] : [text, ...named]
  return [...number, kind === 'TURN' ? (role ?? kind) : kind, ...words].filter((word) => word !== '').join(' ')
}

function toolWords(blocks: readonly Block[]): string[] {
  const words = blocks.flatMap((block) =>
    block.type === 'toolCall' ? [`→ ${label(block.name, 48)}`] : block.type === 'toolResult' ? ['← result'] : [],
  )
  const isThought = words.length === 0 && textOf(blocks) === null && blocks.some(({ type }) => type === 'thinking')
  return isThought ? ['(thinking)'] : words.slice(0, 3)
}

/** Which entry a note is, in the words of the format that it came from: of every format it is an object with a `type`. */
function noteWords(blocks: readonly Block[]): string[] {
  const [value] = blocks.flatMap((block) => (block.type === 'other' ? [block.value] : []))
  return [...membersOf(value, ['type', 'subtype']), ...membersOf(value, ['content', 'summary', 'title']).slice(0, 1)]
}

function membersOf(value: Json | undefined, names: readonly string[]): string[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return []
  return names.flatMap((name) => {
    const member = own(value as Readonly<Record<string, Json>>, name)
    return typeof member === 'string' ? [label(member, 48)] : []
  })
}
