import type { Block } from '../model.ts'

/**
 * Returns a part of a turn's stored blocks (null: all of them) with what corrections made of the turn: its words as they
 * are now, its calls and results those that were stored, since pairs go by the path. A corrected result keeps its words.
 */
export function partOf(
  stored: readonly Block[],
  part: readonly number[] | null,
  current: readonly Block[],
): readonly Block[] {
  const wanted = part === null ? stored : part.map((i) => stored[i] as Block)
  if (current === stored) return wanted
  const pairs = wanted.filter(isOfPair)
  const found = pairs.map((block) => current.find((one) => isSamePair(one, block)) ?? block)
  const showsTalk = part === null || wanted.some((block) => !isOfPair(block))
  const talk = showsTalk ? current.filter((block) => !isOfPair(block)) : []
  const isResult = ({ type }: Block) => type === 'toolResult'
  return [...found.filter(isResult), ...talk, ...found.filter((block) => !isResult(block))]
}

function isOfPair({ type }: Block): boolean {
  return type === 'toolCall' || type === 'toolResult'
}

function isSamePair(a: Block, b: Block): boolean {
  return isOfPair(a) && a.type === b.type && 'callId' in a && 'callId' in b && a.callId === b.callId
}
