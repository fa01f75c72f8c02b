/** What lines of earlier versions say otherwise than they do now. */
import type { Observation } from '../../domain/model.ts'
import { soundBlocks } from '../../domain/messages/blocks.ts'
import { storedUsage } from '../../domain/usage/usage.ts'

/** Returns the value of an observation's line as it is written now: usage had nulls, and blocks were no blocks. */
export function currentForm(value: unknown): unknown {
  const { usage, blocks } = value as Partial<Pick<Observation, 'usage' | 'blocks'>>
  const now = {
    ...(typeof usage === 'object' && { usage: storedUsage(usage) }),
    ...(Array.isArray(blocks) && { blocks: soundBlocks(blocks) }),
  }
  return { ...(value as object), ...now }
}
