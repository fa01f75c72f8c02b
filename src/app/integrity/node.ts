import { isDeepStrictEqual } from 'node:util'
import { callIds } from '../../domain/messages/blocks.ts'
import { danglingParent } from '../../domain/records/importedFields.ts'
import { isOfOthers } from '../../domain/tree/growth.ts'
import { trueContentHash } from '../../domain/erasure/tombstone.ts'
import type { Observation, TreeNode } from '../../domain/model.ts'
import { answerToSeek, type AnswerUsage } from '../../domain/usage/pathUsage.ts'
import { placeAfter } from '../../domain/tree/placement.ts'
import { isMarkerSound } from '../read/aboveMarker.ts'
import { asTreeNode } from '../read/paths.ts'
import type { Scope } from '../scope.ts'
import { earlierStored } from '../write/draft/usageDelta.ts'
import { arriving } from './arrivals.ts'
import { repeatsRole } from './roles.ts'
import { checkJunction } from './junctions.ts'
import type { Nodes } from './tally.ts'
import { checkResults } from './toolPairs.ts'

/** Computes the hashes and the place of a recorded observation anew, and the junction above it where it begins a segment. */
export async function checkNode(scope: Scope, nodes: Nodes, observation: Observation): Promise<void> {
  const { tally, find, arrived } = nodes
  const { place, id } = observation
  if (trueContentHash(observation) !== observation.contentHash)
    find('CONTENT_HASH_DIFFERS', `The content of ${id} is not what its hash says.`, { observationId: id })
  if (!place) return
  tally.nodes++
  tally.roots += place.parentId === null ? 1 : 0
  tally.showsOthers ||= isOfOthers(observation, nodes.conversation.id)
  tally.toolCalls += callIds(observation.blocks).length
  const counted = observation.kind === 'TURN' && observation.copyOf === null
  if (counted && observation.observedAt > tally.activityAt) tally.activityAt = observation.observedAt
  const parent = place.parentId === null ? null : asTreeNode(await scope.reads.observation(place.parentId))
  if (place.parentId !== null && !parent) {
    find('PARENT_MISSING', `The parent of ${id} is missing.`, { observationId: id, parentId: place.parentId })
    return
  }
  if (nodes.repeated && (await repeatsRole(scope.reads, parent, observation))) nodes.repeated.push(id)
  if (!(await isMarkerSound(scope.reads, parent, observation)))
    find('CONTENT_HASH_DIFFERS', `The marker ${id} is of another stretch than its hash says.`, { observationId: id })
  if (parent && parent.place.segmentId !== place.segmentId) await checkJunction(scope, nodes, parent, observation)
  const others = await Promise.all(place.otherParents.map((other) => scope.reads.observation(other)))
  const hashes = others.map((other, i) => ({
    id: place.otherParents[i] as string,
    pathHash: other?.place?.pathHash ?? '',
  }))
  const bendId = place.bend === null ? null : (parent?.place.bendId ?? null)
  const lastBend = bendId === null ? null : asTreeNode(await scope.reads.observation(bendId))
  const earlier = await earlierOf(scope, parent, observation)
  if (!isDeepStrictEqual(placeAfter(parent, observation, place.segmentId, hashes, lastBend, earlier), { ...place }))
    find('PLACE_DIFFERS', `The place of ${id} does not follow from its parent's.`, { observationId: id })
  const arrive = arriving({ ...observation, place }, arrived)
  checkResults(parent, observation, arrive)
  const dangling = danglingParent(observation)
  if (dangling !== null)
    arrive('DANGLING_PARENT', `${id} was imported with an unknown parent: "${dangling}".`, {
      observationId: id,
      parent: dangling,
    })
}

/** What the parts of a node's answer count that stand farther up its path than the sums of its parent know. */
async function earlierOf(scope: Scope, parent: TreeNode | null, node: Observation): Promise<AnswerUsage | null> {
  const answer = parent && answerToSeek(parent.place.usage, node)
  return parent && answer !== null ? earlierStored(scope, parent, answer) : null
}
