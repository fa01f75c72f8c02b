import { covers } from '../../app/erasures/erasures.ts'
import type { ErasureResolvers } from '../generated.ts'
import { nodeId } from '../nodeIds.ts'

export const Erasure: ErasureResolvers = {
  nodeId: ({ id }) => nodeId('Erasure', id),
  covers: (erasure, asked, { scope }) => covers(scope, erasure, asked),
}
