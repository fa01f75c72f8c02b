import type { Bundle, BundleReads } from '../../bundles.ts'
import * as decode from '../reading/decode.ts'
import type { NodesWithMessages } from '../reading/readRequest.ts'
import type { Ask } from '../records/records.ts'

/** Returns the reads that bring several kinds at once. */
export function togetherReads(ask: Ask): BundleReads {
  return {
    grounds: async (tenant, ids) =>
      (await ask('grounds', tenant, ids)).map((result): Bundle => {
        if (result === null) return [[], [], [], []]
        const { conversation, head, segment } = decode.decodeFrontier(result[0])
        const observations = [...(head ? [head] : []), ...(result[1] ? [decode.decodeObservation(result[1])] : [])]
        return [[conversation], observations, segment ? [segment] : [], result[2].map(decode.decodeMessage)]
      }),
    tails: async (tenant, tails) => {
      const requests = tails.map(({ axis, headId, last }) => [axis, headId, last] as const)
      return (await ask('tails', tenant, requests)).map(nodesAndMessages)
    },
    shown: async (tenant, ranges) => {
      const requests = ranges.map(({ axis, segmentId, from, to }) => [axis, segmentId, from, to] as const)
      return (await ask('shown', tenant, requests)).map(nodesAndMessages)
    },
  }
}

const nodesAndMessages = ([nodes, messages]: NodesWithMessages): Bundle => [
  [],
  nodes.map((row) => decode.decodeObservation(row)),
  [],
  messages.map(decode.decodeMessage),
]
