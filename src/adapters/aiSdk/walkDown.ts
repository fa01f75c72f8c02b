import type { ConnectedGraph } from '../../client/client.ts'
import {
  VersionsOfTurn,
  type VersionsOfTurnQuery,
  type VersionsOfTurnQueryVariables,
} from '../../client/documents/generated.ts'
import { membersOf } from '../turns/json.ts'
import { blocksOf } from '../turns/path.ts'
import { isTurn } from './differing.ts'
import type { EncodedTurn } from './encoded.ts'

/** Where turns end that are in a tree already. */
export interface Walked {
  /** The place before it. */
  readonly above: string | null
  readonly at: string | null
  /** What is not there yet. */
  readonly rest: readonly EncodedTurn[]
}

/** Follows turns down from a place as far as the tree has them. */
export async function walkDown(
  client: Pick<ConnectedGraph, 'query'>,
  conversationId: string,
  from: string | null,
  turns: readonly EncodedTurn[],
): Promise<Walked> {
  let [above, at]: [string | null, string | null] = [null, from]
  for (const [i, turn] of turns.entries()) {
    const next = await versionBelow(client, conversationId, at, turn)
    if (next === null) return { above, at, rest: turns.slice(i) }
    ;[above, at] = [at, next]
  }
  return { above, at, rest: [] }
}

/** Returns the newest observation of a turn that continues a place and says the same; null where there is none. */
async function versionBelow(
  client: Pick<ConnectedGraph, 'query'>,
  id: string,
  parent: string | null,
  turn: EncodedTurn,
): Promise<string | null> {
  for (let after: string | null = null; ;) {
    const variables: VersionsOfTurnQueryVariables = { id, turnId: turn.turnId, after }
    const { conversation }: VersionsOfTurnQuery = await client.query(VersionsOfTurn, variables)
    const versions = conversation?.message?.observations
    const result = versions?.nodes.find((node) => {
      const stored = { turnId: turn.turnId, role: node.role, kind: node.kind, isDeleted: false }
      const { blocks } = blocksOf(node.content)
      const isBelow = (node.parent?.id ?? null) === parent
      return isBelow && isTurn({ ...stored, blocks, metadata: membersOf(node.metadata) ?? {} }, turn)
    })
    if (result) return result.id
    if (!versions?.pageInfo.hasNextPage) return null
    after = versions.pageInfo.endCursor
  }
}
