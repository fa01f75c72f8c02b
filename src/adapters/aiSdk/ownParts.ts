import type { Block, PathTurn } from '../turns/path.ts'
import type { PartSpec, TurnSpec } from './spec.ts'

/** A block, and how it is a part. */
export interface OwnPart {
  readonly block: Block
  readonly spec: PartSpec
}

/** Returns the blocks of a turn in the order of its message's parts; null where they are others than it was stored with. */
export function ownParts({ blocks }: Pick<PathTurn, 'blocks'>, { parts }: TurnSpec): OwnPart[] | null {
  if (parts?.length === 0) return blocks.length === 1 ? [] : null
  const specs = parts ?? blocks.map(() => null)
  if (specs.length !== blocks.length) return null
  const addresses = blocks.filter((block) => 'uri' in block)
  const others = blocks.filter((block) => !('uri' in block))
  const results = specs.map((spec) => ({ block: spec && 'uri' in spec ? addresses.shift() : others.shift(), spec }))
  return results.every(isWhole) ? results : null
}

const isWhole = (part: { readonly block: Block | undefined; readonly spec: PartSpec }): part is OwnPart =>
  part.block !== undefined
