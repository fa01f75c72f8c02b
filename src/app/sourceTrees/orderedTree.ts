import type { PlannedNode } from '../../formats/plan.ts'

/** The tree that a file's entries were put in order to, by their ids in the file. */
export class OrderedTree {
  private readonly parents = new Map<string, string | null>()
  private readonly children = new Map<string, string[]>()
  private readonly asides = new Set<string>()
  private spans: ReadonlyMap<string, readonly [number, number]> | null = null

  add({ externalId, parent, aside }: PlannedNode): void {
    this.parents.set(externalId, parent)
    if (aside) this.asides.add(externalId)
    if (parent !== null && !this.children.get(parent)?.push(externalId)) this.children.set(parent, [externalId])
  }

  /** Says whether two of these, notes and results aside, went two ways: neither is before the other. */
  parts(ids: readonly string[]): boolean {
    const ways = ids.filter((id) => this.parents.has(id) && !this.asides.has(id))
    return ways.some((a, i) => ways.slice(i + 1).some((b) => !this.isAbove(a, b) && !this.isAbove(b, a)))
  }

  private isAbove(above: string, below: string): boolean {
    const spans = (this.spans ??= this.measured())
    const [a, b] = [spans.get(above), spans.get(below)]
    return a !== undefined && b !== undefined && a[0] <= b[0] && b[1] <= a[1]
  }

  /** Numbers the nodes as a walk through the tree enters and leaves them. */
  private measured(): Map<string, readonly [number, number]> {
    const spans = new Map<string, readonly [number, number]>()
    let clock = 0
    for (const [root, parent] of this.parents) {
      if (parent !== null && this.parents.has(parent)) continue
      const entered: [string, number, number][] = [[root, clock++, 0]]
      for (let top = entered.at(-1); top; top = entered.at(-1)) {
        const next = this.children.get(top[0])?.[top[2]++]
        if (next !== undefined) entered.push([next, clock++, 0])
        else {
          spans.set(top[0], [top[1], clock++])
          entered.pop()
        }
      }
    }
    return spans
  }
}
