import type { Hash, Observation } from '../../domain/model.ts'
import { contentHash, emptyPathHash, idChain, pathHash, sha256 } from '../../domain/pathHash.ts'
import { notFound } from '../../domain/refusals.ts'
import { worth } from '../read/budget.ts'
import type { Scope } from '../scope.ts'
import { treeNode, walk } from '../read/paths.ts'

/** What a recomputation of a path's hashes found. */
export interface PathVerification {
  readonly valid: boolean
  readonly status: 'VALID' | 'BROKEN'
  /** The path hash as recomputed from the content of every node. */
  readonly expected: Hash
  readonly stored: Hash
  /** The second witness: a chain over the message ids. */
  readonly idChainHash: Hash
  readonly firstBroken: Observation | null
}

/** Recomputes the content and path hash of every node on the path to an observation, and the chain of message ids. */
export async function verifyPath(scope: Scope, observationId: string): Promise<PathVerification> {
  const head = treeNode(await scope.reads.observation(observationId))
  if (!head) throw notFound('Observation', observationId)
  let [expected, ids] = [emptyPathHash, sha256('')]
  let firstBroken: Observation | null = null
  for await (const nodes of walk(scope.reads, head)) {
    scope.signal?.throwIfAborted()
    scope.budget.spend(nodes.length * worth.hashed)
    for (const node of nodes) {
      const others = await Promise.all(node.place.otherParents.map((id) => scope.reads.observation(id)))
      const hashes = others.flatMap((other) => other?.place?.pathHash ?? [])
      expected = pathHash(expected, contentHash(node), hashes)
      ids = idChain(ids, node)
      if (firstBroken === null && (contentHash(node) !== node.contentHash || expected !== node.place.pathHash))
        firstBroken = node
    }
  }
  const valid = firstBroken === null && expected === head.place.pathHash
  return {
    valid,
    status: valid ? 'VALID' : 'BROKEN',
    expected,
    stored: head.place.pathHash,
    idChainHash: ids,
    firstBroken,
  }
}
