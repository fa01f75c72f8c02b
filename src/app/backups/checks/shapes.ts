import { callIds } from '../../../domain/messages/blocks.ts'
import type { Contents, StoredConversation } from '../../../domain/contents.ts'
import type { TreeShape } from '../../../domain/model.ts'
import type { Unsegmented } from '../../../formats/ndjson/values.ts'
import type { Scratch, ScratchMap } from '../../../formats/scratch.ts'
import type { Places } from './places.ts'
import { differing } from './refusals.ts'

/** What the lines of a conversation count up to. */
type Counted = TreeShape & { readonly deleted: number }
type ShapeSummary = Pick<StoredConversation, 'headId' | 'forkedFrom' | 'shape' | 'turnCount' | 'deletedTurns'> & {
  readonly line: number
}
const nothing: Counted = {
  ...{ nodes: 0, roots: 0, leaves: 0, branchPoints: 0, versionPoints: 0, sidechains: 0, toolCalls: 0, deleted: 0 },
}

/** Checks what conversations count of their trees against what their lines count up to. */
export class Shapes {
  readonly #places: Places
  readonly #summaries: ScratchMap<ShapeSummary>
  readonly #counted: ScratchMap<Counted>
  readonly #parents: ScratchMap<true>

  constructor(scratch: Scratch, places: Places) {
    this.#places = places
    this.#summaries = scratch.map('shapes')
    this.#counted = scratch.map('shapesCounted')
    this.#parents = scratch.map('parents')
  }

  conversation(
    { id, headId, forkedFrom, shape, turnCount, deletedTurns, sidechainOf }: StoredConversation,
    line: number,
  ): void {
    this.#summaries.set(id, { headId, forkedFrom, shape, turnCount, deletedTurns, line })
    if (sidechainOf !== null) this.#add(sidechainOf, { sidechains: 1 })
  }

  message({ conversationId, deleted }: Contents['message']): void {
    if (deleted) this.#add(conversationId, { deleted: 1 })
  }

  /** Before its place is known: each node is a leaf until one goes on from it. */
  node({ conversationId, place, blocks }: Unsegmented): void {
    if (place === null) return
    const { parentId } = place
    const name = `${conversationId}\n${parentId ?? ''}`
    const isOwn = parentId !== null && this.#places.of(parentId)?.conversationId === conversationId
    const goesOn = parentId !== null && this.#parents.get(name) === undefined
    if (goesOn) this.#parents.set(name, true)
    const leaves = goesOn && isOwn ? 0 : 1
    this.#add(conversationId, { nodes: 1, roots: parentId === null ? 1 : 0, leaves, toolCalls: callIds(blocks).length })
  }

  junction({ conversationId, kind }: Contents['junction']): void {
    if (kind === 'BRANCH') this.#add(conversationId, { branchPoints: 1 })
    if (kind === 'VERSION') this.#add(conversationId, { versionPoints: 1 })
  }

  finish(): void {
    for (const [id, stored] of this.#summaries.entries()) this.#check(id, stored)
  }

  #check(id: string, { headId, forkedFrom, shape, turnCount, deletedTurns, line }: ShapeSummary): void {
    const { deleted, ...counted } = this.#counted.get(id) ?? nothing
    const pointId = forkedFrom?.observationId ?? null
    const point = pointId === null ? undefined : this.#places.of(pointId)?.place
    const isPointLeaf = point !== undefined && this.#parents.get(`${id}\n${pointId ?? ''}`) === undefined
    const treeShape: TreeShape = {
      ...counted,
      nodes: counted.nodes + (point ? point.depth + 1 : 0),
      roots: counted.roots + (point ? 1 : 0),
      leaves: counted.leaves + (isPointLeaf ? 1 : 0),
      toolCalls: counted.toolCalls + (point?.calls ?? 0),
    }
    const wrong = (Object.keys(treeShape) as (keyof TreeShape)[]).find((name) => treeShape[name] !== shape[name])
    if (wrong !== undefined) throw differing(line, `count of ${wrong}`, 'its tree has')
    if (deleted !== deletedTurns) throw differing(line, 'count of deleted turns', 'its messages make')
    const turns = headId === null ? 0 : this.#places.of(headId)?.place.turns
    if (turns !== turnCount) throw differing(line, 'turnCount', 'the path to its head has')
  }

  #add(id: string, more: Partial<Counted>): void {
    const before = this.#counted.get(id) ?? nothing
    const names = Object.keys(more) as (keyof Counted)[]
    this.#counted.set(id, {
      ...before,
      ...Object.fromEntries(names.map((name) => [name, before[name] + (more[name] ?? 0)])),
    })
  }
}
