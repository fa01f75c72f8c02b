import { isDeepStrictEqual } from 'node:util'
import { answerKey, isCounted } from '../../../domain/usage/counted.ts'
import { depthsOf, type AboveMarker } from '../../../domain/context/markerEnds.ts'
import type { Hash, Marker, Observation, PathUsage, Place, TreeNode } from '../../../domain/model.ts'
import { emptyPathHash } from '../../../domain/tree/pathHash.ts'
import { answerToSeek, noUsage, usageAfter, usageOfParts, type AnswerUsage } from '../../../domain/usage/pathUsage.ts'
import { noPricing, pricingAfter } from '../../../domain/usage/pathPricing.ts'
import { noPrompts, promptsAfter } from '../../../domain/prompts/pathPrompts.ts'
import { placeAfter } from '../../../domain/tree/placement.ts'
import type { Unsegmented } from '../../../formats/ndjson/values.ts'
import type { Scratch, ScratchMap } from '../../../formats/scratch.ts'
import { differing, lacking } from './refusals.ts'

/** What is remembered of a node of the tree. */
export interface KnownNode {
  readonly conversationId: string
  readonly kind: Observation['kind']
  readonly role: Observation['role']
  readonly place: Place
  /** A node far above, which shortens the search whether one node is an ancestor of another. */
  readonly jump: string | null
  /** Of which answer it is a part, and what the parts of that answer count on the path to it, itself included. */
  readonly answer: { readonly key: string; readonly counts: AnswerUsage } | null
}

/** What happens to a node whose place has other sums than its parent's place gives, and no other difference. */
export interface WrongSums {
  /** Whether the sums of its path count from then on; otherwise those of the file do, also for the nodes below it. */
  readonly areCorrected: boolean
  /** Is given what its path sums. */
  readonly on: (id: string, usage: PathUsage) => void
}

/** Nodes of one answer that are scanned for the nearest one above: copies aside, an answer is hardly ever parted so. */
const mostParts = 256

/**
 * Says where the nodes of a file stand: each place is made anew of its parent's, and refused where the file says another one.
 * With `WrongSums` the sums alone may differ.
 */
export class Places {
  readonly #nodes: ScratchMap<KnownNode>
  readonly #parts: ScratchMap<readonly string[]>
  /** Joins, whose further parents may stand behind them. */
  readonly #joins: { readonly line: number; readonly node: TreeNode }[] = []

  readonly #wrongSums: WrongSums | null

  constructor(scratch: Scratch, wrongSums: WrongSums | null = null) {
    this.#wrongSums = wrongSums
    this.#nodes = scratch.map('placed')
    this.#parts = scratch.map('parts')
  }

  of(id: string): KnownNode | undefined {
    return this.#nodes.get(id)
  }

  /** Says whether a node stands on the path to another one, that itself included. */
  isOnPath(id: string, head: string): boolean {
    const depth = this.#nodes.get(id)?.place.depth
    return depth !== undefined && this.#above(head, depth) === id
  }

  /** Returns the node behind one that stands on the path to another one; null where it is the last, or stands elsewhere. */
  childOnPath(id: string, head: string): string | null {
    const depth = this.#nodes.get(id)?.place.depth
    if (depth === undefined || id === head || !this.isOnPath(id, head)) return null
    return this.#above(head, depth + 1)
  }

  /** Where the path to a marker's parent places the marker's stretches. */
  aboveMarker(parentId: string | null, marker: Marker): AboveMarker {
    const hashes = new Map<number, Hash>([[-1, emptyPathHash]])
    for (const depth of depthsOf(marker)) {
      const node = this.#at(parentId, depth)
      if (node) hashes.set(depth, node.place.pathHash)
    }
    const { cancels } = marker
    const cancelled = cancels === null ? undefined : this.#nodes.get(cancels)
    return { hashes, cancelled: cancelled?.place.pathHash ?? null }
  }

  take(node: Unsegmented, line: number): void {
    if (node.place === null) return
    const { parentId } = node.place
    if (parentId !== null && !this.#nodes.get(parentId)) throw lacking(line, 'observation', parentId)
    const above = parentId === null ? undefined : this.#nodes.get(parentId)?.place
    // What no file holds is nothing that it could say wrongly.
    const prompts = promptsAfter(above?.prompts ?? noPrompts, node, node.place.depth)
    const summed = this.#summed({ ...node, place: { ...node.place, segmentId: '', pricing: noPricing, prompts } })
    const pricing = pricingAfter(above ?? null, node, summed.place.usage)
    const stored = { ...summed, place: { ...summed.place, pricing } }
    if (stored.place.otherParents.length > 0) this.#joins.push({ line, node: stored })
    else this.#check(stored, line)
    this.#nodes.set(node.id, this.#knownNode(stored))
    const { answer } = this.#nodes.get(node.id) as KnownNode
    if (answer) this.#parts.set(answer.key, [...(this.#parts.get(answer.key) ?? []), node.id].slice(-mostParts))
  }

  finish(): void {
    for (const { node, line } of this.#joins) this.#check(node, line)
  }

  /** Returns the node as it counts from now on. A join's sums are those of its first parent's path, so they are known before it is. */
  #summed(node: TreeNode): TreeNode {
    if (this.#wrongSums === null) return node
    const { place } = node
    const parent = this.#node(place.parentId)
    const above = parent?.place.usage ?? noUsage
    const answer = answerToSeek(above, node)
    const earlier = parent && answer !== null ? this.#earlier(parent.id, answer) : null
    const usage = usageAfter(above, node, earlier)
    if (isDeepStrictEqual(usage, place.usage)) return node
    this.#wrongSums.on(node.id, usage)
    return this.#wrongSums.areCorrected ? { ...node, place: { ...place, usage } } : node
  }

  #check(node: TreeNode, line: number): void {
    const parent = this.#node(node.place.parentId)
    const others = node.place.otherParents.map((id) => ({ id, pathHash: this.#must(id, line).place.pathHash }))
    const lastBend = node.place.bend === null ? null : this.#node(parent?.place.bendId ?? null)
    const placed = (earlier: AnswerUsage | null): Place => {
      const place = placeAfter(parent, node, '', others, lastBend, earlier)
      return this.#wrongSums === null ? place : { ...place, usage: node.place.usage, pricing: node.place.pricing }
    }
    const answer = parent && answerToSeek(parent.place.usage, node)
    const place = placed(parent && answer !== null ? this.#earlier(parent.id, answer) : null)
    if (isDeepStrictEqual(place, node.place)) return
    const names = Object.keys({ ...node.place, ...place }) as (keyof Place)[]
    const wrong = names.find((name) => !isDeepStrictEqual(place[name], node.place[name])) ?? 'pathHash'
    throw differing(line, wrong === 'pathHash' ? 'path hash' : wrong, 'its path has')
  }

  #knownNode(node: TreeNode): KnownNode {
    const { conversationId, kind, role, place, usage } = node
    const answerId = usage?.answerId ?? null
    const isPart = answerId !== null && isCounted(node) && node.copyOf === null
    const own = isPart ? usageOfParts([node]) : null
    const before = isPart && place.parentId !== null ? this.#earlier(place.parentId, answerId) : null
    const counts = own && before ? largest(own, before) : own
    const answer = counts === null || answerId === null ? null : { key: answerKey(answerId), counts }
    return { conversationId, kind, role, place, jump: this.#jumpOf(place), answer }
  }

  /** What the parts of an answer count that stand on the path to a node. */
  #earlier(head: string, answerId: string): AnswerUsage | null {
    const parts = this.#parts.get(answerKey(answerId)) ?? []
    const nearest = parts.findLast((id) => this.isOnPath(id, head))
    return nearest === undefined ? null : (this.#nodes.get(nearest)?.answer?.counts ?? null)
  }

  /** By two equal jumps where there are such, else to the parent: any node above is found in few steps (Myers 1983). */
  #jumpOf({ parentId }: Place): string | null {
    if (parentId === null) return null
    const parent = this.#nodes.get(parentId) as KnownNode
    const far = parent.jump === null ? undefined : this.#nodes.get(parent.jump)
    if (!far || parent.jump === null) return parentId
    const farther = far.jump === null ? undefined : this.#nodes.get(far.jump)
    if (!farther) return parentId
    const isEqual = parent.place.depth - far.place.depth === far.place.depth - farther.place.depth
    return isEqual ? far.jump : parentId
  }

  #above(head: string, depth: number): string | null {
    let [id, at] = [head, this.#nodes.get(head)]
    while (at && at.place.depth > depth) {
      const jump = at.jump === null ? undefined : this.#nodes.get(at.jump)
      const next: string | null = jump && jump.place.depth >= depth ? at.jump : at.place.parentId
      if (next === null) return null
      ;[id, at] = [next, this.#nodes.get(next)]
    }
    return at ? id : null
  }

  /** The node at a depth of the path to a node; null where that has none. */
  #at(head: string | null, depth: number): KnownNode | null {
    const id = head === null || depth < 0 ? null : this.#above(head, depth)
    const knownNode = id === null ? undefined : this.#nodes.get(id)
    return knownNode?.place.depth === depth ? knownNode : null
  }

  /** As much of a node as places are made of. */
  #node(id: string | null): TreeNode | null {
    const knownNode = id === null ? undefined : this.#nodes.get(id)
    return knownNode ? ({ id, place: knownNode.place } as TreeNode) : null
  }

  #must(id: string, line: number): KnownNode {
    const knownNode = this.#nodes.get(id)
    if (!knownNode) throw lacking(line, 'observation', id, '')
    return knownNode
  }
}

function largest(a: AnswerUsage, b: AnswerUsage): AnswerUsage {
  const names = Object.keys(a) as (keyof AnswerUsage)[]
  return Object.fromEntries(names.map((name) => [name, Math.max(a[name], b[name])])) as unknown as AnswerUsage
}
