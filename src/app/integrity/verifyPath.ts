import { listIn } from '../read/cursors.ts'
import { isHashTaken, trueContentHash } from '../../domain/erasure/tombstone.ts'
import type { Hash, Observation, TreeNode } from '../../domain/model.ts'
import { emptyPathHash, idChain, pathHash, sha256 } from '../../domain/tree/pathHash.ts'
import { mustFind } from '../../domain/refusals.ts'
import { cost } from '../read/budget.ts'
import type { Scope } from '../scope.ts'
import { isMarkerSound } from '../read/aboveMarker.ts'
import { nodeAt, asTreeNode, walk } from '../read/paths.ts'
import { progressOf } from './progress.ts'

/** What a recomputation of a path's hashes found. */
export interface PathVerification {
  /** Whether nothing is wrong so far. */
  readonly valid: boolean
  /** ERASED: nothing is wrong, and something on the path was erased, whose stored content hash was taken. */
  readonly status: 'VALID' | 'BROKEN' | 'ERASED'
  /** The path hash as recomputed from the content of every node. */
  readonly expected: Hash
  readonly stored: Hash
  /** The second witness: a chain over the message ids. */
  readonly idChainHash: Hash
  readonly firstBroken: Observation | null
  /** What was erased of the part that was looked at now, root first. */
  readonly erased: readonly Observation[]
  /** Null when the whole path was looked at; else all above is of the path so far, and this goes on behind it. */
  readonly next: string | null
}

/** How far a verification has come: what the next node's hashes are made of. */
interface Progress {
  readonly depth: number
  readonly expected: Hash
  readonly ids: Hash
  /** The depth of the first node that is wrong; -1 while there is none. */
  readonly brokenAt: number
  /** How many erased ones came before. */
  readonly erased: number
}
const beginning: Progress = { depth: -1, expected: emptyPathHash, ids: sha256(''), brokenAt: -1, erased: 0 }

/** Nodes that are verified at once: about half a second of a processor. */
const pathPart = 10_000

/** Recomputes the content and path hash of every node on the path to an observation, and the chain of message ids. */
export async function verifyPath(scope: Scope, observationId: string): Promise<PathVerification> {
  return verifyPart(scope, observationId, null, Infinity)
}

/** Does so for the next nodes of the path, root first: behind those that an answer ended with. */
export async function verifyPart(
  scope: Scope,
  observationId: string,
  after: string | null,
  most = pathPart,
): Promise<PathVerification> {
  const head = mustFind(asTreeNode(await scope.reads.observation(observationId)), 'Observation', observationId)
  const cursors = progressOf(listIn(scope, `path of ${observationId}`), beginning)
  let progress = cursors.read(after)
  const until = progress.depth + most
  let last: TreeNode | null = null
  const erased: Observation[] = []
  for await (const nodes of walk(scope.reads, head, progress.depth + 1, Math.min(1000, most))) {
    scope.signal?.throwIfAborted()
    scope.budget.spend(nodes.length * cost.hashed)
    for (const node of nodes) progress = await behind(scope, progress, node)
    erased.push(...nodes.filter(isHashTaken))
    last = nodes.at(-1) ?? last
    if (progress.depth >= until) break
  }
  const isDone = progress.depth >= head.place.depth
  const stored = (isDone ? head : (last ?? head)).place.pathHash
  const valid = progress.brokenAt < 0 && progress.expected === stored
  return {
    valid,
    status: !valid ? 'BROKEN' : progress.erased > 0 ? 'ERASED' : 'VALID',
    expected: progress.expected,
    stored,
    idChainHash: progress.ids,
    firstBroken: await nodeAt(scope.reads, head, 'depth', progress.brokenAt),
    erased,
    next: isDone ? null : cursors.write(progress),
  }
}

async function behind(scope: Scope, before: Progress, node: TreeNode): Promise<Progress> {
  const others = await Promise.all(node.place.otherParents.map((id) => scope.reads.observation(id)))
  const hashes = others.flatMap((other) => other?.place?.pathHash ?? [])
  const content = trueContentHash(node)
  const expected = pathHash(before.expected, content ?? node.contentHash, hashes)
  const isRight =
    content === node.contentHash &&
    expected === node.place.pathHash &&
    (await isMarkerSound(scope.reads, await parentOf(scope, node), node))
  const brokenAt = before.brokenAt >= 0 || isRight ? before.brokenAt : node.place.depth
  return {
    depth: node.place.depth,
    expected,
    ids: idChain(before.ids, node),
    brokenAt,
    erased: before.erased + Number(isHashTaken(node)),
  }
}

/** Only markers are held against what stands above them. */
async function parentOf({ reads }: Scope, { marker, place }: TreeNode): Promise<TreeNode | null> {
  return marker === null || place.parentId === null ? null : asTreeNode(await reads.observation(place.parentId))
}
