import type { Counts } from '../../plan.ts'
import type { Scratch, ScratchMap } from '../../scratch.ts'

interface Counted {
  readonly root: number
  readonly children: number
}

/** Counts the shape of a file's trees while their nodes come, parents before children. */
export class TreeCounts {
  private readonly nodes: ScratchMap<Counted>
  /** Nodes of each tree, by its number. */
  private readonly sizes: ScratchMap<number>
  /** The root of each conversation's tree: of its head's, else of its last node's. */
  private readonly rootOf: ScratchMap<number>
  private all = 0
  private roots = 0
  private trees = 0
  private leaves = 0
  private branchPoints = 0

  constructor(scratch: Scratch) {
    this.nodes = scratch.map('shapeNodes')
    this.sizes = scratch.map('shapeSizes')
    this.rootOf = scratch.map('shapeRoots')
  }

  /** Takes a node; `isVersion`: a root that is another version of the one before it, and reached where that is. */
  add(conversation: number, id: string, parent: string | null, isVersion = false): void {
    const key = (name: string) => `${conversation}\n${name}`
    const above = parent === null ? undefined : this.nodes.get(key(parent))
    const beside = isVersion ? this.rootOf.get(String(conversation)) : undefined
    const root = above?.root ?? beside ?? ++this.trees
    if (!above) this.roots++
    if (above && parent !== null) {
      this.nodes.set(key(parent), { ...above, children: above.children + 1 })
      if (above.children === 1) this.branchPoints++
    }
    if (!above || above.children > 0) this.leaves++
    this.all++
    this.nodes.set(key(id), { root, children: 0 })
    this.sizes.set(String(root), (this.sizes.get(String(root)) ?? 0) + 1)
    this.rootOf.set(String(conversation), root)
  }

  /** Says at which node a conversation stands. */
  head(conversation: number, id: string): void {
    const counted = this.nodes.get(`${conversation}\n${id}`)
    if (counted) this.rootOf.set(String(conversation), counted.root)
  }

  counts(): Pick<Counts, 'roots' | 'leaves' | 'branchPoints' | 'reachable'> {
    const { roots, leaves, branchPoints, all } = this
    let inTree = 0
    for (const [, root] of this.rootOf.entries()) inTree += this.sizes.get(String(root)) ?? 0
    return { roots, leaves, branchPoints, reachable: all === 0 ? 1 : inTree / all }
  }
}
