import { Compare, type CompareQuery } from '../../client/documents/generated.ts'
import type { GraphClient } from '../../client/graphClient.ts'
import { byIds } from '../ids/wholeIds.ts'

/** Two conversations compared, with their whole ids. */
export interface Comparison extends CompareQuery {
  readonly left: string
  readonly right: string
}

/** Returns how two conversations differ, whose ids may be shortened. */
export function comparison(graph: GraphClient, base: string, target: string): Promise<Comparison> {
  return byIds(graph, [base, target], async ([left = '', right = '']) => {
    const compared = await graph.query(Compare, { base: left, target: right })
    return { ...compared, left, right }
  })
}
