import type { Block, Json } from '../model.ts'

const types = new Set<unknown>([
  'text',
  'thinking',
  'toolCall',
  'toolResult',
  'attachment',
  'other',
] satisfies Block['type'][])

/**
 * Returns blocks as they are; what is none of them is kept as `other`. Earlier versions stored what functions of
 * Object.prototype made of a block whose type was named like one of those, and hashed that.
 */
export function soundBlocks(blocks: readonly Block[]): readonly Block[] {
  return blocks.every(isSound) ? blocks : blocks.map((block) => (isSound(block) ? block : bare(block)))
}

const isSound = (block: unknown) => typeof block === 'object' && block !== null && types.has((block as Block).type)
const bare = (value: unknown): Block => ({ type: 'other', value: value as Json, bare: true })

/** Returns blocks as they were when their content was hashed. */
export function hashedBlocks(blocks: readonly Block[]): readonly unknown[] {
  const isBare = (block: Block) => block.type === 'other' && block.bare === true
  return blocks.some(isBare)
    ? blocks.map((block) => (block.type === 'other' && block.bare ? block.value : block))
    : blocks
}
