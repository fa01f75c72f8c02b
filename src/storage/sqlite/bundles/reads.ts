import type { Together, TogetherReads } from '../../bundles.ts'
import * as decode from '../reading/decode.ts'
import type { NodesWithMessages } from '../reading/readRequest.ts'
import type { Ask } from '../records/records.ts'

/** Returns the reads that bring several kinds at once. */
export function togetherReads(ask: Ask): TogetherReads {
  return {
    grounds: async (tenant, ids) =>
      (await ask('grounds', tenant, ids)).map((found): Together => {
        if (found === null) return [[], [], [], []]
        const { conversation, head, segment } = decode.decodeFrontier(found[0])
        const observations = [...(head ? [head] : []), ...(found[1] ? [decode.decodeObservation(found[1])] : [])]
        return [[conversation], observations, segment ? [segment] : [], found[2].map(decode.decodeMessage)]
      }),
    tails: async (tenant, tails) => {
      const asked = tails.map(({ axis, headId, last }) => [axis, headId, last] as const)
      return (await ask('tails', tenant, asked)).map(nodesAndMessages)
    },
    shown: async (tenant, ranges) => {
      const asked = ranges.map(({ axis, segmentId, from, to }) => [axis, segmentId, from, to] as const)
      return (await ask('shown', tenant, asked)).map(nodesAndMessages)
    },
  }
}

const nodesAndMessages = ([nodes, messages]: NodesWithMessages): Together => [
  [],
  nodes.map((row) => decode.decodeObservation(row)),
  [],
  messages.map(decode.decodeMessage),
]
