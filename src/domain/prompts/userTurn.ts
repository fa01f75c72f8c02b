import { textOf } from '../messages/blocks.ts'
import type { Observation } from '../model.ts'
import { promptOf, type Prompt, type PromptFlags } from './promptOf.ts'

type Stored = Pick<Observation, 'kind' | 'role' | 'blocks' | 'fields' | 'erased'>

/** Returns what a file says of a user's turn besides its words. */
export function flagsOf({ fields }: Pick<Observation, 'fields'>): PromptFlags {
  return { isMeta: fields['isMeta'] === true, isSummary: fields['isCompactSummary'] === true }
}

/**
 * Returns what a node is as a user's turn, by what was stored; null where it is none. Files without a word are a
 * person's, results of tools without a word are a program's.
 */
export function userTurn(node: Stored): Prompt | null {
  if (node.kind !== 'TURN' || node.role !== 'USER') return null
  if (node.erased !== undefined) return { kind: node.erased.begins ? 'PROMPT' : 'MACHINE', text: '', command: null }
  const [text, flags] = [textOf(node.blocks) ?? '', flagsOf(node)]
  const prompt = promptOf(text, flags)
  const isFile = prompt.kind === 'MACHINE' && flags.isMeta !== true && onlyFiles(node, text)
  return isFile ? { kind: 'PROMPT', text: '', command: null } : prompt
}

/** Says whether a user's turn begins a row of its path. */
export function beginsRow(node: Stored): boolean {
  const turn = userTurn(node)
  return turn !== null && turn.kind !== 'MACHINE'
}

function onlyFiles({ blocks }: Stored, text: string): boolean {
  const brought = blocks.filter(({ type }) => type !== 'text')
  const isTalk = brought.length > 0 && brought.every(({ type }) => type === 'attachment' || type === 'other')
  return isTalk && (text.trim() === '' || promptOf(`${text}\n.`).text === '.')
}
