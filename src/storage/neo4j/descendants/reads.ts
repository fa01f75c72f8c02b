import type { BelowNode, GraphStore } from '../../graphStore.ts'
import type { Connection } from '../connection/connection.ts'
import { int, numberFrom } from '../properties/rows.ts'
import { BELOW } from './cypher.ts'

/** Returns the read that counts below nodes. */
export function belowReadsOn(connection: Connection): Pick<GraphStore, 'countsBelow'> {
  return {
    countsBelow: async (tenant, nodes, limit) => {
      const counts = nodes.map(() => 0)
      for (const what of ['leaves', 'conversations'] as const) {
        const places = [...nodes.keys()].filter((k) => nodes[k]?.what === what)
        if (places.length === 0) continue
        const requests = places.flatMap((k) => (nodes[k] ? [placeParameters(nodes[k])] : []))
        for (const record of await connection.read(BELOW[what], { tenant, nodes: requests, most: int(limit) })) {
          const [walked, count] = [numberFrom(record.get('walked')), numberFrom(record.get('found'))]
          counts[places[numberFrom(record.get('i'))] ?? 0] = walked >= limit ? limit : Math.min(limit, count)
        }
      }
      return counts
    },
  }
}

const placeParameters = ({ conversationId, segmentId, depth }: BelowNode) => [conversationId, segmentId, int(depth)]
